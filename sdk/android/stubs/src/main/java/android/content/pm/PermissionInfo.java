package android.content.pm;

/** Stands for the platform's: as much of it as the library uses. */
public class PermissionInfo {
    public static final int PROTECTION_NORMAL = 0;
    public static final int PROTECTION_SIGNATURE = 2;
    public static final int PROTECTION_MASK_BASE = 0xf;

    public int protectionLevel;
}
