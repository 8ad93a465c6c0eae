package handrail.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The messages of the app, as they go over the wire. */
final class FromApp {
    static final String PROTOCOL = "handrail.app/1";

    private FromApp() {}

    /** {@code session} is the one that was in control when the connection was lost; {@code null} where none was. */
    static String hello(Identity identity, String session) {
        Map<String, Object> said = message("hello");
        said.put("protocol", PROTOCOL);
        said.put("app", identity.app);
        said.put("name", identity.name);
        said.put("sdk", identity.sdk);
        if (identity.token != null) said.put("token", identity.token);
        if (session != null) said.put("session", session);
        return JsonWriter.write(said);
    }

    static String define(Declaration declaration) {
        Map<String, Object> said = message("define");
        said.put("states", declaration.stateDocuments());
        said.put("commitments", declaration.commitmentDocuments());
        return JsonWriter.write(said);
    }

    static String controlled(String session, boolean on) {
        Map<String, Object> said = message("controlled");
        said.put("session", session);
        said.put("on", on);
        return JsonWriter.write(said);
    }

    static String release(String session, String why) {
        Map<String, Object> said = message("release");
        said.put("session", session);
        said.put("why", why);
        return JsonWriter.write(said);
    }

    static String propose(String id, String session, Event event, Expectation expectation) {
        Map<String, Object> said = message("propose");
        said.put("id", id);
        said.put("session", session);
        said.put("event", event.document());
        said.put("updates", expectation.updates.documents());
        if (!expectation.commits.isEmpty()) said.put("commits", expectation.commits);
        if (expectation.kind != null) said.put("kind", expectation.kind);
        if (expectation.irreversible) said.put("irreversible", true);
        if (expectation.unknown) said.put("unknown", true);
        return JsonWriter.write(said);
    }

    /** {@code ran} is {@code null} where the handler failed on the way. */
    static String outcome(String id, Boolean ran) {
        Map<String, Object> said = message("outcome");
        said.put("id", id);
        said.put("ran", ran);
        said.put("updates", Collections.emptyList());
        return JsonWriter.write(said);
    }

    static String report(List<Object> updates) {
        Map<String, Object> said = message("report");
        said.put("updates", updates);
        return JsonWriter.write(said);
    }

    static String pong() {
        return JsonWriter.write(message("pong"));
    }

    private static Map<String, Object> message(String type) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("type", type);
        return said;
    }
}
