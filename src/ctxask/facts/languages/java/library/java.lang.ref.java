package java.lang.ref;

public class Reference<T> { T get(); void clear(); }
public class WeakReference<T> extends Reference<T> {}
public class SoftReference<T> extends Reference<T> {}
