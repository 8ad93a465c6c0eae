package android.os;

/** Stands for the platform's: as much of it as the library uses. */
public class Handler {
    public Handler(Looper looper) {}

    public final boolean post(Runnable run) {
        return postDelayed(run, 0);
    }

    public final boolean postDelayed(Runnable run, long delayMillis) {
        FakeMain.current().post(run, delayMillis);
        return true;
    }

    public final void removeCallbacks(Runnable run) {
        FakeMain.current().remove(run);
    }
}
