package handrail.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.FakePhone;
import android.content.pm.PermissionInfo;
import android.os.FakeMain;
import android.text.TextWatcher;
import android.view.View;
import android.widget.Button;
import android.widget.CompoundButton;
import com.sun.management.ThreadMXBean;
import handrail.core.Event;
import handrail.core.Updates;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The library does something in builds for developers and where it was signed for, and nothing anywhere else. */
class EnabledTest {
    private final Speaker server = new Speaker();

    private Handrail on(FakePhone phone) {
        FakeMain.begin();
        return Handrail.of(phone).states(Screen.FORM).commits("Reserve", "record", true).connect(server);
    }

    @Test
    void aDebuggableBuildTakesPart() {
        assertTrue(on(FakePhone.debuggable()).isEnabled());
    }

    @Test
    void aReleasedBuildTakesPartOnlyByItsSignature() {
        assertFalse(on(FakePhone.released()).isEnabled());
        assertTrue(on(FakePhone.releasedWithPermission(PermissionInfo.PROTECTION_SIGNATURE)).isEnabled());
    }

    @Test
    void aPermissionThatAnotherAppHasDeclaredForEverybodyEnablesNothing() {
        assertFalse(on(FakePhone.releasedWithPermission(PermissionInfo.PROTECTION_NORMAL)).isEnabled());
    }

    @Test
    void whereItIsNotEnabledEachListenerIsGivenBackAsItCameAndNothingConnects() {
        Handrail handrail = on(FakePhone.released());
        Guard guard = handrail.guard(now -> Screen.FORM.set("people", 4)).commits("Reserve").irreversible().named("x");
        View.OnClickListener click = view -> {};
        CompoundButton.OnCheckedChangeListener check = (button, on) -> {};
        Runnable run = () -> {};
        TextWatcher none = null;
        assertSame(click, guard.onClick(click));
        assertSame(check, guard.onCheckedChange(check));
        assertSame(run, guard.run(Event.of(Event.Kind.CLICK, ""), run));
        assertSame(none, guard.onText(null, none));
        handrail.report(Updates.NONE);
        handrail.release();
        handrail.disconnect();
        assertFalse(handrail.inControl());
        assertEquals(0, server.said.size());
    }

    @Test
    void whereItIsNotEnabledNothingIsAllocated() {
        Handrail handrail = on(FakePhone.released());
        Expect expect = now -> Updates.NONE;
        View.OnClickListener listener = view -> {};
        Button button = new Button();
        button.setOnClickListener(handrail.guard(expect).onClick(listener));
        assertEquals(0, allocated(() -> {
            handrail.guard(expect).commits("Reserve").irreversible().onClick(listener);
            button.performClick();
            handrail.report(Updates.NONE);
            handrail.release();
        }));
    }

    @Test
    void whileNobodyIsInControlAnEventAllocatesNothing() {
        Handrail handrail = on(FakePhone.debuggable());
        Button button = new Button();
        button.setOnClickListener(handrail.guard(now -> Updates.NONE).onClick(view -> {}));
        assertEquals(0, allocated(button::performClick));
    }

    /** Bytes that this thread allocates in so many rounds, at the least: the machine itself allocates now and then. */
    private static long allocated(Runnable round) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int times = 0; times < 10; times++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int index = 0; index < 1_000; index++) round.run();
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }

    @Test
    void aCommitmentThatIsNotDeclaredIsRefusedWhenItIsWrittenNotWhenItIsTouched() {
        Handrail handrail = on(FakePhone.debuggable());
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> handrail.guard().commits("Pay"));
        assertTrue(error.getMessage().contains("no commitment `Pay` is declared"));
        assertThrows(IllegalArgumentException.class, () -> Handrail.of(FakePhone.debuggable()).commits("Pay", "payment", true).commits("Pay", "record", false));
    }
}
