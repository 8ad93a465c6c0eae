package android.view;

/** Stands for the platform's: as much of it as the library uses. */
public abstract class InputEvent {
    public abstract int getDeviceId();

    public abstract int getSource();
}
