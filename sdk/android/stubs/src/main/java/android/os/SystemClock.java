package android.os;

/** Stands for the platform's: as much of it as the library uses. */
public final class SystemClock {
    private SystemClock() {}

    public static long uptimeMillis() {
        return FakeMain.current().now();
    }
}
