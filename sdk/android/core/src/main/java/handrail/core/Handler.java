package handrail.core;

/** What is to happen after the decision. Exactly one of the two is called, once, on the main thread. */
public interface Handler {
    /** The app's own handler. */
    void run();

    /** It is not to run. */
    default void held(Held held) {}
}
