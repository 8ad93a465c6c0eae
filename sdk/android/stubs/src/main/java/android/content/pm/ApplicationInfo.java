package android.content.pm;

/** Stands for the platform's: as much of it as the library uses. */
public class ApplicationInfo {
    public static final int FLAG_DEBUGGABLE = 1 << 1;

    public int flags;
    public CharSequence label = "";

    public CharSequence loadLabel(PackageManager manager) {
        return label;
    }
}
