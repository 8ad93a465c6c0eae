package android.content;

import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.PermissionInfo;

/** A device with an app on it: which build, and who has declared the permission how. */
public final class FakePhone extends Context {
    private final ApplicationInfo info = new ApplicationInfo();
    private final boolean granted;
    private final int level;

    private FakePhone(boolean debuggable, boolean granted, int level) {
        info.flags = debuggable ? ApplicationInfo.FLAG_DEBUGGABLE : 0;
        info.label = "Restaurants";
        this.granted = granted;
        this.level = level;
    }

    public static FakePhone debuggable() {
        return new FakePhone(true, false, PermissionInfo.PROTECTION_NORMAL);
    }

    public static FakePhone released() {
        return new FakePhone(false, false, PermissionInfo.PROTECTION_SIGNATURE);
    }

    public static FakePhone releasedWithPermission(int level) {
        return new FakePhone(false, true, level);
    }

    @Override
    public String getPackageName() {
        return "com.example.restaurants";
    }

    @Override
    public ApplicationInfo getApplicationInfo() {
        return info;
    }

    @Override
    public PackageManager getPackageManager() {
        return new PackageManager() {
            @Override
            public PermissionInfo getPermissionInfo(String name, int flags) {
                PermissionInfo found = new PermissionInfo();
                found.protectionLevel = level;
                return found;
            }
        };
    }

    @Override
    public int checkSelfPermission(String permission) {
        boolean ours = permission.equals("handrail.permission.GUARDED");
        return granted && ours ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
    }
}
