package handrail.android;

import handrail.core.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that a test speaks for, as texts: the library's tests read no JSON. */
final class Speaker implements Transport {
    private static final Pattern ID = Pattern.compile("\"id\":\"(e-\\d+)\"");

    final List<String> said = new ArrayList<>();
    private Listener listener;

    @Override
    public Connection connect(Listener heard) {
        listener = heard;
        return new Connection() {
            @Override
            public void send(String text) {
                said.add(text);
            }

            @Override
            public void close() {}
        };
    }

    void welcome() {
        listener.opened();
        listener.said("{\"type\":\"welcome\",\"verdict_seconds\":5,\"ask_seconds\":300}");
    }

    void control(boolean on) {
        listener.said("{\"type\":\"control\",\"on\":" + on + ",\"session\":\"s-1\",\"task\":\"a task\"}");
    }

    /** The answer to the last proposal. */
    void answer(String decision) {
        answer(decision, proposed().size() - 1);
    }

    void answer(String decision, int index) {
        Matcher id = ID.matcher(proposed().get(index));
        if (!id.find()) throw new AssertionError("no proposal with an id");
        listener.said("{\"type\":\"verdict\",\"id\":\"" + id.group(1) + "\",\"decision\":\"" + decision + "\",\"reasons\":[],\"feedback\":\"in words\"}");
    }

    void lose() {
        listener.closed();
    }

    List<String> proposed() {
        return of("propose");
    }

    List<String> of(String type) {
        List<String> found = new ArrayList<>();
        for (String one : said) if (one.startsWith("{\"type\":\"" + type + "\"")) found.add(one);
        return found;
    }
}
