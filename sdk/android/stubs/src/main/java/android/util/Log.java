package android.util;

/** Stands for the platform's: as much of it as the library uses. */
public final class Log {
    private Log() {}

    public static int w(String tag, String message) {
        return 0;
    }
}
