package handrail.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** One typed variable of a state. */
public final class Variable {
    /** What a variable may be besides its type. */
    public enum Mark {
        /** It names the row: each update says which row by it. */
        KEY,
        /** A text that lists things in any order, such as people. */
        SET,
        /** A text that is the number of something, as of an account: spaces in it say nothing. */
        CODE
    }

    enum Type {
        TEXT("Text", "a text"),
        NUMBER("Number", "a number"),
        BOOLEAN("Boolean", "true or false"),
        DATE("Date", "a date such as 2026-03-02"),
        TIME("Time", "a time such as 19:00"),
        ENUM("Enum", "one of its values");

        final String word;
        final String takes;

        Type(String word, String takes) {
            this.word = word;
            this.takes = takes;
        }
    }

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern TIME = Pattern.compile("\\d{1,2}:\\d{2}(:\\d{2})?( ?[AaPp][Mm])?");

    public final String name;
    final Type type;
    private final List<Mark> marks;
    private final List<String> values;

    Variable(String name, Type type, List<String> values, Mark... marks) {
        this.name = name;
        this.type = type;
        this.values = Collections.unmodifiableList(new ArrayList<>(values));
        this.marks = Arrays.asList(marks.clone());
    }

    /** Whether it names the row. */
    public boolean isKey() {
        return marks.contains(Mark.KEY);
    }

    /** As it goes over the wire. Raises {@link IllegalArgumentException} for what the type does not take. */
    Object written(Object value) {
        Object found = value instanceof CharSequence || isOfTime() && value != null ? value.toString() : value;
        if (found == null && !isKey() || takes(found)) return found;
        String shown = found instanceof String ? '"' + (String) found + '"' : String.valueOf(found);
        String wanted = type == Type.ENUM ? "one of " + String.join(", ", values) : type.takes;
        throw new IllegalArgumentException("`" + name + "` takes " + wanted + "; it was given " + shown);
    }

    private boolean isOfTime() {
        return type == Type.DATE || type == Type.TIME;
    }

    private boolean takes(Object value) {
        switch (type) {
            case NUMBER:
                return value instanceof Number && !Double.isNaN(((Number) value).doubleValue()) && !Double.isInfinite(((Number) value).doubleValue());
            case BOOLEAN:
                return value instanceof Boolean;
            case DATE:
                return value instanceof String && DATE.matcher((String) value).matches();
            case TIME:
                return value instanceof String && TIME.matcher((String) value).matches();
            case ENUM:
                return values.contains(value);
            default:
                return value instanceof String;
        }
    }

    Map<String, Object> document() {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("name", name);
        said.put("type", type.word);
        if (isKey()) said.put("is_key", true);
        if (marks.contains(Mark.SET)) said.put("is_set", true);
        if (marks.contains(Mark.CODE)) said.put("is_code", true);
        if (type == Type.ENUM) said.put("enum_values", values);
        return said;
    }
}
