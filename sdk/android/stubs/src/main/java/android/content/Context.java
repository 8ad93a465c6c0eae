package android.content;

import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;

/** Stands for the platform's: as much of it as the library uses. */
public abstract class Context {
    public abstract String getPackageName();

    public abstract ApplicationInfo getApplicationInfo();

    public abstract PackageManager getPackageManager();

    public abstract int checkSelfPermission(String permission);
}
