package android.content.pm;

/** Stands for the platform's: as much of it as the library uses. */
public abstract class PackageManager {
    public static final int PERMISSION_GRANTED = 0;
    public static final int PERMISSION_DENIED = -1;

    public static class NameNotFoundException extends Exception {
        private static final long serialVersionUID = 1;
    }

    public abstract PermissionInfo getPermissionInfo(String name, int flags) throws NameNotFoundException;
}
