package handrail.core;

/** Who the app says it is. */
public final class Identity {
    /** The app's package, as rules and models know it. */
    public final String app;
    public final String name;
    public final String sdk;
    /** A key of the server's with the scope {@code app}, or {@code null}. */
    public final String token;

    public Identity(String app, String name, String sdk, String token) {
        this.app = app;
        this.name = name;
        this.sdk = sdk;
        this.token = token;
    }
}
