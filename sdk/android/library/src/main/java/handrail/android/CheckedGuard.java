package handrail.android;

import android.widget.CompoundButton;
import handrail.core.Event;

/** A box that the platform has toggled before it tells of it: set back until it is allowed. */
final class CheckedGuard implements CompoundButton.OnCheckedChangeListener {
    private final Guard guard;
    private final CompoundButton.OnCheckedChangeListener listener;
    private boolean setting;

    CheckedGuard(Guard guard, CompoundButton.OnCheckedChangeListener listener) {
        this.guard = guard;
        this.listener = listener;
    }

    @Override
    public void onCheckedChanged(CompoundButton button, boolean checked) {
        if (setting) return;
        if (guard.handrail.passes(button)) {
            listener.onCheckedChanged(button, checked);
            return;
        }
        Event event = new Event(Event.Kind.CHECK, Labels.of(button), null, checked);
        guard.propose(new Occurrence(event, button, -1), () -> set(button, !checked), () -> {
            set(button, checked);
            listener.onCheckedChanged(button, checked);
        });
    }

    /** Setting it is no event. */
    private void set(CompoundButton button, boolean on) {
        setting = true;
        try {
            button.setChecked(on);
        } finally {
            setting = false;
        }
    }
}
