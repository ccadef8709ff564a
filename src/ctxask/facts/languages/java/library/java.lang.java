package java.lang;

public class Object { Class<?> getClass(); int hashCode(); boolean equals(Object o); Object clone(); String toString();
    void notify(); void notifyAll(); void wait(); void wait(long t); void finalize(); }
public interface CharSequence { int length(); char charAt(int i); CharSequence subSequence(int a, int b); IntStream chars(); boolean isEmpty(); }
public interface Comparable<T> { int compareTo(T o); }
public interface Iterable<T> { java.util.Iterator<T> iterator(); void forEach(java.util.function.Consumer<? super T> c) {}
    java.util.Spliterator<T> spliterator() {} }
public interface Runnable { void run(); }
public interface AutoCloseable { void close(); }
public interface Cloneable {}
public interface Appendable { Appendable append(CharSequence s); }
public class String implements CharSequence, Comparable<String> { String trim(); String strip(); String substring(int a); String substring(int a, int b);
    String[] split(String r); String[] split(String r, int n); String replace(CharSequence a, CharSequence b); String replaceAll(String a, String b);
    String toLowerCase(); String toUpperCase(); String concat(String s); String repeat(int n); char[] toCharArray(); byte[] getBytes();
    static String valueOf(Object o); static String format(String f, Object... a); static String join(CharSequence d, CharSequence... e);
    String intern(); String indent(int n); java.util.stream.Stream<String> lines(); String formatted(Object... a); }
public class StringBuilder implements CharSequence, Appendable { StringBuilder append(Object o); StringBuilder insert(int i, Object o);
    StringBuilder reverse(); StringBuilder delete(int a, int b); StringBuilder deleteCharAt(int i); StringBuilder replace(int a, int b, String s); String substring(int a); String substring(int a, int b); }
public class StringBuffer implements CharSequence, Appendable { StringBuffer append(Object o); StringBuffer insert(int i, Object o); StringBuffer reverse(); }
public class Class<T> { T newInstance(); T cast(Object o); String getName(); String getSimpleName(); ClassLoader getClassLoader();
    Class<? super T> getSuperclass(); T[] getEnumConstants(); Class<?>[] getInterfaces(); Class<?> getComponentType(); boolean isInstance(Object o); }
public class ClassLoader { Class<?> loadClass(String s); }
public class Number {}
public class Integer extends Number implements Comparable<Integer> { static Integer valueOf(String s); }
public class Long extends Number implements Comparable<Long> { static Long valueOf(String s); }
public class Double extends Number implements Comparable<Double> { static Double valueOf(String s); }
public class Float extends Number implements Comparable<Float> { static Float valueOf(String s); }
public class Short extends Number implements Comparable<Short> {}
public class Byte extends Number implements Comparable<Byte> {}
public class Boolean implements Comparable<Boolean> { static Boolean valueOf(String s); }
public class Character implements Comparable<Character> { static Character valueOf(char c); }
public class Void {}
public class Math {}
public class System {}
public class Enum<E extends Enum<E>> implements Comparable<E> { String name(); int ordinal(); static E valueOf(String s); static E[] values(); Class<E> getDeclaringClass(); }
public class Record {}
public class Thread implements Runnable { void start(); void interrupt(); void join(); static Thread currentThread(); ClassLoader getContextClassLoader(); }
public class ThreadLocal<T> { T get(); void set(T t); void remove(); static <S> ThreadLocal<S> withInitial(java.util.function.Supplier<? extends S> s); T initialValue(); }
public class Throwable { String getMessage(); String getLocalizedMessage(); Throwable getCause(); Throwable initCause(Throwable t); void printStackTrace();
    StackTraceElement[] getStackTrace(); void setStackTrace(StackTraceElement[] s); Throwable fillInStackTrace(); void addSuppressed(Throwable t); Throwable[] getSuppressed(); }
public class StackTraceElement { String getClassName(); String getMethodName(); }
public class Exception extends Throwable {}
public class RuntimeException extends Exception {}
public class Error extends Throwable {}
public class AssertionError extends Error {}
public class IllegalArgumentException extends RuntimeException {}
public class IllegalStateException extends RuntimeException {}
public class IndexOutOfBoundsException extends RuntimeException {}
public class NullPointerException extends RuntimeException {}
public class UnsupportedOperationException extends RuntimeException {}
public class ClassCastException extends RuntimeException {}
public class NumberFormatException extends IllegalArgumentException {}
public class ArithmeticException extends RuntimeException {}
public class InterruptedException extends Exception {}
public class CloneNotSupportedException extends Exception {}
public class ReflectiveOperationException extends Exception {}
