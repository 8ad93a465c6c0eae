package handrail.core;

/** Time, as an argument: that of the main thread, or one that a test moves. */
public interface Clock {
    /** Run something on the main thread after so many milliseconds, unless what is returned is run there first. */
    Runnable after(long milliseconds, Runnable run);
}
