package handrail.android;

import android.view.KeyEvent;
import android.widget.TextView;
import handrail.core.Event;

/** The keyboard's own action, or Enter on a hardware keyboard, of which the platform tells twice: down and up. */
final class EditorGuard implements TextView.OnEditorActionListener {
    private final Guard guard;
    private final TextView.OnEditorActionListener listener;
    private boolean isDown;

    EditorGuard(Guard guard, TextView.OnEditorActionListener listener) {
        this.guard = guard;
        this.listener = listener;
    }

    @Override
    public boolean onEditorAction(TextView field, int action, KeyEvent key) {
        boolean up = key != null && key.getAction() == KeyEvent.ACTION_UP;
        if (up && isDown) {
            isDown = false;
            return true; // of a key that was asked about when it went down
        }
        isDown = false;
        if (guard.handrail.passes(field)) return listener.onEditorAction(field, action, key);
        isDown = key != null && !up;
        guard.propose(new Occurrence(Event.of(Event.Kind.SUBMIT, Labels.ofField(field)), field, -1), () -> act(field, action, key));
        return true;
    }

    /** As the platform would have: the key comes up again only for a listener that took it down. */
    private void act(TextView field, int action, KeyEvent key) {
        boolean took = listener.onEditorAction(field, action, key);
        boolean down = key != null && key.getAction() == KeyEvent.ACTION_DOWN;
        if (took && down) listener.onEditorAction(field, action, KeyEvent.changeAction(key, KeyEvent.ACTION_UP));
    }
}
