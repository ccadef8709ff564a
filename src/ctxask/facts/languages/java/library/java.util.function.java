package java.util.function;

public interface Function<T, R> { R apply(T t); <V> Function<T, V> andThen(Function<? super R, ? extends V> f) {} <V> Function<V, R> compose(Function<? super V, ? extends T> f) {} static <T> Function<T, T> identity() {} }
public interface BiFunction<T, U, R> { R apply(T t, U u); }
public interface UnaryOperator<T> extends Function<T, T> {}
public interface BinaryOperator<T> extends BiFunction<T, T, T> {}
public interface Supplier<T> { T get(); }
public interface Consumer<T> { void accept(T t); Consumer<T> andThen(Consumer<? super T> c) {} }
public interface BiConsumer<T, U> { void accept(T t, U u); }
public interface Predicate<T> { boolean test(T t); Predicate<T> and(Predicate<? super T> p) {} Predicate<T> or(Predicate<? super T> p) {} Predicate<T> negate() {} static <T> Predicate<T> not(Predicate<? super T> p) {} }
public interface BiPredicate<T, U> { boolean test(T t, U u); }
public interface IntFunction<R> { R apply(int i); }
public interface LongFunction<R> { R apply(long i); }
public interface DoubleFunction<R> { R apply(double i); }
public interface ToIntFunction<T> { int applyAsInt(T t); }
public interface ToLongFunction<T> { long applyAsLong(T t); }
public interface ToDoubleFunction<T> { double applyAsDouble(T t); }
public interface ToIntBiFunction<T, U> { int applyAsInt(T t, U u); }
public interface IntPredicate { boolean test(int i); }
public interface IntConsumer { void accept(int i); }
public interface IntUnaryOperator { int applyAsInt(int i); }
public interface IntBinaryOperator { int applyAsInt(int i, int j); }
public interface IntSupplier { int getAsInt(); }
public interface LongSupplier { long getAsLong(); }
public interface DoubleSupplier { double getAsDouble(); }
public interface BooleanSupplier { boolean getAsBoolean(); }
public interface ObjIntConsumer<T> { void accept(T t, int i); }
