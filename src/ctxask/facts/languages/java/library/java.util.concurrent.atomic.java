package java.util.concurrent.atomic;

import java.util.function.*;

public class AtomicReference<V> { V get(); void set(V v); V getAndSet(V v); boolean compareAndSet(V a, V b); V updateAndGet(UnaryOperator<V> f); }
public class AtomicInteger {}
public class AtomicLong {}
public class AtomicBoolean {}
