package handrail.android;

import static org.junit.jupiter.api.Assertions.assertEquals;

import android.content.FakePhone;
import android.view.InputDevice;
import android.view.MotionEvent;
import android.widget.Button;
import android.widget.CheckBox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose finger it was, where the app has switched the proof on. */
class TouchesTest {
    private static final int BUILT_IN = 3;
    private static final int EXTERNAL = 4;
    private static final int VIRTUAL = 5;
    private static final int INJECTED = 0;

    private final Screen screen = new Screen(Handrail.of(FakePhone.debuggable()).tellsFingers());
    private final Button button = new Button();

    @BeforeEach
    void aPhoneWithDevices() {
        InputDevice.DEVICES.clear();
        InputDevice.DEVICES.put(BUILT_IN, new InputDevice(false, false));
        InputDevice.DEVICES.put(EXTERNAL, new InputDevice(false, true));
        InputDevice.DEVICES.put(VIRTUAL, new InputDevice(true, false));
        button.setOnClickListener(screen.guard().onClick(view -> screen.ran.add("clicked")));
        screen.server.control(true);
    }

    private void touch(int device, int source, int flags, float x) {
        screen.handrail.touched(new MotionEvent(MotionEvent.ACTION_DOWN, device, source, flags, x, 10));
        screen.handrail.touched(new MotionEvent(MotionEvent.ACTION_UP, device, source, flags, x, 10));
    }

    private void finger() {
        touch(BUILT_IN, InputDevice.SOURCE_TOUCHSCREEN, 0, 10);
    }

    private void assertAsked() {
        assertEquals(0, screen.ran.size());
        assertEquals(1, screen.server.proposed().size());
    }

    @Test
    void thePersonsOwnFingerIsNotAskedAbout() {
        finger();
        button.performClick();
        assertEquals(1, screen.ran.size());
        assertEquals(0, screen.server.proposed().size());
    }

    @Test
    void aFingerProvesOneEvent() {
        finger();
        button.performClick();
        button.performClick();
        assertEquals(1, screen.ran.size());
        assertEquals(1, screen.server.proposed().size());
    }

    @Test
    void whatIsInjectedIsTheAgents() {
        touch(INJECTED, InputDevice.SOURCE_TOUCHSCREEN, 0, 10);
        button.performClick();
        assertAsked();
    }

    @Test
    void anInjectedTouchAfterAFingersIsTheAgents() {
        finger();
        touch(INJECTED, InputDevice.SOURCE_TOUCHSCREEN, 0, 10);
        button.performClick();
        assertAsked();
    }

    @Test
    void aVirtualDeviceIsTheAgents() {
        touch(VIRTUAL, InputDevice.SOURCE_TOUCHSCREEN, 0, 10);
        button.performClick();
        assertAsked();
    }

    @Test
    void whatIsPluggedInIsTheAgents() {
        touch(EXTERNAL, InputDevice.SOURCE_TOUCHSCREEN, 0, 10);
        button.performClick();
        assertAsked();
    }

    @Test
    void anotherKindOfDeviceIsTheAgents() {
        touch(BUILT_IN, 0x2002, 0, 10);
        button.performClick();
        assertAsked();
    }

    @Test
    void aTouchThroughAWindowThatCoversTheAppProvesNothing() {
        touch(BUILT_IN, InputDevice.SOURCE_TOUCHSCREEN, MotionEvent.FLAG_WINDOW_IS_OBSCURED, 10);
        button.performClick();
        assertAsked();
    }

    @Test
    void aTouchElsewhereProvesNothing() {
        touch(BUILT_IN, InputDevice.SOURCE_TOUCHSCREEN, 0, 500);
        button.performClick();
        assertAsked();
    }

    @Test
    void aFingersProofDoesNotLast() {
        finger();
        screen.main.advance(301);
        button.performClick();
        assertAsked();
    }

    @Test
    void aClickOfAnAccessibilityServiceWithoutATouchIsTheAgents() {
        button.performClick();
        assertAsked();
    }

    @Test
    void aBoxThatAFingerTogglesIsToggled() {
        CheckBox box = new CheckBox();
        box.setOnCheckedChangeListener(screen.guard().onCheckedChange((told, checked) -> screen.ran.add("box " + checked)));
        finger();
        box.performClick();
        assertEquals(true, box.isChecked());
        assertEquals(1, screen.ran.size());
    }

    @Test
    void unlessTheAppHasSwitchedItOnEveryTouchIsTheAgents() {
        Screen other = new Screen();
        Button there = new Button();
        there.setOnClickListener(other.guard().onClick(view -> other.ran.add("clicked")));
        other.server.control(true);
        other.handrail.touched(new MotionEvent(MotionEvent.ACTION_DOWN, BUILT_IN, InputDevice.SOURCE_TOUCHSCREEN, 0, 10, 10));
        there.performClick();
        assertEquals(0, other.ran.size());
        assertEquals(1, other.server.proposed().size());
    }
}
