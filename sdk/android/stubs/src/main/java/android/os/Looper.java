package android.os;

/** Stands for the platform's: as much of it as the library uses. */
public final class Looper {
    private static final Looper MAIN = new Looper();

    private Looper() {}

    public static Looper getMainLooper() {
        return MAIN;
    }

    public Thread getThread() {
        return FakeMain.current().thread;
    }
}
