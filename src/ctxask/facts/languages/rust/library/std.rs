// What the standard library's most used types give: names, results and what closures are handed. Read as any source is;
// references are what they refer to, adaptors are the iterator that they adapt.

pub struct String;
pub struct PathBuf;
pub struct Duration;
pub struct Instant;

pub enum Option<T> { None, Some(T) }
pub enum Result<T, E> { Ok(T), Err(E) }
pub enum Ordering { Less, Equal, Greater }
pub enum Cow<'a, T> { Borrowed(T), Owned(T) }
pub enum Poll<T> { Ready(T), Pending }

pub struct Box<T>(T);
pub struct Rc<T>(T);
pub struct Arc<T>(T);
pub struct Weak<T>(T);
pub struct Pin<T>(T);
pub struct ManuallyDrop<T>(T);
pub struct Cell<T>(T);
pub struct RefCell<T>(T);
pub struct Ref<'a, T>(T);
pub struct RefMut<'a, T>(T);
pub struct Mutex<T>(T);
pub struct MutexGuard<'a, T>(T);
pub struct RwLock<T>(T);
pub struct RwLockReadGuard<'a, T>(T);
pub struct RwLockWriteGuard<'a, T>(T);
pub struct OnceCell<T>(T);
pub struct OnceLock<T>(T);
pub struct LazyLock<T>(T);
pub struct PhantomData<T>(T);
pub struct Vec<T>(T);
pub struct VecDeque<T>(T);
pub struct BinaryHeap<T>(T);
pub struct HashSet<T>(T);
pub struct BTreeSet<T>(T);
pub struct HashMap<K, V>(K, V);
pub struct BTreeMap<K, V>(K, V);
pub struct Entry<K, V>(K, V);
pub struct Sender<T>(T);
pub struct Receiver<T>(T);
pub struct JoinHandle<T>(T);
pub struct Range<T>(T);
pub struct Wrapping<T>(T);
pub struct Reverse<T>(T);
pub struct Formatter;

impl<T> Option<T> {
    fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn unwrap(self) -> T;
    fn expect(self, message: &str) -> T;
    fn unwrap_or(self, other: T) -> T;
    fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
    fn unwrap_or_default(self) -> T;
    fn unwrap_unchecked(self) -> T;
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
    fn map_or<U, F: FnOnce(T) -> U>(self, other: U, f: F) -> U;
    fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, other: D, f: F) -> U;
    fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
    fn filter<F: FnOnce(T) -> bool>(self, f: F) -> Option<T>;
    fn inspect<F: FnOnce(T)>(self, f: F) -> Option<T>;
    fn or(self, other: Option<T>) -> Option<T>;
    fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
    fn ok_or<E>(self, error: E) -> Result<T, E>;
    fn ok_or_else<E, F: FnOnce() -> E>(self, f: F) -> Result<T, E>;
    fn as_ref(&self) -> Option<T>;
    fn as_mut(&mut self) -> Option<T>;
    fn as_deref(&self) -> Option<T>;
    fn as_deref_mut(&mut self) -> Option<T>;
    fn take(&mut self) -> Option<T>;
    fn replace(&mut self, value: T) -> Option<T>;
    fn insert(&mut self, value: T) -> T;
    fn get_or_insert(&mut self, value: T) -> T;
    fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> T;
    fn cloned(self) -> Option<T>;
    fn copied(self) -> Option<T>;
    fn clone(&self) -> Option<T>;
    fn iter(&self) -> Iterator<T>;
    fn into_iter(self) -> Iterator<T>;
    fn is_some(&self) -> bool;
    fn is_none(&self) -> bool;
}

impl<T, E> Result<T, E> {
    fn unwrap(self) -> T;
    fn expect(self, message: &str) -> T;
    fn unwrap_or(self, other: T) -> T;
    fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T;
    fn unwrap_or_default(self) -> T;
    fn unwrap_err(self) -> E;
    fn expect_err(self, message: &str) -> E;
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E>;
    fn map_err<O, F: FnOnce(E) -> O>(self, f: F) -> Result<T, O>;
    fn map_or<U, F: FnOnce(T) -> U>(self, other: U, f: F) -> U;
    fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E>;
    fn or_else<O, F: FnOnce(E) -> Result<T, O>>(self, f: F) -> Result<T, O>;
    fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool;
    fn ok(self) -> Option<T>;
    fn err(self) -> Option<E>;
    fn as_ref(&self) -> Result<T, E>;
    fn as_mut(&mut self) -> Result<T, E>;
    fn cloned(self) -> Result<T, E>;
    fn copied(self) -> Result<T, E>;
    fn clone(&self) -> Result<T, E>;
    fn iter(&self) -> Iterator<T>;
    fn is_ok(&self) -> bool;
    fn is_err(&self) -> bool;
}

impl<T> Box<T> { fn as_ref(&self) -> T; fn as_mut(&mut self) -> T; fn clone(&self) -> Box<T>; fn new(value: T) -> Box<T>; fn pin(value: T) -> Pin<Box<T>>; fn leak(value: Box<T>) -> T; }
impl<T> Rc<T> { fn as_ref(&self) -> T; fn new(value: T) -> Rc<T>; fn clone(&self) -> Rc<T>; fn downgrade(this: &Rc<T>) -> Weak<T>; fn get_mut(this: &mut Rc<T>) -> Option<T>; }
impl<T> Arc<T> { fn as_ref(&self) -> T; fn new(value: T) -> Arc<T>; fn clone(&self) -> Arc<T>; fn downgrade(this: &Arc<T>) -> Weak<T>; fn get_mut(this: &mut Arc<T>) -> Option<T>; }
impl<T> Weak<T> { fn new() -> Weak<T>; fn upgrade(&self) -> Option<Rc<T>>; fn clone(&self) -> Weak<T>; }
impl<T> Pin<T> { fn new(value: T) -> Pin<T>; fn as_mut(&mut self) -> Pin<T>; fn as_ref(&self) -> Pin<T>; fn get_mut(self) -> T; }
impl<T> Cell<T> { fn new(value: T) -> Cell<T>; fn get(&self) -> T; fn set(&self, value: T); fn take(&self) -> T; fn replace(&self, value: T) -> T; }
impl<T> RefCell<T> { fn new(value: T) -> RefCell<T>; fn borrow(&self) -> Ref<T>; fn borrow_mut(&self) -> RefMut<T>; fn into_inner(self) -> T; }
impl<T> Mutex<T> { fn new(value: T) -> Mutex<T>; fn lock(&self) -> Result<MutexGuard<T>, E>; fn into_inner(self) -> Result<T, E>; fn get_mut(&mut self) -> Result<T, E>; }
impl<T> RwLock<T> { fn new(value: T) -> RwLock<T>; fn read(&self) -> Result<RwLockReadGuard<T>, E>; fn write(&self) -> Result<RwLockWriteGuard<T>, E>; }
impl<T> OnceCell<T> { fn new() -> OnceCell<T>; fn get(&self) -> Option<T>; fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> T; }
impl<T> OnceLock<T> { fn new() -> OnceLock<T>; fn get(&self) -> Option<T>; fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> T; }
impl<T> ManuallyDrop<T> { fn new(value: T) -> ManuallyDrop<T>; fn into_inner(value: ManuallyDrop<T>) -> T; }
impl<T> Cow<'_, T> { fn into_owned(self) -> T; fn to_mut(&mut self) -> T; }

impl<T> Vec<T> {
    fn new() -> Vec<T>;
    fn with_capacity(size: usize) -> Vec<T>;
    fn push(&mut self, value: T);
    fn pop(&mut self) -> Option<T>;
    fn remove(&mut self, index: usize) -> T;
    fn swap_remove(&mut self, index: usize) -> T;
    fn insert(&mut self, index: usize, value: T);
    fn drain<R>(&mut self, range: R) -> Iterator<T>;
    fn into_iter(self) -> Iterator<T>;
    fn clone(&self) -> Vec<T>;
    fn as_slice(&self) -> [T];
    fn as_mut_slice(&mut self) -> [T];
    fn into_boxed_slice(self) -> Box<[T]>;
    fn retain<F: FnMut(T) -> bool>(&mut self, f: F);
    fn dedup_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn extend<I>(&mut self, other: I);
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn clear(&mut self);
    fn truncate(&mut self, size: usize);
    fn append(&mut self, other: &mut Vec<T>);
}

impl<T> [T] {
    fn iter(&self) -> Iterator<T>;
    fn iter_mut(&mut self) -> Iterator<T>;
    fn into_iter(self) -> Iterator<T>;
    fn first(&self) -> Option<T>;
    fn first_mut(&mut self) -> Option<T>;
    fn last(&self) -> Option<T>;
    fn last_mut(&mut self) -> Option<T>;
    fn get(&self, index: usize) -> Option<T>;
    fn get_mut(&mut self, index: usize) -> Option<T>;
    fn get_unchecked(&self, index: usize) -> T;
    fn split_first(&self) -> Option<(T, [T])>;
    fn split_last(&self) -> Option<(T, [T])>;
    fn split_at(&self, middle: usize) -> ([T], [T]);
    fn to_vec(&self) -> Vec<T>;
    fn chunks(&self, size: usize) -> Iterator<[T]>;
    fn windows(&self, size: usize) -> Iterator<[T]>;
    fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U];
    fn sort_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn sort_by<F: FnMut(T, T) -> Ordering>(&mut self, f: F);
    fn sort_unstable_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn sort_unstable_by<F: FnMut(T, T) -> Ordering>(&mut self, f: F);
    fn binary_search_by<F: FnMut(T) -> Ordering>(&self, f: F) -> Result<usize, usize>;
    fn binary_search_by_key<B, F: FnMut(T) -> B>(&self, key: B, f: F) -> Result<usize, usize>;
    fn partition_point<F: FnMut(T) -> bool>(&self, f: F) -> usize;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn contains(&self, value: &T) -> bool;
    fn swap(&mut self, one: usize, other: usize);
}

impl<T> VecDeque<T> {
    fn new() -> VecDeque<T>;
    fn with_capacity(size: usize) -> VecDeque<T>;
    fn push_back(&mut self, value: T);
    fn push_front(&mut self, value: T);
    fn pop_front(&mut self) -> Option<T>;
    fn pop_back(&mut self) -> Option<T>;
    fn front(&self) -> Option<T>;
    fn back(&self) -> Option<T>;
    fn front_mut(&mut self) -> Option<T>;
    fn back_mut(&mut self) -> Option<T>;
    fn get(&self, index: usize) -> Option<T>;
    fn get_mut(&mut self, index: usize) -> Option<T>;
    fn iter(&self) -> Iterator<T>;
    fn iter_mut(&mut self) -> Iterator<T>;
    fn into_iter(self) -> Iterator<T>;
    fn drain<R>(&mut self, range: R) -> Iterator<T>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
}

impl<T> BinaryHeap<T> { fn new() -> BinaryHeap<T>; fn push(&mut self, value: T); fn pop(&mut self) -> Option<T>; fn peek(&self) -> Option<T>; fn iter(&self) -> Iterator<T>; fn into_iter(self) -> Iterator<T>; fn len(&self) -> usize; fn is_empty(&self) -> bool; }
impl<T> HashSet<T> { fn new() -> HashSet<T>; fn iter(&self) -> Iterator<T>; fn into_iter(self) -> Iterator<T>; fn get<Q>(&self, key: &Q) -> Option<T>; fn take<Q>(&mut self, key: &Q) -> Option<T>; fn insert(&mut self, value: T) -> bool; fn contains<Q>(&self, key: &Q) -> bool; fn remove<Q>(&mut self, key: &Q) -> bool; fn clone(&self) -> HashSet<T>; fn len(&self) -> usize; fn is_empty(&self) -> bool; }
impl<T> BTreeSet<T> { fn new() -> BTreeSet<T>; fn iter(&self) -> Iterator<T>; fn into_iter(self) -> Iterator<T>; fn get<Q>(&self, key: &Q) -> Option<T>; fn first(&self) -> Option<T>; fn last(&self) -> Option<T>; fn insert(&mut self, value: T) -> bool; fn contains<Q>(&self, key: &Q) -> bool; fn remove<Q>(&mut self, key: &Q) -> bool; fn clone(&self) -> BTreeSet<T>; fn len(&self) -> usize; fn is_empty(&self) -> bool; }

impl<K, V> HashMap<K, V> {
    fn new() -> HashMap<K, V>;
    fn with_capacity(size: usize) -> HashMap<K, V>;
    fn get<Q>(&self, key: &Q) -> Option<V>;
    fn get_mut<Q>(&mut self, key: &Q) -> Option<V>;
    fn get_key_value<Q>(&self, key: &Q) -> Option<(K, V)>;
    fn insert(&mut self, key: K, value: V) -> Option<V>;
    fn remove<Q>(&mut self, key: &Q) -> Option<V>;
    fn entry(&mut self, key: K) -> Entry<K, V>;
    fn iter(&self) -> Iterator<(K, V)>;
    fn iter_mut(&mut self) -> Iterator<(K, V)>;
    fn into_iter(self) -> Iterator<(K, V)>;
    fn drain(&mut self) -> Iterator<(K, V)>;
    fn keys(&self) -> Iterator<K>;
    fn values(&self) -> Iterator<V>;
    fn values_mut(&mut self) -> Iterator<V>;
    fn into_values(self) -> Iterator<V>;
    fn into_keys(self) -> Iterator<K>;
    fn retain<F: FnMut(K, V) -> bool>(&mut self, f: F);
    fn contains_key<Q>(&self, key: &Q) -> bool;
    fn clone(&self) -> HashMap<K, V>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
}

impl<K, V> BTreeMap<K, V> {
    fn new() -> BTreeMap<K, V>;
    fn get<Q>(&self, key: &Q) -> Option<V>;
    fn get_mut<Q>(&mut self, key: &Q) -> Option<V>;
    fn insert(&mut self, key: K, value: V) -> Option<V>;
    fn remove<Q>(&mut self, key: &Q) -> Option<V>;
    fn entry(&mut self, key: K) -> Entry<K, V>;
    fn iter(&self) -> Iterator<(K, V)>;
    fn iter_mut(&mut self) -> Iterator<(K, V)>;
    fn into_iter(self) -> Iterator<(K, V)>;
    fn range<R>(&self, range: R) -> Iterator<(K, V)>;
    fn keys(&self) -> Iterator<K>;
    fn values(&self) -> Iterator<V>;
    fn values_mut(&mut self) -> Iterator<V>;
    fn into_values(self) -> Iterator<V>;
    fn first_key_value(&self) -> Option<(K, V)>;
    fn last_key_value(&self) -> Option<(K, V)>;
    fn contains_key<Q>(&self, key: &Q) -> bool;
    fn clone(&self) -> BTreeMap<K, V>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
}

impl<K, V> Entry<K, V> { fn or_insert(self, value: V) -> V; fn or_insert_with<F: FnOnce() -> V>(self, f: F) -> V; fn or_default(self) -> V; fn and_modify<F: FnOnce(V)>(self, f: F) -> Entry<K, V>; }
impl<T> Sender<T> { fn send(&self, value: T) -> Result<(), E>; fn clone(&self) -> Sender<T>; }
impl<T> Receiver<T> { fn recv(&self) -> Result<T, E>; fn try_recv(&self) -> Result<T, E>; fn iter(&self) -> Iterator<T>; }
impl<T> JoinHandle<T> { fn join(self) -> Result<T, E>; }

impl String {
    fn new() -> String;
    fn with_capacity(size: usize) -> String;
    fn from<T>(value: T) -> String;
    fn clone(&self) -> String;
    fn push_str(&mut self, text: &str);
    fn push(&mut self, letter: char);
    fn as_str(&self) -> str;
    fn into_bytes(self) -> Vec<u8>;
    fn pop(&mut self) -> Option<char>;
    fn clear(&mut self);
}

pub trait Iterator<Item> {
    fn next(&mut self) -> Option<Item>;
    fn next_back(&mut self) -> Option<Item>;
    fn nth(&mut self, n: usize) -> Option<Item>;
    fn last(self) -> Option<Item>;
    fn peek(&mut self) -> Option<Item>;
    fn peekable(self) -> Iterator<Item>;
    fn by_ref(&mut self) -> Iterator<Item>;
    fn iter(&self) -> Iterator<Item>;
    fn into_iter(self) -> Iterator<Item>;
    fn rev(self) -> Iterator<Item>;
    fn skip(self, n: usize) -> Iterator<Item>;
    fn take(self, n: usize) -> Iterator<Item>;
    fn step_by(self, n: usize) -> Iterator<Item>;
    fn cycle(self) -> Iterator<Item>;
    fn fuse(self) -> Iterator<Item>;
    fn cloned(self) -> Iterator<Item>;
    fn copied(self) -> Iterator<Item>;
    fn clone(&self) -> Iterator<Item>;
    fn chain<U>(self, other: U) -> Iterator<Item>;
    fn enumerate(self) -> Iterator<(usize, Item)>;
    fn zip<U>(self, other: Iterator<U>) -> Iterator<(Item, U)>;
    fn map<B, F: FnMut(Item) -> B>(self, f: F) -> Iterator<B>;
    fn map_while<B, F: FnMut(Item) -> Option<B>>(self, f: F) -> Iterator<B>;
    fn filter_map<B, F: FnMut(Item) -> Option<B>>(self, f: F) -> Iterator<B>;
    fn flat_map<B, F: FnMut(Item) -> Iterator<B>>(self, f: F) -> Iterator<B>;
    fn filter<F: FnMut(Item) -> bool>(self, f: F) -> Iterator<Item>;
    fn inspect<F: FnMut(Item)>(self, f: F) -> Iterator<Item>;
    fn take_while<F: FnMut(Item) -> bool>(self, f: F) -> Iterator<Item>;
    fn skip_while<F: FnMut(Item) -> bool>(self, f: F) -> Iterator<Item>;
    fn for_each<F: FnMut(Item)>(self, f: F);
    fn try_for_each<R, F: FnMut(Item) -> R>(&mut self, f: F) -> R;
    fn fold<B, F: FnMut(B, Item) -> B>(self, first: B, f: F) -> B;
    fn find<F: FnMut(Item) -> bool>(&mut self, f: F) -> Option<Item>;
    fn find_map<B, F: FnMut(Item) -> Option<B>>(&mut self, f: F) -> Option<B>;
    fn position<F: FnMut(Item) -> bool>(&mut self, f: F) -> Option<usize>;
    fn any<F: FnMut(Item) -> bool>(&mut self, f: F) -> bool;
    fn all<F: FnMut(Item) -> bool>(&mut self, f: F) -> bool;
    fn partition<B, F: FnMut(Item) -> bool>(self, f: F) -> (B, B);
    fn min_by_key<B, F: FnMut(Item) -> B>(self, f: F) -> Option<Item>;
    fn max_by_key<B, F: FnMut(Item) -> B>(self, f: F) -> Option<Item>;
    fn min_by<F: FnMut(Item, Item) -> Ordering>(self, f: F) -> Option<Item>;
    fn max_by<F: FnMut(Item, Item) -> Ordering>(self, f: F) -> Option<Item>;
    fn min(self) -> Option<Item>;
    fn max(self) -> Option<Item>;
    fn count(self) -> usize;
    fn collect<B>(self) -> B;
}

pub trait IntoIterator<Item> { fn into_iter(self) -> Iterator<Item>; }
pub trait DoubleEndedIterator<Item>: Iterator<Item> {}
pub trait ExactSizeIterator<Item>: Iterator<Item> {}
pub trait Clone { fn clone(&self) -> Self; }
pub trait Default { fn default() -> Self; }
pub trait ToOwned { fn to_owned(&self) -> Self; }
pub trait Deref { type Target; }
pub trait DerefMut { type Target; }
pub trait Index<I> { type Output; }
pub trait Add<R> { type Output; }
