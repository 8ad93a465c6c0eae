package handrail.core;

import java.util.Map;

/** Writes maps, iterables, texts, numbers, booleans and {@code null} as one line of JSON. */
final class JsonWriter {
    private static final String DIGITS = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder(256);

    private JsonWriter() {}

    /** The document. Raises {@link IllegalArgumentException} for what JSON has no word for. */
    static String write(Object document) {
        JsonWriter writer = new JsonWriter();
        writer.value(document);
        return writer.text.toString();
    }

    private void value(Object value) {
        if (value == null) text.append("null");
        else if (value instanceof CharSequence) string(value.toString());
        else if (value instanceof Number) number((Number) value);
        else if (value instanceof Boolean) text.append(value);
        else if (value instanceof Map) object((Map<?, ?>) value);
        else if (value instanceof Iterable) array((Iterable<?>) value);
        else throw new IllegalArgumentException("JSON has no word for a " + value.getClass().getName());
    }

    private void number(Number value) {
        double real = value.doubleValue();
        if (Double.isNaN(real) || Double.isInfinite(real)) throw new IllegalArgumentException("JSON has no word for " + value);
        text.append(value);
    }

    private void object(Map<?, ?> members) {
        char before = '{';
        for (Map.Entry<?, ?> member : members.entrySet()) {
            text.append(before);
            string(member.getKey().toString());
            text.append(':');
            value(member.getValue());
            before = ',';
        }
        text.append(before == '{' ? "{}" : "}");
    }

    private void array(Iterable<?> items) {
        char before = '[';
        for (Object item : items) {
            text.append(before);
            value(item);
            before = ',';
        }
        text.append(before == '[' ? "[]" : "]");
    }

    private void string(String said) {
        text.append('"');
        for (int index = 0; index < said.length(); index++) {
            char one = said.charAt(index);
            if (one == '"' || one == '\\') text.append('\\').append(one);
            else if (one < ' ' || isAlone(said, index)) escape(one);
            else text.append(one);
        }
        text.append('"');
    }

    /** Half of a pair has no UTF-8, so it goes out as an escape. */
    private static boolean isAlone(String said, int index) {
        char one = said.charAt(index);
        if (Character.isHighSurrogate(one)) return index + 1 == said.length() || !Character.isLowSurrogate(said.charAt(index + 1));
        return Character.isLowSurrogate(one) && (index == 0 || !Character.isHighSurrogate(said.charAt(index - 1)));
    }

    private void escape(char one) {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) text.append(DIGITS.charAt((one >> shift) & 15));
    }
}
