package handrail.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A message of the server: each goes to the one place in {@link Link} that it is for. */
abstract class FromServer {
    /** Called on the main thread. */
    abstract void reach(Link link);

    /** What was said, or {@code null} where that cannot be read: an app must not fall over what comes from outside. */
    static FromServer read(String text) {
        try {
            Object said = JsonReader.read(text);
            return said instanceof Map ? of((Map<?, ?>) said) : null;
        } catch (IllegalArgumentException error) {
            return null;
        }
    }

    private static FromServer of(Map<?, ?> said) {
        switch (textOf(said, "type")) {
            case "welcome":
                return Welcome.of(said.get("verdict_seconds"), said.get("ask_seconds"));
            case "control":
                if (!(said.get("on") instanceof Boolean && said.get("session") instanceof String)) return null;
                return new Control((Boolean) said.get("on"), textOf(said, "session"), textOf(said, "task"), textOf(said, "why"));
            case "verdict":
                if (!(said.get("id") instanceof String && said.get("decision") instanceof String)) return null;
                return new Verdict(textOf(said, "id"), textOf(said, "decision"), textsOf(said.get("reasons")), textOf(said, "feedback"));
            case "error":
                return said.get("code") instanceof String ? new Refusal(said) : null;
            case "noted":
                return new Noted(said.get("refused"));
            case "ping":
                return new Ping();
            case "defined":
            case "pong":
                return new Nothing();
            default:
                return null;
        }
    }

    private static String textOf(Map<?, ?> said, String member) {
        Object found = said.get(member);
        return found instanceof String ? (String) found : "";
    }

    private static List<String> textsOf(Object said) {
        List<String> found = new ArrayList<>();
        if (said instanceof List) for (Object one : (List<?>) said) if (one instanceof String) found.add((String) one);
        return Collections.unmodifiableList(found);
    }

    static final class Welcome extends FromServer {
        final long verdictMilliseconds;
        final long askMilliseconds;

        private Welcome(long verdictMilliseconds, long askMilliseconds) {
            this.verdictMilliseconds = verdictMilliseconds;
            this.askMilliseconds = askMilliseconds;
        }

        static Welcome of(Object verdictSeconds, Object askSeconds) {
            return isTime(verdictSeconds) && isTime(askSeconds) ? new Welcome(milliseconds(verdictSeconds), milliseconds(askSeconds)) : null;
        }

        private static boolean isTime(Object seconds) {
            return seconds instanceof Number && ((Number) seconds).doubleValue() > 0 && !Double.isInfinite(((Number) seconds).doubleValue());
        }

        private static long milliseconds(Object seconds) {
            return Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(((Number) seconds).doubleValue() * 1000)));
        }

        @Override
        void reach(Link link) {
            link.welcome(this);
        }
    }

    static final class Control extends FromServer {
        final boolean on;
        final String session;
        final String task;
        final String why;

        private Control(boolean on, String session, String task, String why) {
            this.on = on;
            this.session = session;
            this.task = task;
            this.why = why;
        }

        @Override
        void reach(Link link) {
            link.control(this);
        }
    }

    static final class Verdict extends FromServer {
        final String id;
        final String decision;
        final List<String> reasons;
        final String feedback;

        private Verdict(String id, String decision, List<String> reasons, String feedback) {
            this.id = id;
            this.decision = decision;
            this.reasons = reasons;
            this.feedback = feedback;
        }

        @Override
        void reach(Link link) {
            link.verdict(this);
        }
    }

    /** An {@code error}. */
    static final class Refusal extends FromServer {
        final String code;
        final String message;
        final String about;
        final boolean fatal;

        private Refusal(Map<?, ?> said) {
            code = textOf(said, "code");
            message = textOf(said, "message");
            about = textOf(said, "about");
            fatal = Boolean.TRUE.equals(said.get("fatal"));
        }

        @Override
        void reach(Link link) {
            link.refused(this);
        }
    }

    static final class Noted extends FromServer {
        final List<String> reasons = new ArrayList<>();

        private Noted(Object refused) {
            if (!(refused instanceof List)) return;
            for (Object one : (List<?>) refused) if (one instanceof Map) reasons.add(textOf((Map<?, ?>) one, "reason"));
        }

        @Override
        void reach(Link link) {
            link.noted(this);
        }
    }

    static final class Ping extends FromServer {
        @Override
        void reach(Link link) {
            link.pinged();
        }
    }

    /** What needs no answer. */
    static final class Nothing extends FromServer {
        @Override
        void reach(Link link) {}
    }
}
