package android.view;

import java.util.HashMap;
import java.util.Map;

/** Stands for the platform's: as much of it as the library uses. */
public final class InputDevice {
    public static final int SOURCE_TOUCHSCREEN = 0x1002;
    /** For a test to plug devices in. */
    public static final Map<Integer, InputDevice> DEVICES = new HashMap<>();

    private final boolean virtual;
    private final boolean external;

    public InputDevice(boolean virtual, boolean external) {
        this.virtual = virtual;
        this.external = external;
    }

    public static InputDevice getDevice(int id) {
        return DEVICES.get(id);
    }

    public boolean isVirtual() {
        return virtual;
    }

    public boolean isExternal() {
        return external;
    }
}
