package android.view;

/** Stands for the platform's: as much of it as the library uses. */
public final class MotionEvent extends InputEvent {
    public static final int ACTION_DOWN = 0;
    public static final int ACTION_UP = 1;
    public static final int FLAG_WINDOW_IS_OBSCURED = 1;
    public static final int FLAG_WINDOW_IS_PARTIALLY_OBSCURED = 2;

    private final int action;
    private final int device;
    private final int source;
    private final int flags;
    private final float x;
    private final float y;

    /** For a test. */
    public MotionEvent(int action, int device, int source, int flags, float x, float y) {
        this.action = action;
        this.device = device;
        this.source = source;
        this.flags = flags;
        this.x = x;
        this.y = y;
    }

    public int getActionMasked() {
        return action;
    }

    public int getFlags() {
        return flags;
    }

    public float getRawX() {
        return x;
    }

    public float getRawY() {
        return y;
    }

    @Override
    public int getDeviceId() {
        return device;
    }

    @Override
    public int getSource() {
        return source;
    }
}
