package handrail.android;

import android.text.Editable;
import android.text.TextWatcher;
import android.widget.TextView;
import handrail.core.Event;
import handrail.core.Updates;

/** Tells what a field says whenever that changes, whoever types. */
final class TextReport implements TextWatcher {
    private final Guard guard;
    private final TextView field;
    private final TextWatcher watcher;

    TextReport(Guard guard, TextView field, TextWatcher watcher) {
        this.guard = guard;
        this.field = field;
        this.watcher = watcher;
    }

    @Override
    public void beforeTextChanged(CharSequence text, int start, int count, int after) {
        watcher.beforeTextChanged(text, start, count, after);
    }

    @Override
    public void onTextChanged(CharSequence text, int start, int before, int count) {
        watcher.onTextChanged(text, start, before, count);
    }

    @Override
    public void afterTextChanged(Editable text) {
        watcher.afterTextChanged(text);
        Updates updates;
        try {
            updates = guard.expected(new Occurrence(new Event(Event.Kind.INPUT, Labels.ofField(field), Labels.typed(field), null), field, -1));
        } catch (RuntimeException error) {
            return; // half a date is no date yet
        }
        guard.handrail.report(updates);
    }
}
