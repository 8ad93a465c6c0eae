package handrail.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A server that a test speaks for. */
final class FakeServer implements Transport {
    final List<Map<?, ?>> said = new ArrayList<>();
    int connections;
    Listener listener;

    @Override
    public Connection connect(Listener heard) {
        connections++;
        listener = heard;
        return new Connection() {
            @Override
            public void send(String text) {
                said.add((Map<?, ?>) JsonReader.read(text));
            }

            @Override
            public void close() {}
        };
    }

    void open() {
        if (listener != null) listener.opened();
    }

    void lose() {
        if (listener != null) listener.closed();
    }

    void say(String text) {
        if (listener != null) listener.said(text);
    }

    void say(Object... members) {
        say(JsonWriter.write(document(members)));
    }

    void welcome() {
        open();
        say("type", "welcome", "protocol", "handrail.app/1", "connection", "c-1", "verdict_seconds", 5, "ask_seconds", 300);
    }

    void control(boolean on, String session) {
        say("type", "control", "on", on, "session", session, "task", "a task", "why", "it is over");
    }

    void verdict(String id, String decision) {
        say("type", "verdict", "id", id, "decision", decision, "reasons", new ArrayList<>(), "feedback", "in words");
    }

    List<Map<?, ?>> of(String type) {
        return said.stream().filter(one -> type.equals(one.get("type"))).collect(Collectors.toList());
    }

    static Map<String, Object> document(Object... members) {
        Map<String, Object> found = new LinkedHashMap<>();
        for (int index = 0; index < members.length; index += 2) found.put((String) members[index], members[index + 1]);
        return found;
    }
}
