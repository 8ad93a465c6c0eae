package handrail.android;

import android.os.Handler;
import android.os.Looper;
import handrail.core.Clock;
import java.util.concurrent.Executor;

/** The main looper as what the core asks for: what runs there runs at once, what comes from elsewhere is posted. */
final class MainThread implements Executor, Clock {
    private final Looper looper = Looper.getMainLooper();
    private final Handler handler = new Handler(looper);

    @Override
    public void execute(Runnable run) {
        if (looper.getThread() == Thread.currentThread()) run.run();
        else handler.post(run);
    }

    @Override
    public Runnable after(long milliseconds, Runnable run) {
        handler.postDelayed(run, milliseconds);
        return () -> handler.removeCallbacks(run);
    }

    /** An error of the app's own handler ends the app as it would have without us, once what is ours is finished. */
    void fail(Throwable thrown) {
        handler.post(() -> MainThread.<RuntimeException>raise(thrown));
    }

    @SuppressWarnings("unchecked") // erased: whatever was thrown is thrown again, checked or not
    private static <Thrown extends Throwable> void raise(Throwable thrown) throws Thrown {
        throw (Thrown) thrown;
    }
}
