package java.util;

import java.util.function.*;
import java.util.stream.*;

public interface Iterator<E> { boolean hasNext(); E next(); void remove() {} void forEachRemaining(Consumer<? super E> c) {} }
public interface ListIterator<E> extends Iterator<E> { E previous(); void set(E e); void add(E e); boolean hasPrevious(); int nextIndex(); int previousIndex(); }
public interface Enumeration<E> { boolean hasMoreElements(); E nextElement(); Iterator<E> asIterator() {} }
public interface Spliterator<T> {}
public interface Collection<E> extends Iterable<E> { int size(); boolean add(E e); boolean remove(Object o); Stream<E> stream() {} Stream<E> parallelStream() {}
    <T> T[] toArray(T[] a); boolean removeIf(Predicate<? super E> p) {} boolean addAll(Collection<? extends E> c); boolean contains(Object o); void clear(); boolean isEmpty(); }
public interface SequencedCollection<E> extends Collection<E> { E getFirst() {} E getLast() {} E removeFirst() {} E removeLast() {} }
public interface List<E> extends SequencedCollection<E> { E get(int i); E set(int i, E e); E remove(int i); List<E> subList(int a, int b); ListIterator<E> listIterator();
    ListIterator<E> listIterator(int i); void sort(Comparator<? super E> c) {} void replaceAll(UnaryOperator<E> f) {} void add(int i, E e); int indexOf(Object o);
    static <T> List<T> of(T... t) {} static <T> List<T> copyOf(Collection<? extends T> c) {} List<E> reversed() {} }
public interface Set<E> extends Collection<E> { static <T> Set<T> of(T... t) {} static <T> Set<T> copyOf(Collection<? extends T> c) {} }
public interface SortedSet<E> extends Set<E> { E first(); E last(); SortedSet<E> headSet(E e); SortedSet<E> tailSet(E e); SortedSet<E> subSet(E a, E b); }
public interface NavigableSet<E> extends SortedSet<E> { E lower(E e); E floor(E e); E ceiling(E e); E higher(E e); E pollFirst(); E pollLast(); Iterator<E> descendingIterator(); NavigableSet<E> descendingSet(); }
public interface Queue<E> extends Collection<E> { E poll(); E peek(); E element(); E remove(); boolean offer(E e); }
public interface Deque<E> extends Queue<E>, SequencedCollection<E> { E pop(); void push(E e); E pollFirst(); E pollLast(); E peekFirst(); E peekLast(); E getFirst(); E getLast();
    E removeFirst(); E removeLast(); void addFirst(E e); void addLast(E e); Iterator<E> descendingIterator(); }
public class AbstractCollection<E> implements Collection<E> {}
public class AbstractList<E> extends AbstractCollection<E> implements List<E> {}
public class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {}
public class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {}
public class ArrayList<E> extends AbstractList<E> implements RandomAccess { void ensureCapacity(int n); void trimToSize(); }
public interface RandomAccess {}
public class LinkedList<E> extends AbstractList<E> implements Deque<E> {}
public class Vector<E> extends AbstractList<E> { E elementAt(int i); E firstElement(); E lastElement(); Enumeration<E> elements(); void addElement(E e); }
public class Stack<E> extends Vector<E> { E push(E e); E pop(); E peek(); boolean empty(); }
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E> {}
public class PriorityQueue<E> extends AbstractQueue<E> {}
public class HashSet<E> extends AbstractSet<E> {}
public class LinkedHashSet<E> extends HashSet<E> {}
public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E> {}
public class EnumSet<E> extends AbstractSet<E> { static <T> EnumSet<T> noneOf(Class<T> c); static <T> EnumSet<T> allOf(Class<T> c); static <T> EnumSet<T> of(T... t); static <T> EnumSet<T> copyOf(Collection<T> c); }
public interface Map<K, V> {
    V get(Object k); V put(K k, V v); V remove(Object k); V getOrDefault(Object k, V v) {} V putIfAbsent(K k, V v) {} Set<K> keySet(); Collection<V> values();
    Set<Map.Entry<K, V>> entrySet(); V computeIfAbsent(K k, Function<? super K, ? extends V> f) {} V computeIfPresent(K k, BiFunction<? super K, ? super V, ? extends V> f) {}
    V compute(K k, BiFunction<? super K, ? super V, ? extends V> f) {} V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> f) {}
    void forEach(BiConsumer<? super K, ? super V> c) {} void putAll(Map<? extends K, ? extends V> m); boolean containsKey(Object k); int size(); boolean isEmpty(); void clear();
    V replace(K k, V v) {} void replaceAll(BiFunction<? super K, ? super V, ? extends V> f) {}
    static <A, B> Map<A, B> of(A a, B b) {} static <A, B> Map.Entry<A, B> entry(A a, B b) {} static <A, B> Map<A, B> copyOf(Map<A, B> m) {}
    interface Entry<K, V> { K getKey(); V getValue(); V setValue(V v); }
}
public interface SortedMap<K, V> extends Map<K, V> { K firstKey(); K lastKey(); SortedMap<K, V> headMap(K k); SortedMap<K, V> tailMap(K k); }
public interface NavigableMap<K, V> extends SortedMap<K, V> { Map.Entry<K, V> firstEntry(); Map.Entry<K, V> lastEntry(); Map.Entry<K, V> floorEntry(K k); Map.Entry<K, V> ceilingEntry(K k);
    Map.Entry<K, V> lowerEntry(K k); Map.Entry<K, V> higherEntry(K k); K floorKey(K k); K ceilingKey(K k); NavigableMap<K, V> descendingMap(); NavigableSet<K> navigableKeySet(); }
public class AbstractMap<K, V> implements Map<K, V> { public class SimpleEntry<K, V> implements Map.Entry<K, V> {} public class SimpleImmutableEntry<K, V> implements Map.Entry<K, V> {} }
public class HashMap<K, V> extends AbstractMap<K, V> {}
public class LinkedHashMap<K, V> extends HashMap<K, V> {}
public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {}
public class WeakHashMap<K, V> extends AbstractMap<K, V> {}
public class IdentityHashMap<K, V> extends AbstractMap<K, V> {}
public class EnumMap<K, V> extends AbstractMap<K, V> {}
public class Dictionary<K, V> { V get(Object k); V put(K k, V v); Enumeration<K> keys(); Enumeration<V> elements(); }
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V> {}
public class Properties extends Hashtable<Object, Object> { String getProperty(String k); Set<String> stringPropertyNames(); }
public class Optional<T> { T get(); T orElse(T t); T orElseGet(Supplier<? extends T> s); T orElseThrow(); T orElseThrow(Supplier<?> s); boolean isPresent(); boolean isEmpty();
    void ifPresent(Consumer<? super T> c); void ifPresentOrElse(Consumer<? super T> c, Runnable r); <U> Optional<U> map(Function<? super T, ? extends U> f);
    <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> f); Optional<T> filter(Predicate<? super T> p); Optional<T> or(Supplier<? extends Optional<? extends T>> s);
    Stream<T> stream(); static <S> Optional<S> of(S s); static <S> Optional<S> ofNullable(S s); static <S> Optional<S> empty(); }
public interface Comparator<T> { int compare(T a, T b); Comparator<T> reversed() {} Comparator<T> thenComparing(Comparator<? super T> c) {}
    static <S, U> Comparator<S> comparing(Function<? super S, ? extends U> f) {} static <S> Comparator<S> comparingInt(ToIntFunction<? super S> f) {} }
public class Objects { static <T> T requireNonNull(T t); static <T> T requireNonNull(T t, String s); static <T> T requireNonNullElse(T t, T u); static String toString(Object o); static boolean equals(Object a, Object b); static int hash(Object... o); }
public class Arrays { static <T> List<T> asList(T... t); static <T> Stream<T> stream(T[] t); static <T> T[] copyOf(T[] t, int n); static <T> T[] copyOfRange(T[] t, int a, int b); static <T> void sort(T[] t, Comparator<? super T> c); static String toString(Object[] o); static void fill(Object[] a, Object b); }
public class Collections { static <T> List<T> unmodifiableList(List<? extends T> l); static <T> Set<T> unmodifiableSet(Set<? extends T> l); static <T> Collection<T> unmodifiableCollection(Collection<? extends T> l);
    static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> m); static <T> List<T> singletonList(T t); static <T> Set<T> singleton(T t); static <T> List<T> emptyList(); static <T> List<T> synchronizedList(List<T> l);
    static <T> T max(Collection<? extends T> c); static <T> T min(Collection<? extends T> c); static <T> void sort(List<T> l, Comparator<? super T> c); static <T> Enumeration<T> enumeration(Collection<T> c); static <T> ArrayList<T> list(Enumeration<T> e); static <T> Comparator<T> reverseOrder(); }
public class StringJoiner { StringJoiner add(CharSequence s); }
public class Locale {}
public class Date {}
public class UUID {}
public class Random {}
public class BitSet {}
public class Scanner {}
public class Calendar {}
public class Currency {}
public class StringTokenizer {}
public class NoSuchElementException extends RuntimeException {}
public class ConcurrentModificationException extends RuntimeException {}
public class ServiceLoader<S> implements Iterable<S> { static <T> ServiceLoader<T> load(Class<T> c); }
