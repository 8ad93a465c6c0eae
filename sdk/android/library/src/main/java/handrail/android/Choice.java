package handrail.android;

import android.view.View;
import handrail.core.Event;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/** One of several, which the platform has chosen before it tells of it: what was chosen before comes back until it is allowed. */
public final class Choice {
    private static final int NONE = Integer.MIN_VALUE;

    private final Guard guard;
    private final Event.Kind kind;
    private final View view;
    private final IntSupplier current;
    private final IntConsumer select;
    private final IntFunction<String> label;
    private int accepted;
    private boolean selecting;
    /** What we selected and shall yet be told of, by a widget that tells later. */
    private int echo = NONE;

    Choice(Guard guard, Event.Kind kind, View view, IntSupplier current, IntConsumer select, IntFunction<String> label) {
        this.guard = guard;
        this.kind = kind;
        this.view = view;
        this.current = current;
        this.select = select;
        this.label = label;
        if (guard == Guard.OFF) return;
        guard.handrail.keep(this);
        settle();
    }

    /** What is chosen now is what it is set back to. */
    void settle() {
        accepted = current.getAsInt();
    }

    boolean isAccepted(int position) {
        return position == accepted;
    }

    boolean isAwaited(int position) {
        return position == echo;
    }

    /** For a widget that tells only at its next layout of what we select. */
    void tellsLaterOf(int position) {
        echo = position;
    }

    /** The platform has chosen this, and the handler is waiting for it. */
    public void chosen(int position, Runnable handler) {
        if (guard == Guard.OFF) handler.run();
        else if (!selecting && !isEcho(position)) decide(position, handler);
    }

    private boolean isEcho(int position) {
        boolean is = position == echo;
        echo = NONE;
        return is;
    }

    private void decide(int position, Runnable handler) {
        if (guard.handrail.passes(view)) {
            accepted = position;
            handler.run();
            return;
        }
        Event event = new Event(kind, Labels.of(view), label.apply(position), null);
        guard.propose(new Occurrence(event, view, position), () -> select(accepted), () -> {
            accepted = position;
            select(position);
            handler.run();
        });
    }

    /** Selecting it is no event. */
    private void select(int position) {
        selecting = true;
        try {
            select.accept(position);
        } finally {
            selecting = false;
        }
    }
}
