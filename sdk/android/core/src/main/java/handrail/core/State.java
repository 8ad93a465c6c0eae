package handrail.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A state of the app: what it is called, what a person would call it, and its variables.
 *
 * <pre>{@code
 * static final State ALARM = State.named("Alarm").describedAs("the list of alarms").text("label", State.KEY).time("time");
 * ALARM.set("label", "Work").and("time", "07:00")
 * }</pre>
 *
 * <p>Each call gives a new state and leaves the one before as it was.
 */
public final class State {
    public static final Variable.Mark KEY = Variable.Mark.KEY;
    public static final Variable.Mark SET = Variable.Mark.SET;
    public static final Variable.Mark CODE = Variable.Mark.CODE;

    public final String name;
    private final String description;
    private final List<Variable> variables;

    private State(String name, String description, List<Variable> variables) {
        this.name = name;
        this.description = description;
        this.variables = variables;
    }

    public static State named(String name) {
        return new State(name, "", Collections.<Variable>emptyList());
    }

    /** In a short phrase that a person would use: what an agent is told of it uses it. */
    public State describedAs(String phrase) {
        return new State(name, phrase, variables);
    }

    public State text(String variable, Variable.Mark... marks) {
        return and(new Variable(variable, Variable.Type.TEXT, Collections.<String>emptyList(), marks));
    }

    public State number(String variable, Variable.Mark... marks) {
        return and(new Variable(variable, Variable.Type.NUMBER, Collections.<String>emptyList(), marks));
    }

    public State bool(String variable, Variable.Mark... marks) {
        return and(new Variable(variable, Variable.Type.BOOLEAN, Collections.<String>emptyList(), marks));
    }

    /** Takes {@code 2026-03-02}, or what says that of itself, such as {@code java.time.LocalDate}. */
    public State date(String variable, Variable.Mark... marks) {
        return and(new Variable(variable, Variable.Type.DATE, Collections.<String>emptyList(), marks));
    }

    /** Takes {@code 19:00}, or what says that of itself, such as {@code java.time.LocalTime}. */
    public State time(String variable, Variable.Mark... marks) {
        return and(new Variable(variable, Variable.Type.TIME, Collections.<String>emptyList(), marks));
    }

    public State oneOf(String variable, String... values) {
        return and(new Variable(variable, Variable.Type.ENUM, Arrays.asList(values)));
    }

    public State keyOneOf(String variable, String... values) {
        return and(new Variable(variable, Variable.Type.ENUM, Arrays.asList(values), KEY));
    }

    /** A row gets this value, and others by {@link Update#and}; {@code null} withdraws one; the rest stays as it was. */
    public Update set(String variable, Object value) {
        return Update.begun(this, false).and(variable, value);
    }

    /** The row with this key goes; further keys by {@link Update#and}. */
    public Update delete(String key, Object value) {
        return Update.begun(this, true).and(key, value);
    }

    /** Raises {@link IllegalArgumentException} where there is none. */
    Variable variable(String wanted) {
        for (Variable one : variables) if (one.name.equals(wanted)) return one;
        throw new IllegalArgumentException("state `" + name + "` has no variable `" + wanted + "`; it has " + names());
    }

    /** The values of the keys among these: which row it is. */
    List<Object> row(Map<String, Object> values) {
        List<Object> found = new ArrayList<>();
        for (Variable one : variables) if (one.isKey()) found.add(values.get(one.name));
        return found;
    }

    Map<String, Object> document() {
        Map<String, Object> said = new LinkedHashMap<>();
        List<Object> declared = new ArrayList<>();
        for (Variable one : variables) declared.add(one.document());
        said.put("name", name);
        said.put("description", description);
        said.put("variables", declared);
        return said;
    }

    private State and(Variable added) {
        for (Variable one : variables) {
            if (one.name.equals(added.name)) throw new IllegalArgumentException("state `" + name + "` has `" + added.name + "` twice");
        }
        List<Variable> more = new ArrayList<>(variables);
        more.add(added);
        return new State(name, description, Collections.unmodifiableList(more));
    }

    private String names() {
        StringBuilder found = new StringBuilder();
        for (Variable one : variables) found.append(found.length() == 0 ? "" : ", ").append(one.name);
        return found.length() == 0 ? "none" : found.toString();
    }
}
