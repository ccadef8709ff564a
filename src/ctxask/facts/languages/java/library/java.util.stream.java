package java.util.stream;

import java.util.*;
import java.util.function.*;

public interface BaseStream<T> extends AutoCloseable { Iterator<T> iterator(); }
public interface Stream<T> extends BaseStream<T> {
    Stream<T> filter(Predicate<? super T> p); <R> Stream<R> map(Function<? super T, ? extends R> f); <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> f);
    IntStream mapToInt(ToIntFunction<? super T> f); LongStream mapToLong(ToLongFunction<? super T> f); DoubleStream mapToDouble(ToDoubleFunction<? super T> f);
    Stream<T> distinct(); Stream<T> sorted(); Stream<T> sorted(Comparator<? super T> c); Stream<T> peek(Consumer<? super T> c); Stream<T> limit(long n); Stream<T> skip(long n);
    Stream<T> takeWhile(Predicate<? super T> p); Stream<T> dropWhile(Predicate<? super T> p); Stream<T> parallel(); Stream<T> sequential(); Stream<T> unordered(); Stream<T> onClose(Runnable r);
    void forEach(Consumer<? super T> c); void forEachOrdered(Consumer<? super T> c); Optional<T> reduce(BinaryOperator<T> f); T reduce(T t, BinaryOperator<T> f); <R, A> R collect(Collector<? super T, A, R> c);
    Optional<T> min(Comparator<? super T> c); Optional<T> max(Comparator<? super T> c); Optional<T> findFirst(); Optional<T> findAny(); List<T> toList(); long count();
    boolean anyMatch(Predicate<? super T> p); boolean allMatch(Predicate<? super T> p); boolean noneMatch(Predicate<? super T> p); <A> A[] toArray(IntFunction<A[]> f);
    static <S> Stream<S> of(S... s) {} static <S> Stream<S> empty() {} static <S> Stream<S> concat(Stream<? extends S> a, Stream<? extends S> b) {} static <S> Stream<S> iterate(S s, UnaryOperator<S> f) {} static <S> Stream<S> generate(Supplier<? extends S> s) {}
}
public interface IntStream { <U> Stream<U> mapToObj(IntFunction<? extends U> f); Stream<Integer> boxed(); IntStream filter(IntPredicate p); IntStream map(IntUnaryOperator f); void forEach(IntConsumer c); static IntStream range(int a, int b) {} static IntStream rangeClosed(int a, int b) {} }
public interface LongStream { <U> Stream<U> mapToObj(LongFunction<? extends U> f); Stream<Long> boxed(); }
public interface DoubleStream { <U> Stream<U> mapToObj(DoubleFunction<? extends U> f); Stream<Double> boxed(); }
public interface Collector<T, A, R> {}
public class Collectors { static <T> Collector<T, ?, List<T>> toList(); static <T> Collector<T, ?, Set<T>> toSet(); static Collector<CharSequence, ?, String> joining(); static Collector<CharSequence, ?, String> joining(CharSequence s);
    static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> f); static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> f, Function<? super T, ? extends U> g); static <T, C> Collector<T, ?, C> toCollection(Supplier<C> s); }
public class StreamSupport { static <T> Stream<T> stream(Spliterator<T> s, boolean b); }
