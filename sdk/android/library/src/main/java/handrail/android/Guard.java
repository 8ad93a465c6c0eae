package handrail.android;

import android.text.TextWatcher;
import android.view.MenuItem;
import android.view.View;
import android.widget.AdapterView;
import android.widget.CompoundButton;
import android.widget.RadioGroup;
import android.widget.TabHost;
import android.widget.TextView;
import handrail.core.Event;
import handrail.core.Expectation;
import handrail.core.Handler;
import handrail.core.Updates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/**
 * What is said about a listener, and the listener with it.
 *
 * <p>Each call gives a new guard and leaves the one before as it was. Where the library is not enabled there is one guard
 * for all, and it gives each listener back as it came.
 */
public final class Guard {
    static final Guard OFF = new Guard(Handrail.OFF, null);

    final Handrail handrail;
    /** {@code null} where the app does not speak for the listener. */
    private final Expect expect;
    private final List<String> commits;
    private final String kind;
    private final boolean irreversible;
    private final String name;

    Guard(Handrail handrail, Expect expect) {
        this(handrail, expect, Collections.<String>emptyList(), null, false, null);
    }

    private Guard(Handrail handrail, Expect expect, List<String> commits, String kind, boolean irreversible, String name) {
        this.handrail = handrail;
        this.expect = expect;
        this.commits = commits;
        this.kind = kind;
        this.irreversible = irreversible;
        this.name = name;
    }

    private boolean isOff() {
        return this == OFF;
    }

    /** Its handler commits this. Raises {@link IllegalArgumentException} where it is not declared. */
    public Guard commits(String commitment) {
        if (isOff()) return this;
        List<String> more = new ArrayList<>(commits);
        more.add(handrail.link.declaration().commitment(commitment).name);
        return new Guard(handrail, expect, more, kind, irreversible, name);
    }

    /** Its handler commits this, of a stricter kind or less to be undone than is declared. */
    public Guard commits(String commitment, String stricter, boolean undoable) {
        if (isOff()) return this;
        return new Guard(handrail, expect, commits(commitment).commits, stricter, irreversible || undoable, name);
    }

    /** What its handler does cannot be taken back. */
    public Guard irreversible() {
        return isOff() ? this : new Guard(handrail, expect, commits, kind, true, name);
    }

    /** What a person would call it, where the view itself does not say. */
    public Guard named(String label) {
        return isOff() ? this : new Guard(handrail, expect, commits, kind, irreversible, label);
    }

    public View.OnClickListener onClick(View.OnClickListener listener) {
        if (isOff()) return listener;
        return view -> {
            if (handrail.passes(view)) listener.onClick(view);
            else propose(Occurrence.of(Event.Kind.CLICK, view), () -> listener.onClick(view));
        };
    }

    /** A long click that waits counts as taken, so that no click follows it. */
    public View.OnLongClickListener onLongClick(View.OnLongClickListener listener) {
        if (isOff()) return listener;
        return view -> {
            if (handrail.passes(view)) return listener.onLongClick(view);
            propose(Occurrence.of(Event.Kind.LONG_CLICK, view), () -> listener.onLongClick(view));
            return true;
        };
    }

    /** A check box, a switch or a toggle keeps its value until it is allowed. */
    public CompoundButton.OnCheckedChangeListener onCheckedChange(CompoundButton.OnCheckedChangeListener listener) {
        return isOff() ? listener : new CheckedGuard(this, listener);
    }

    /** The button that was chosen before stays chosen until another is allowed. */
    public RadioGroup.OnCheckedChangeListener onCheckedChange(RadioGroup group, RadioGroup.OnCheckedChangeListener listener) {
        if (isOff()) return listener;
        IntFunction<String> label = id -> Labels.of(group.<View>findViewById(id));
        Choice choice = new Choice(this, Event.Kind.SELECT, group, group::getCheckedRadioButtonId, group::check, label);
        return (told, id) -> choice.chosen(id, () -> listener.onCheckedChanged(told, id));
    }

    public AdapterView.OnItemClickListener onItemClick(AdapterView.OnItemClickListener listener) {
        if (isOff()) return listener;
        return (parent, view, position, id) -> {
            if (handrail.passes(view)) listener.onItemClick(parent, view, position, id);
            else propose(item(parent, position), () -> listener.onItemClick(parent, view, position, id));
        };
    }

    private static Occurrence item(AdapterView<?> parent, int position) {
        return new Occurrence(Event.of(Event.Kind.CLICK, Labels.of(String.valueOf(parent.getItemAtPosition(position)))), parent, position);
    }

    /** What was selected before stays selected until something else is allowed; the listener hears of that once. */
    public AdapterView.OnItemSelectedListener onItemSelected(AdapterView<?> list, AdapterView.OnItemSelectedListener listener) {
        return isOff() ? listener : new SelectedGuard(this, list, listener);
    }

    /** Of a menu, a tool bar or a pop-up menu: for the latter two, {@code setOnMenuItemClickListener(guarded::onMenuItemClick)}. */
    public MenuItem.OnMenuItemClickListener onMenuItemClick(MenuItem.OnMenuItemClickListener listener) {
        if (isOff()) return listener;
        return item -> {
            if (handrail.passes(null)) return listener.onMenuItemClick(item);
            propose(new Occurrence(Event.of(Event.Kind.MENU, Labels.of(item.getTitle())), null, -1), () -> listener.onMenuItemClick(item));
            return true;
        };
    }

    /** The tab that was shown before stays until another is allowed. For tabs of other libraries: {@link #choice}. */
    public TabHost.OnTabChangeListener onTabChanged(TabHost host, TabHost.OnTabChangeListener listener) {
        if (isOff()) return listener;
        Choice choice = new Choice(this, Event.Kind.TAB, host, host::getCurrentTab, host::setCurrentTab, index -> host.getCurrentTabTag());
        return tag -> choice.chosen(host.getCurrentTab(), () -> listener.onTabChanged(tag));
    }

    /**
     * One of several, in a widget that is not the platform's, such as Material's tabs: say {@link Choice#chosen} when the
     * widget tells of a choice.
     *
     * @param current which one the widget shows
     * @param select has the widget show this one
     * @param label what a person would call this one
     */
    public Choice choice(Event.Kind how, View widget, IntSupplier current, IntConsumer select, IntFunction<String> label) {
        return new Choice(this, how, widget, current, select, label);
    }

    public TextView.OnEditorActionListener onEditorAction(TextView.OnEditorActionListener listener) {
        return isOff() ? listener : new EditorGuard(this, listener);
    }

    /** What is typed goes on and is reported; the app's own watcher is untouched. What it leads to is asked about there. */
    public TextWatcher onText(TextView field, TextWatcher watcher) {
        return isOff() ? watcher : new TextReport(this, field, watcher);
    }

    /** A field whose text counts once it is left: until that is allowed it shows what it showed when it was entered. */
    public View.OnFocusChangeListener onFocusLost(View.OnFocusChangeListener listener) {
        return isOff() ? listener : new FocusGuard(this, listener);
    }

    /** Anything else, such as what is no {@link View}. May be run on any thread; its handler runs on the main thread. */
    public Runnable run(Event happened, Runnable handler) {
        if (isOff()) return handler;
        Runnable guarded = () -> {
            if (handrail.passes(null)) handler.run();
            else propose(new Occurrence(happened, null, -1), handler::run);
        };
        return () -> handrail.main.execute(guarded);
    }

    private boolean isUnknown() {
        return expect == null && commits.isEmpty();
    }

    Updates expected(Occurrence now) {
        return expect == null ? Updates.NONE : handrail.link.declaration().declared(expect.at(now));
    }

    /** Ask about it, with what is so now. */
    void propose(Occurrence now, Handler handler) {
        propose(now, () -> {}, handler);
    }

    /**
     * Ask about what the platform has changed by itself. What is expected is worked out while the widget shows what it is
     * about to, as the app's own handler would find it; then it is put back.
     */
    void propose(Occurrence now, Runnable putBack, Handler handler) {
        Event event = name == null ? now.event : new Event(now.event.kind, name, now.event.text, now.event.checked);
        Updates updates;
        try {
            updates = expected(now);
        } catch (RuntimeException error) {
            putBack.run();
            String reason = "what \"" + event.target + "\" is about to change could not be worked out, so it does not run: ";
            handrail.link.refuse(event, handler, reason + error);
            return;
        }
        putBack.run();
        handrail.link.propose(event, new Expectation(updates, commits, kind, irreversible, isUnknown()), handler);
    }
}
