package android.view;

/** Stands for the platform's: as much of it as the library uses. */
public class KeyEvent extends InputEvent {
    public static final int ACTION_DOWN = 0;
    public static final int ACTION_UP = 1;

    private final int action;

    public KeyEvent(int action, int code) {
        this.action = action;
    }

    public static KeyEvent changeAction(KeyEvent event, int action) {
        return new KeyEvent(action, 0);
    }

    public final int getAction() {
        return action;
    }

    @Override
    public int getDeviceId() {
        return 0;
    }

    @Override
    public int getSource() {
        return 0;
    }
}
