package handrail.android;

import android.view.View;
import android.widget.AdapterView;
import handrail.core.Event;

/** An event as it happens, for whoever works out what its handler is about to change. */
public final class Occurrence {
    public final Event event;
    /** The view that was touched, or {@code null}. */
    public final View view;
    /** Which item, tab or button of a group; -1 where there are none. */
    public final int position;

    Occurrence(Event event, View view, int position) {
        this.event = event;
        this.view = view;
        this.position = position;
    }

    static Occurrence of(Event.Kind kind, View view) {
        return new Occurrence(Event.of(kind, Labels.of(view)), view, -1);
    }

    /** What a box is about to show. */
    public boolean checked() {
        return Boolean.TRUE.equals(event.checked);
    }

    /** What was typed, or the name of what was chosen. */
    public String text() {
        return event.text == null ? event.target : event.text;
    }

    /** The item of the list that was touched, as its adapter has it. */
    public Object item() {
        return view instanceof AdapterView ? ((AdapterView<?>) view).getItemAtPosition(position) : null;
    }
}
