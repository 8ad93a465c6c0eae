package handrail.core;

import java.util.LinkedHashMap;
import java.util.Map;

/** Something that was done to the app's user interface. */
public final class Event {
    /** The words that the protocol has for it. */
    public enum Kind {
        CLICK("click"),
        LONG_CLICK("long_click"),
        INPUT("input"),
        CHECK("check"),
        SELECT("select"),
        MENU("menu"),
        TAB("tab"),
        SUBMIT("submit"),
        KEY("key");

        public final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    public final Kind kind;
    /** What a person would call it: the text of the button. */
    public final String target;
    /** What was typed or chosen; {@code null} where nothing was. */
    public final String text;
    /** What a box is to show; {@code null} where it is no box. */
    public final Boolean checked;

    public Event(Kind kind, String target, String text, Boolean checked) {
        this.kind = kind;
        this.target = target;
        this.text = text;
        this.checked = checked;
    }

    /** An event of which there is no more to say than what was touched. */
    public static Event of(Kind kind, String target) {
        return new Event(kind, target, null, null);
    }

    Map<String, Object> document() {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("kind", kind.word);
        said.put("target", target);
        if (text != null) said.put("text", text);
        if (checked != null) said.put("checked", checked);
        return said;
    }
}
