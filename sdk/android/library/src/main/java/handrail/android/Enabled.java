package handrail.android;

import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.PermissionInfo;

/** Whether the library is to do anything at all in this build, on this device. */
final class Enabled {
    static final String PERMISSION = "handrail.permission.GUARDED";

    private Enabled() {}

    /** In a debuggable build, or where somebody with the app's own signature has declared the permission. */
    static boolean in(Context context) {
        boolean debuggable = (context.getApplicationInfo().flags & ApplicationInfo.FLAG_DEBUGGABLE) != 0;
        return debuggable || isGranted(context);
    }

    private static boolean isGranted(Context context) {
        return context.checkSelfPermission(PERMISSION) == PackageManager.PERMISSION_GRANTED && isForOneSignatureOnly(context.getPackageManager());
    }

    /** Any app may be the first to declare a permission; declared for everybody it would be granted to everybody. */
    private static boolean isForOneSignatureOnly(PackageManager packages) {
        try {
            int level = packages.getPermissionInfo(PERMISSION, 0).protectionLevel;
            return (level & PermissionInfo.PROTECTION_MASK_BASE) == PermissionInfo.PROTECTION_SIGNATURE;
        } catch (PackageManager.NameNotFoundException error) {
            return false;
        }
    }
}
