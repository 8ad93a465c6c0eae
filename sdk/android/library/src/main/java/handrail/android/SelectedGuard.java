package handrail.android;

import android.view.View;
import android.widget.AdapterView;
import handrail.core.Event;

/** A list of which one item is selected, such as a spinner: it tells of a selection at its next layout, ours included. */
final class SelectedGuard implements AdapterView.OnItemSelectedListener {
    private final Guard guard;
    private final AdapterView.OnItemSelectedListener listener;
    private final Choice choice;

    SelectedGuard(Guard guard, AdapterView<?> list, AdapterView.OnItemSelectedListener listener) {
        this.guard = guard;
        this.listener = listener;
        choice = new Choice(guard, Event.Kind.SELECT, list, list::getSelectedItemPosition, one -> select(list, one), one -> label(list, one));
    }

    private static String label(AdapterView<?> list, int position) {
        return Labels.of(String.valueOf(list.getItemAtPosition(position)));
    }

    private void select(AdapterView<?> list, int position) {
        if (list.getSelectedItemPosition() == position) return;
        list.setSelection(position);
        choice.tellsLaterOf(position);
    }

    @Override
    public void onItemSelected(AdapterView<?> list, View view, int position, long id) {
        Runnable handler = () -> listener.onItemSelected(list, view, position, id);
        // What is selected already was selected by nobody: a list tells of it when it is first laid out.
        boolean first = choice.isAccepted(position) && !choice.isAwaited(position) && guard.handrail.inControl();
        if (first) handler.run();
        else choice.chosen(position, handler);
    }

    @Override
    public void onNothingSelected(AdapterView<?> list) {
        listener.onNothingSelected(list);
    }
}
