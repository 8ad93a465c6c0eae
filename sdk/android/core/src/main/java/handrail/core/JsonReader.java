package handrail.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON document (RFC 8259) and nothing that is only nearly one.
 *
 * <p>The platform's own {@code org.json} takes single quotes, comments, unquoted names and trailing text, and is not there
 * where the core is tested. Objects are maps in their order, arrays lists, whole numbers {@link Long} where they fit, other
 * numbers {@link Double}.
 */
final class JsonReader {
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** The document. Raises {@link IllegalArgumentException} that says where it stops being one. */
    static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        reader.skipSpace();
        Object found = reader.value(0);
        reader.skipSpace();
        if (reader.at < text.length()) throw reader.wrong("the end");
        return found;
    }

    private Object value(int depth) {
        if (depth > DEEPEST) throw wrong("at most " + DEEPEST + " levels");
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> found = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (took('}')) return found;
        do {
            skipSpace();
            if (peek() != '"') throw wrong("a name in quotes");
            String name = string();
            skipSpace();
            if (!took(':')) throw wrong("`:`");
            skipSpace();
            if (found.containsKey(name)) throw wrong("each name once, and `" + name + "` stands twice");
            found.put(name, value(depth + 1));
            skipSpace();
        } while (took(','));
        if (!took('}')) throw wrong("`,` or `}`");
        return found;
    }

    private List<Object> array(int depth) {
        List<Object> found = new ArrayList<>();
        at++;
        skipSpace();
        if (took(']')) return found;
        do {
            skipSpace();
            found.add(value(depth + 1));
            skipSpace();
        } while (took(','));
        if (!took(']')) throw wrong("`,` or `]`");
        return found;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        at++;
        for (;;) {
            char next = take();
            if (next == '"') return found.toString();
            if (next < ' ') throw wrong("no control character in a text");
            found.append(next == '\\' ? escaped() : next);
        }
    }

    private char escaped() {
        char next = take();
        switch (next) {
            case '"':
            case '\\':
            case '/':
                return next;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return unit();
            default:
                throw wrong("an escape that JSON has");
        }
    }

    private char unit() {
        int found = 0;
        for (int index = 0; index < 4; index++) {
            char next = take();
            int digit = next < 128 ? Character.digit(next, 16) : -1;
            if (digit < 0) throw wrong("four hexadecimal digits");
            found = found * 16 + digit;
        }
        return (char) found;
    }

    private Object number() {
        int start = at;
        took('-');
        if (!took('0')) digits();
        boolean whole = true;
        if (took('.')) {
            whole = false;
            digits();
        }
        if (took('e') || took('E')) {
            whole = false;
            if (!took('+')) took('-');
            digits();
        }
        String found = text.substring(start, at);
        try {
            if (whole) return Long.valueOf(found);
        } catch (NumberFormatException error) {
            // It is longer than a long.
        }
        return Double.valueOf(found);
    }

    private void digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') at++;
        if (at == start) throw wrong("a value");
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) throw wrong("a value");
        at += word.length();
        return meaning;
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') at++;
    }

    private boolean took(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    private char take() {
        if (at >= text.length()) throw wrong("more");
        return text.charAt(at++);
    }

    /** The next character; at the end, one that no document has. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private IllegalArgumentException wrong(String wanted) {
        return new IllegalArgumentException("no JSON: at character " + at + " there should be " + wanted);
    }
}
