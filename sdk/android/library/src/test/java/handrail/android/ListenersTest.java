package handrail.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.view.KeyEvent;
import android.view.View;
import android.widget.AdapterView;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.ListView;
import android.widget.RadioGroup;
import android.widget.Spinner;
import android.widget.TabHost;
import handrail.core.Event;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an app's listeners hear of while an agent is in control, and while nobody is. */
class ListenersTest {
    /** Each wrapped listener: builds its widget, and gives back what a finger does to it. */
    enum Touched {
        CLICK("click", ListenersTest::click, "clicked"),
        LONG_CLICK("long_click", ListenersTest::longClick, "long clicked"),
        BOX("check", ListenersTest::box, "box true"),
        RADIO("select", ListenersTest::radio, "radio 2"),
        ITEM("click", ListenersTest::item, "item 1"),
        SPINNER("select", ListenersTest::spinner, "selected 1"),
        MENU("menu", ListenersTest::menu, "menu"),
        TAB("tab", ListenersTest::tab, "tab second"),
        OTHER_TAB("tab", ListenersTest::otherTab, "other tab 1"),
        KEYBOARD("submit", ListenersTest::keyboard, "action 6"),
        ENTER("submit", ListenersTest::enter, "action 0", "action 0"),
        FOCUS("input", ListenersTest::focus, "left with new"),
        RUN("click", ListenersTest::run, "run");

        final String kind;
        final Function<Screen, Runnable> made;
        final List<String> handlers;

        Touched(String kind, Function<Screen, Runnable> made, String... handlers) {
            this.kind = kind;
            this.made = made;
            this.handlers = Arrays.asList(handlers);
        }
    }

    private static Runnable click(Screen screen) {
        Button button = new Button();
        button.setOnClickListener(screen.guard().onClick(view -> screen.ran.add("clicked")));
        return button::performClick;
    }

    private static Runnable longClick(Screen screen) {
        Button button = new Button();
        button.setOnLongClickListener(screen.guard().onLongClick(view -> screen.ran.add("long clicked")));
        return () -> assertTrue(button.performLongClick(), "taken, so that no click follows");
    }

    private static Runnable box(Screen screen) {
        CheckBox box = new CheckBox();
        box.setOnCheckedChangeListener(screen.guard().onCheckedChange((button, checked) -> screen.ran.add("box " + checked)));
        return box::performClick;
    }

    private static Runnable radio(Screen screen) {
        RadioGroup group = new RadioGroup();
        group.check(1);
        group.setOnCheckedChangeListener(screen.guard().onCheckedChange(group, (told, id) -> screen.ran.add("radio " + id)));
        return () -> group.check(2);
    }

    private static Runnable item(Screen screen) {
        ListView list = new ListView();
        list.hold("first", "second");
        list.setOnItemClickListener(screen.guard().onItemClick((parent, view, position, id) -> screen.ran.add("item " + position)));
        return () -> list.performItemClick(new View(), 1, 1);
    }

    private static Runnable spinner(Screen screen) {
        Spinner spinner = new Spinner();
        spinner.hold("first", "second");
        spinner.requestLayout();
        screen.main.run();
        spinner.setOnItemSelectedListener(screen.guard().onItemSelected(spinner, selected(screen)));
        return () -> {
            spinner.setSelection(1);
            screen.main.run();
        };
    }

    static AdapterView.OnItemSelectedListener selected(Screen screen) {
        return new AdapterView.OnItemSelectedListener() {
            @Override
            public void onItemSelected(AdapterView<?> parent, View view, int position, long id) {
                screen.ran.add("selected " + position);
            }

            @Override
            public void onNothingSelected(AdapterView<?> parent) {
                screen.ran.add("nothing selected");
            }
        };
    }

    private static Runnable menu(Screen screen) {
        Item item = new Item("Delete all");
        item.setOnMenuItemClickListener(screen.guard().onMenuItemClick(told -> screen.ran.add("menu")));
        return () -> assertTrue(item.touch(), "taken, so that the activity does not act on it");
    }

    private static Runnable tab(Screen screen) {
        TabHost host = new TabHost("first", "second");
        host.setOnTabChangedListener(screen.guard().onTabChanged(host, tag -> screen.ran.add("tab " + tag)));
        return () -> host.setCurrentTab(1);
    }

    /** As Material's: tells of a choice at once, its own included. */
    private static Runnable otherTab(Screen screen) {
        int[] shown = {0};
        Choice[] choice = new Choice[1];
        choice[0] = screen.guard().choice(Event.Kind.TAB, null, () -> shown[0], position -> {
            shown[0] = position;
            choice[0].chosen(position, () -> screen.ran.add("told of what it did itself"));
        }, position -> "tab " + position);
        return () -> {
            shown[0] = 1;
            choice[0].chosen(1, () -> screen.ran.add("other tab " + shown[0]));
        };
    }

    private static Runnable keyboard(Screen screen) {
        EditText field = new EditText();
        field.setOnEditorActionListener(screen.guard().onEditorAction((view, action, key) -> screen.ran.add("action " + action)));
        return () -> assertTrue(field.act(6, null));
    }

    private static Runnable enter(Screen screen) {
        EditText field = new EditText();
        field.setOnEditorActionListener(screen.guard().onEditorAction((view, action, key) -> screen.ran.add("action " + action)));
        return () -> {
            field.act(0, new KeyEvent(KeyEvent.ACTION_DOWN, 66));
            field.act(0, new KeyEvent(KeyEvent.ACTION_UP, 66));
        };
    }

    private static Runnable focus(Screen screen) {
        EditText field = new EditText();
        field.setOnFocusChangeListener(screen.guard().onFocusLost((view, on) -> {
            if (!on) screen.ran.add("left with " + field.getText());
        }));
        return () -> {
            field.setText("old");
            field.focused(true);
            field.setText("new");
            field.focused(false);
        };
    }

    private static Runnable run(Screen screen) {
        return screen.guard().run(Event.of(Event.Kind.CLICK, "Reserve"), () -> screen.ran.add("run"));
    }

    @ParameterizedTest
    @EnumSource
    void anAgentsTouchWaitsForItsVerdictAndThenIsAsIfItCameOnlyNow(Touched touched) {
        Screen screen = new Screen();
        Runnable touch = touched.made.apply(screen);
        screen.server.control(true);
        touch.run();
        assertEquals(Arrays.asList(), screen.ran);
        assertEquals(1, screen.server.proposed().size());
        assertTrue(screen.server.proposed().get(0).contains("\"event\":{\"kind\":\"" + touched.kind + "\""), screen.server.proposed()::toString);
        screen.server.answer("allow");
        screen.main.run();
        assertEquals(touched.handlers, screen.ran);
        screen.server.answer("allow");
        screen.main.run();
        assertEquals(touched.handlers, screen.ran, "a verdict is used up");
        assertEquals(1, screen.server.proposed().size(), "what comes of it is no new event");
        assertEquals(1, screen.server.of("outcome").size());
    }

    @ParameterizedTest
    @EnumSource
    void whatIsBlockedNeverReachesTheAppAndThePersonsOwnTouchAlwaysDoes(Touched touched) {
        Screen screen = new Screen();
        Runnable touch = touched.made.apply(screen);
        screen.server.control(true);
        touch.run();
        screen.server.answer("block");
        screen.main.advance(600_000);
        assertEquals(Arrays.asList(), screen.ran);
        screen.server.control(false);
        touch.run();
        screen.main.run();
        assertEquals(touched.handlers, screen.ran);
        assertEquals(1, screen.server.proposed().size());
    }

    @ParameterizedTest
    @EnumSource
    void withoutAnAnswerWhatCommitsNothingRunsOnceAndLaterWordsChangeNothing(Touched touched) {
        Screen screen = new Screen();
        Runnable touch = touched.made.apply(screen);
        screen.server.control(true);
        touch.run();
        screen.main.advance(5_000);
        assertEquals(touched.handlers, screen.ran);
        screen.server.answer("block");
        screen.server.answer("allow");
        screen.main.advance(600_000);
        assertEquals(touched.handlers, screen.ran);
    }

    @Test
    void aVerdictFromTheTransportsThreadRunsTheHandlerOnTheMainThread() throws InterruptedException {
        Screen screen = new Screen();
        Thread main = Thread.currentThread();
        Button button = new Button();
        button.setOnClickListener(screen.guard().onClick(view -> screen.ran.add(Thread.currentThread() == main ? "on main" : "elsewhere")));
        screen.server.control(true);
        button.performClick();
        Thread transport = new Thread(() -> screen.server.answer("allow"));
        transport.start();
        transport.join();
        assertEquals(Arrays.asList(), screen.ran);
        screen.main.run();
        assertEquals(Arrays.asList("on main"), screen.ran);
    }

    @Test
    void whatNobodySpeaksForIsAskedAboutAndDoesNotRunWithoutAnAnswer() {
        Screen screen = new Screen();
        Button button = new Button();
        button.setOnClickListener(screen.handrail.guard().onClick(view -> screen.ran.add("clicked")));
        screen.server.control(true);
        button.performClick();
        assertTrue(screen.server.proposed().get(0).contains("\"unknown\":true"));
        screen.main.advance(5_000);
        assertEquals(Arrays.asList(), screen.ran);
    }

    @ParameterizedTest
    @EnumSource
    void withoutAnAgentTheListenerRunsAtOnceAndNobodyIsAsked(Touched touched) {
        Screen screen = new Screen();
        touched.made.apply(screen).run();
        assertEquals(touched.handlers, screen.ran);
        assertEquals(Arrays.asList(), screen.server.proposed());
    }
}
