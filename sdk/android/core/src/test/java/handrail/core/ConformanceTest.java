package handrail.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The dialogues that every SDK is held to: sdk/conformance. */
class ConformanceTest {
    private final Map<?, ?> file = (Map<?, ?>) JsonReader.read(text());

    private static String text() {
        try {
            return new String(Files.readAllBytes(Paths.get(System.getProperty("handrail.conformance"))), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new AssertionError(error);
        }
    }

    @TestFactory
    Stream<DynamicTest> dialogues() {
        List<?> dialogues = (List<?>) file.get("dialogues");
        assertFalse(dialogues.isEmpty());
        return dialogues.stream().map(one -> (Map<?, ?>) one).map(one -> DynamicTest.dynamicTest((String) one.get("name"), () -> play(one)));
    }

    private void play(Map<?, ?> dialogue) {
        Played played = new Played();
        for (Object step : (List<?>) dialogue.get("steps")) played.play((Map<?, ?>) step);
    }

    /** One app with the SDK in it, and what came of each step. */
    private final class Played {
        private final Map<?, ?> events = (Map<?, ?>) file.get("events");
        private final Declaration declaration = Declared.declaration((Map<?, ?>) file.get("app"));
        private final FakeClock clock = new FakeClock();
        private final FakeServer server = new FakeServer();
        private final List<Throwable> failures = new ArrayList<>();
        private final Map<String, Object> ids = new HashMap<>();
        private final Map<Object, Object> values = new HashMap<>();
        private final List<String> ran = new ArrayList<>();
        private final Link link;

        Played() {
            Identity identity = new Identity("com.example.restaurants", "Restaurants", "test", null);
            link = new Link(identity, declaration, server, clock, Runnable::run, new Notices() {}, failures::add);
            for (Object one : events.values()) {
                Map<?, ?> control = (Map<?, ?>) ((Map<?, ?>) one).get("control");
                if (control != null) values.put(control.get("name"), control.get("from"));
            }
        }

        void play(Map<?, ?> step) {
            server.said.clear();
            ran.clear();
            long until = Math.round(((Number) step.get("at")).doubleValue() * 1000);
            if (step.containsKey("pass")) clock.advanceTo(until);
            else clock.now = until;
            act(step);
            assertEquals(step.get("runs"), ran);
            assertEquals(ran.stream().filter(this::fails).count(), failures.size(), "an error of the app's own handler is the app's");
            failures.clear();
            if (step.containsKey("values")) ((Map<?, ?>) step.get("values")).forEach((name, value) -> assertEquals(value, values.get(name)));
            List<?> wanted = (List<?>) step.get("sends");
            assertEquals(wanted.size(), server.said.size(), server.said::toString);
            for (int index = 0; index < wanted.size(); index++) compare(server.said.get(index), (Map<?, ?>) wanted.get(index));
        }

        private void act(Map<?, ?> step) {
            if (step.containsKey("connect")) connect();
            else if (step.containsKey("lose")) server.lose();
            else if (step.containsKey("receive")) server.say(JsonWriter.write(withIds(step.get("receive"))));
            else if (step.containsKey("receive_text")) server.say((String) step.get("receive_text"));
            else if (step.containsKey("event")) happen((String) step.get("event"));
            else if (step.containsKey("report")) link.report(Declared.updates(declaration, (List<?>) step.get("report")));
            else if (step.containsKey("release")) link.release((String) step.get("release"));
        }

        /** The dialogues say when there is a new connection, and not how long the SDK waits for one. */
        private void connect() {
            link.connect();
            clock.next();
            server.open();
        }

        private void happen(String name) {
            Map<?, ?> said = (Map<?, ?>) events.get(name);
            Map<?, ?> control = (Map<?, ?>) said.get("control");
            if (control != null) values.put(control.get("name"), control.get(link.inControl() ? "from" : "to"));
            link.propose(Declared.event((Map<?, ?>) said.get("event")), Declared.expectation(declaration, said), () -> {
                if (control != null) values.put(control.get("name"), control.get("to"));
                ran.add(name);
                if (fails(name)) throw new IllegalStateException("of the app's");
            });
        }

        private boolean fails(String name) {
            return Boolean.TRUE.equals(((Map<?, ?>) events.get(name)).get("fails"));
        }

        private void compare(Map<?, ?> said, Map<?, ?> wanted) {
            wanted.forEach((member, value) -> {
                if (value instanceof String && ((String) value).startsWith("$")) compareId(said.get(member), (String) value);
                else assertEquals(plain(value), plain(said.get(member)), wanted.get("type") + "." + member);
            });
        }

        private void compareId(Object id, String name) {
            if (!ids.containsKey(name)) assertFalse(ids.containsValue(id), "an id is new for each event");
            ids.putIfAbsent(name, id);
            assertEquals(ids.get(name), id);
        }

        private Object withIds(Object said) {
            if (said instanceof String) return ids.getOrDefault(said, said);
            if (!(said instanceof Map)) return said;
            Map<Object, Object> found = new LinkedHashMap<>();
            ((Map<?, ?>) said).forEach((name, value) -> found.put(name, withIds(value)));
            return found;
        }
    }

    /** What is left out, empty, false or unknown is the same. */
    private static Object plain(Object value) {
        if (value == null || Boolean.FALSE.equals(value) || "unknown".equals(value) || Collections.emptyList().equals(value)) return null;
        if (value instanceof List) {
            List<Object> found = new ArrayList<>();
            ((List<?>) value).forEach(one -> found.add(plain(one)));
            return found;
        }
        if (!(value instanceof Map)) return value;
        Map<Object, Object> found = new HashMap<>();
        ((Map<?, ?>) value).forEach((name, one) -> {
            if (plain(one) != null) found.put(name, plain(one));
        });
        return found;
    }
}
