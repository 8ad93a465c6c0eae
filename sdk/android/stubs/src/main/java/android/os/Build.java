package android.os;

/** Stands for the platform's: as much of it as the library uses. */
public class Build {
    public static class VERSION {
        public static final int SDK_INT = Integer.getInteger("handrail.stub.sdk", 34);
    }
}
