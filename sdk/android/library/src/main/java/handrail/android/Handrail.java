package handrail.android;

import android.content.Context;
import android.view.MotionEvent;
import android.view.View;
import handrail.core.Link;
import handrail.core.Updates;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * An app that takes part: its listeners wait for a verdict while an agent is in control, and are untouched otherwise.
 *
 * <pre>{@code
 * Handrail handrail = Handrail.of(context).states(FORM).commits("Reserve", "record", true).connect(8771);
 * reserve.setOnClickListener(handrail.guard(now -> FORM.set("people", people())).commits("Reserve").onClick(v -> reserve()));
 * }</pre>
 *
 * <p>Does nothing at all unless the build is debuggable or holds the permission {@code handrail.permission.GUARDED} by its
 * signature: then each listener that is wrapped is given back as it came.
 */
public final class Handrail {
    static final Handrail OFF = new Handrail(null, null, null);

    final Link link;
    final MainThread main;
    private final Touches touches;
    private final Set<Choice> choices = Collections.newSetFromMap(new WeakHashMap<>());
    private int byTheApp;

    Handrail(Link link, MainThread main, Touches touches) {
        this.link = link;
        this.main = main;
        this.touches = touches;
    }

    /** Begin to declare what matters in the app. Its application is the place for it: this outlives every screen. */
    public static HandrailBuilder of(Context context) {
        return new HandrailBuilder(context);
    }

    /** Whether it does anything in this build, on this device. */
    public boolean isEnabled() {
        return link != null;
    }

    /** Whether an agent is in control. From any thread. */
    public boolean inControl() {
        return link != null && link.inControl();
    }

    /** Begin to say what a listener is about to change. */
    public Guard guard(Expect expect) {
        return link == null ? Guard.OFF : new Guard(this, expect);
    }

    /** A listener of which nothing can be said: policy decides about it, and without a verdict it does not run. */
    public Guard guard() {
        return guard(null);
    }

    /** Say what has changed, such as what a server answered. From any thread. */
    public void report(Updates updates) {
        if (link != null) link.report(link.declaration().declared(updates));
    }

    /** The person's way out: the agent loses control now, and nothing that waits runs. From any thread. */
    public void release() {
        release("the person took over");
    }

    public void release(String why) {
        if (link != null) link.release(why);
    }

    /** Control ends, and the server is not sought again. From any thread. */
    public void disconnect() {
        if (link != null) link.disconnect();
    }

    /**
     * Change the app's own widgets, such as to what a server answered: what they tell of meanwhile is nobody's touch, and
     * nobody is asked. On the main thread.
     */
    public void byTheApp(Runnable change) {
        byTheApp++;
        try {
            change.run();
        } finally {
            byTheApp--;
        }
    }

    /**
     * For {@code dispatchTouchEvent} of an activity: tells the person's own finger from what is injected, where
     * {@link HandrailBuilder#tellsFingers} has switched that on.
     */
    public void touched(MotionEvent event) {
        if (touches != null) touches.seen(event);
    }

    /** Whether a listener runs as if there were no agent. */
    boolean passes(View view) {
        if (!link.inControl() || byTheApp > 0) return true;
        return touches != null && touches.prove(view);
    }

    /** What it shows when control begins is what it is set back to. */
    void keep(Choice choice) {
        choices.add(choice);
    }

    void controlBegins() {
        for (Choice one : choices) one.settle();
    }
}
