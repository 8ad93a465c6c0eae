package handrail.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the dialogues' file says, as an app would say it. */
final class Declared {
    private Declared() {}

    static Declaration declaration(Map<?, ?> app) {
        List<State> states = new ArrayList<>();
        List<Commitment> commitments = new ArrayList<>();
        for (Object one : (List<?>) app.get("states")) states.add(state((Map<?, ?>) one));
        for (Object one : (List<?>) app.get("commitments")) commitments.add(commitment((Map<?, ?>) one));
        return new Declaration(states, commitments);
    }

    private static State state(Map<?, ?> said) {
        State found = State.named((String) said.get("name")).describedAs((String) said.get("description"));
        for (Object one : (List<?>) said.get("variables")) found = with(found, (Map<?, ?>) one);
        return found;
    }

    private static State with(State state, Map<?, ?> said) {
        String name = (String) said.get("name");
        Variable.Mark[] marks = Boolean.TRUE.equals(said.get("is_key")) ? new Variable.Mark[] {State.KEY} : new Variable.Mark[0];
        switch ((String) said.get("type")) {
            case "Text":
                return state.text(name, marks);
            case "Number":
                return state.number(name, marks);
            case "Boolean":
                return state.bool(name, marks);
            case "Date":
                return state.date(name, marks);
            case "Time":
                return state.time(name, marks);
            default:
                throw new AssertionError(said);
        }
    }

    private static Commitment commitment(Map<?, ?> said) {
        boolean irreversible = (Boolean) said.get("irreversible");
        return new Commitment((String) said.get("name"), (String) said.get("kind"), irreversible, (String) said.get("description"));
    }

    static Event event(Map<?, ?> said) {
        Event.Kind kind = Event.Kind.valueOf(((String) said.get("kind")).toUpperCase(Locale.ROOT));
        return new Event(kind, (String) said.get("target"), (String) said.get("text"), (Boolean) said.get("checked"));
    }

    static Expectation expectation(Declaration declaration, Map<?, ?> said) {
        List<String> commits = new ArrayList<>();
        if (said.containsKey("commits")) for (Object one : (List<?>) said.get("commits")) commits.add((String) one);
        boolean irreversible = Boolean.TRUE.equals(said.get("irreversible"));
        return new Expectation(updates(declaration, (List<?>) said.get("updates")), commits, (String) said.get("kind"), irreversible, Boolean.TRUE.equals(said.get("unknown")));
    }

    static Updates updates(Declaration declaration, List<?> said) {
        if (said == null) return Updates.NONE;
        List<Update> found = new ArrayList<>();
        for (Object one : said) found.add(update(declaration, (Map<?, ?>) one));
        return Updates.of(found);
    }

    private static Update update(Declaration declaration, Map<?, ?> said) {
        boolean deletes = said.containsKey("delete");
        Update found = Update.begun(declaration.state((String) said.get("state")), deletes);
        for (Map.Entry<?, ?> one : ((Map<?, ?>) said.get(deletes ? "delete" : "set")).entrySet()) found = found.and((String) one.getKey(), one.getValue());
        return found;
    }
}
