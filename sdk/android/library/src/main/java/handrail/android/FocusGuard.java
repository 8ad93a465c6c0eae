package handrail.android;

import android.view.View;
import android.widget.TextView;
import handrail.core.Event;

/** A field whose text counts once it is left. */
final class FocusGuard implements View.OnFocusChangeListener {
    private final Guard guard;
    private final View.OnFocusChangeListener listener;
    /** What the field said when it was entered; {@code null} where nobody was told of that. */
    private String entered;

    FocusGuard(Guard guard, View.OnFocusChangeListener listener) {
        this.guard = guard;
        this.listener = listener;
    }

    @Override
    public void onFocusChange(View view, boolean hasFocus) {
        TextView field = (TextView) view;
        String text = field.getText().toString();
        String before = entered;
        entered = text;
        if (hasFocus || text.equals(before) || guard.handrail.passes(view)) {
            listener.onFocusChange(view, hasFocus);
            return;
        }
        Event event = new Event(Event.Kind.INPUT, Labels.ofField(field), Labels.typed(field), null);
        guard.propose(new Occurrence(event, view, -1), () -> set(field, before), () -> {
            set(field, text);
            listener.onFocusChange(view, false);
        });
    }

    private void set(TextView field, String text) {
        if (text == null) return;
        entered = text;
        field.setText(text);
    }
}
