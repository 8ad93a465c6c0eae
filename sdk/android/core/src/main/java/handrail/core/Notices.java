package handrail.core;

/** What an app may want to be told of, on the main thread. */
public interface Notices {
    /** An agent took or lost control; {@code task} is what it is to do. */
    default void controlled(boolean on, String task) {}

    /** The handler of an event ran, after so many words for the agent. */
    default void allowed(Event event, String feedback) {}

    /** A person is asked about an event, and its handler waits. */
    default void asked(Event event, String feedback) {}

    /** The handler of an event does not run. */
    default void held(Event event, Held held) {}

    /** For the developer: what the server says is wrong with what the app said, and what could not be worked out. */
    default void log(String message) {}
}
