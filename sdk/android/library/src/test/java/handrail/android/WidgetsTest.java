package handrail.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.text.Editable;
import android.text.InputType;
import android.text.TextWatcher;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.RadioGroup;
import android.widget.Spinner;
import android.widget.TabHost;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What changes by itself after a touch keeps its old value until that is allowed. */
class WidgetsTest {
    private final Screen screen = new Screen();

    @Test
    void aBoxShowsTheOldValueWhileItWaitsAndTheNewOneWhenItsHandlerRuns() {
        CheckBox box = new CheckBox();
        box.setOnCheckedChangeListener(screen.guard().onCheckedChange((button, checked) -> screen.ran.add(checked + " and shows " + button.isChecked())));
        screen.server.control(true);
        box.performClick();
        assertFalse(box.isChecked());
        screen.server.answer("allow");
        assertEquals(Arrays.asList("true and shows true"), screen.ran);
        assertTrue(box.isChecked());
        box.performClick();
        screen.server.answer("block");
        assertTrue(box.isChecked());
        assertEquals(1, screen.ran.size());
    }

    @Test
    void whatABoxIsExpectedToChangeIsWorkedOutWhileItShowsWhatItIsAboutTo() {
        CheckBox box = new CheckBox();
        Guard guard = screen.handrail.guard(now -> Screen.FORM.set("box", box.isChecked()));
        box.setOnCheckedChangeListener(guard.onCheckedChange((button, checked) -> {}));
        screen.server.control(true);
        box.performClick();
        assertTrue(screen.server.proposed().get(0).contains("\"set\":{\"box\":true}"));
        assertTrue(screen.server.proposed().get(0).contains("\"checked\":true"));
    }

    @Test
    void aBoxWhoseChangeCannotBeWorkedOutIsSetBackAndNotAskedAbout() {
        CheckBox box = new CheckBox();
        Guard guard = screen.handrail.guard(now -> Screen.FORM.set("people", Integer.parseInt("four"))).named("Terrace");
        box.setOnCheckedChangeListener(guard.onCheckedChange((button, checked) -> screen.ran.add("box")));
        screen.server.control(true);
        box.performClick();
        assertFalse(box.isChecked());
        assertEquals(Arrays.asList(), screen.ran);
        assertEquals(Arrays.asList(), screen.server.proposed());
        assertTrue(screen.told.contains("Terrace: NOT_WORKED_OUT"), screen.told::toString);
    }

    @Test
    void aGroupShowsTheButtonThatWasChosenWhenControlBegan() {
        RadioGroup group = new RadioGroup();
        RadioGroup.OnCheckedChangeListener listener = screen.guard().onCheckedChange(group, (told, id) -> screen.ran.add("radio " + id));
        group.check(3); // by the app, after it was wrapped, and nobody is told
        group.setOnCheckedChangeListener(listener);
        screen.server.control(true);
        group.check(2);
        assertEquals(3, group.getCheckedRadioButtonId());
        screen.server.answer("allow");
        assertEquals(2, group.getCheckedRadioButtonId());
        assertEquals(Arrays.asList("radio 2"), screen.ran);
    }

    @Test
    void aSpinnerIsPutBackAndItsListenerHearsOnceOfWhatWasAllowedAndNeverOfWhatWasNot() {
        Spinner spinner = new Spinner();
        spinner.hold("18:00", "18:30", "20:00");
        spinner.setOnItemSelectedListener(screen.guard().onItemSelected(spinner, ListenersTest.selected(screen)));
        screen.server.control(true);
        spinner.requestLayout();
        screen.main.run();
        assertEquals(Arrays.asList("selected 0"), screen.ran, "what it shows at first was selected by nobody");
        choose(spinner, 2);
        assertEquals(0, spinner.getSelectedItemPosition());
        screen.server.answer("block");
        screen.main.run();
        choose(spinner, 2);
        choose(spinner, 1);
        screen.server.answer("allow", 2);
        screen.main.run();
        assertEquals(1, spinner.getSelectedItemPosition());
        assertEquals(Arrays.asList("selected 0", "selected 1"), screen.ran);
        screen.server.control(false);
        assertEquals(Arrays.asList("selected 0", "selected 1", "selected 2"), screen.ran, "what waited and commits nothing");
        screen.main.run();
        choose(spinner, 0);
        assertEquals(Arrays.asList("selected 0", "selected 1", "selected 2", "selected 0"), screen.ran);
        assertEquals(3, screen.server.proposed().size());
    }

    private void choose(Spinner spinner, int position) {
        spinner.setSelection(position);
        screen.main.run();
    }

    @Test
    void aTabIsShownOnlyWhenItIsAllowed() {
        TabHost host = new TabHost("list", "account");
        host.setOnTabChangedListener(screen.guard().onTabChanged(host, tag -> screen.ran.add(tag)));
        screen.server.control(true);
        host.setCurrentTab(1);
        assertEquals("list", host.getCurrentTabTag());
        assertTrue(screen.server.proposed().get(0).contains("\"text\":\"account\""));
        screen.server.answer("allow");
        assertEquals("account", host.getCurrentTabTag());
        assertEquals(Arrays.asList("account"), screen.ran);
    }

    @Test
    void aFieldThatIsLeftShowsWhatItSaidBeforeUntilThatIsAllowed() {
        EditText field = new EditText();
        field.setHint("People");
        field.setOnFocusChangeListener(screen.guard().onFocusLost((view, on) -> screen.ran.add(on + " " + field.getText())));
        field.setText("2");
        screen.server.control(true);
        field.focused(true);
        field.setText("40");
        field.focused(false);
        assertEquals("2", field.getText().toString());
        assertTrue(screen.server.proposed().get(0).contains("{\"kind\":\"input\",\"target\":\"People\",\"text\":\"40\"}"));
        screen.server.answer("allow");
        assertEquals(Arrays.asList("true 2", "false 40"), screen.ran);
        assertEquals("40", field.getText().toString());
    }

    @Test
    void whatIsTypedGoesOnAndIsReportedOnceItIsWhole() {
        EditText field = new EditText();
        Guard guard = screen.handrail.guard(now -> Screen.FORM.set("people", Integer.parseInt(now.text())));
        field.addTextChangedListener(guard.onText(field, new TextWatcher() {
            @Override
            public void beforeTextChanged(CharSequence text, int start, int count, int after) {
                screen.ran.add("before " + text);
            }

            @Override
            public void onTextChanged(CharSequence text, int start, int before, int count) {
                screen.ran.add("on " + text);
            }

            @Override
            public void afterTextChanged(Editable text) {
                screen.ran.add("after " + text);
            }
        }));
        screen.server.control(true);
        field.setText("4");
        field.setText("four");
        assertEquals(Arrays.asList("before ", "on 4", "after 4", "before 4", "on four", "after four"), screen.ran);
        assertEquals(1, screen.server.of("report").size());
        assertTrue(screen.server.of("report").get(0).contains("{\"state\":\"Form\",\"set\":{\"people\":4}}"));
        assertEquals(Arrays.asList(), screen.server.proposed());
    }

    @Test
    void aPasswordDoesNotLeaveTheApp() {
        EditText field = new EditText();
        field.setHint("Password");
        field.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
        field.setOnFocusChangeListener(screen.guard().onFocusLost((view, on) -> {}));
        field.setOnClickListener(screen.guard().onClick(view -> {}));
        screen.server.control(true);
        field.focused(true);
        field.setText("hunter2");
        field.focused(false);
        field.performClick();
        assertEquals(2, screen.server.proposed().size());
        screen.server.said.forEach(one -> assertFalse(one.contains("hunter2")));
    }

    @Test
    void whatTheAppChangesItselfIsNotAskedAbout() {
        CheckBox box = new CheckBox();
        box.setOnCheckedChangeListener(screen.guard().onCheckedChange((button, checked) -> screen.ran.add("box " + checked)));
        screen.server.control(true);
        screen.handrail.byTheApp(() -> box.setChecked(true));
        assertEquals(Arrays.asList("box true"), screen.ran);
        assertTrue(box.isChecked());
        assertEquals(Arrays.asList(), screen.server.proposed());
    }
}
