package handrail.core;

/** A way to the server, of which only this is asked: connect, send a text, be told of texts, end. */
public interface Transport {
    /** Begin to connect. Never waits; what comes of it is told to the listener, on any thread. */
    Connection connect(Listener listener);

    /** One connection, there or on its way. */
    interface Connection {
        /** Send a message. Never waits. */
        void send(String text);

        void close();
    }

    /** Who is told. */
    interface Listener {
        void opened();

        void said(String text);

        /** The last word, said once. */
        void closed();
    }
}
