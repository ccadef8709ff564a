package java.util.concurrent;

import java.util.*;
import java.util.function.*;

public interface Callable<V> { V call(); }
public interface Future<V> { V get(); V get(long t, TimeUnit u); boolean cancel(boolean b); boolean isDone(); }
public interface Executor { void execute(Runnable r); }
public interface ExecutorService extends Executor { <T> Future<T> submit(Callable<T> c); void shutdown(); }
public interface ConcurrentMap<K, V> extends Map<K, V> {}
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {}
public class ConcurrentSkipListMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {}
public interface BlockingQueue<E> extends Queue<E> { E take(); void put(E e); }
public class LinkedBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {}
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> {}
public class CopyOnWriteArrayList<E> implements List<E> {}
public class CompletableFuture<T> implements Future<T> { T join(); <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> f); CompletableFuture<Void> thenAccept(Consumer<? super T> c); static <U> CompletableFuture<U> supplyAsync(Supplier<U> s); static <U> CompletableFuture<U> completedFuture(U u); }
public class TimeUnit {}
public class CountDownLatch { void await(); void countDown(); }
