package handrail.android;

import android.os.Build;
import android.os.SystemClock;
import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.View;

/**
 * Whose finger it was, as far as the platform can tell.
 *
 * <p>A touch is the person's own where it came from a touch screen that is built in, on a window that nothing covers. What
 * is injected (by {@code adb}, a test, an accessibility service) has no device or a virtual one. The proof is for one event,
 * of the view that was touched, and lasts as long as the platform takes to tell of a click.
 */
final class Touches {
    private static final long LASTS_MILLISECONDS = 300;
    private static final int COVERED = MotionEvent.FLAG_WINDOW_IS_OBSCURED | MotionEvent.FLAG_WINDOW_IS_PARTIALLY_OBSCURED;
    private static final int EXTERNAL_IS_KNOWN = 29;

    private boolean own;
    private float x;
    private float y;
    private long until;

    void seen(MotionEvent event) {
        if (!isHardware(event)) own = false;
        else if (event.getActionMasked() == MotionEvent.ACTION_DOWN) {
            own = true;
            x = event.getRawX();
            y = event.getRawY();
            until = Long.MAX_VALUE;
        } else if (event.getActionMasked() == MotionEvent.ACTION_UP) until = SystemClock.uptimeMillis() + LASTS_MILLISECONDS;
    }

    /** Whether the event of this view is of the person's own finger. Asked once: the proof is used up. */
    boolean prove(View view) {
        boolean proven = own && view != null && SystemClock.uptimeMillis() <= until && covers(view);
        own = false;
        return proven;
    }

    private static boolean isHardware(MotionEvent event) {
        boolean touch = (event.getSource() & InputDevice.SOURCE_TOUCHSCREEN) == InputDevice.SOURCE_TOUCHSCREEN;
        if (!touch || (event.getFlags() & COVERED) != 0) return false;
        InputDevice device = InputDevice.getDevice(event.getDeviceId());
        if (device == null || device.isVirtual()) return false;
        return Build.VERSION.SDK_INT < EXTERNAL_IS_KNOWN || !device.isExternal();
    }

    private boolean covers(View view) {
        int[] corner = new int[2];
        view.getLocationOnScreen(corner);
        return x >= corner[0] && x < corner[0] + view.getWidth() && y >= corner[1] && y < corner[1] + view.getHeight();
    }
}
