package handrail.android;

import android.content.FakePhone;
import android.os.FakeMain;
import handrail.core.Event;
import handrail.core.Held;
import handrail.core.Notices;
import handrail.core.State;
import handrail.core.Updates;
import java.util.ArrayList;
import java.util.List;

/** An app on a debuggable build, connected; what its handlers were told is in {@code ran}. */
final class Screen {
    static final State FORM = State.named("Form").text("field").bool("box").number("people");

    final FakeMain main = FakeMain.begin();
    final Speaker server = new Speaker();
    final List<String> ran = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    final Handrail handrail;

    Screen() {
        this(Handrail.of(FakePhone.debuggable()));
    }

    Screen(HandrailBuilder builder) {
        Notices notices = new Notices() {
            @Override
            public void controlled(boolean on, String task) {
                told.add(on ? "in control" : "not in control");
            }

            @Override
            public void held(Event event, Held held) {
                told.add(event.target + ": " + held.why);
            }
        };
        handrail = builder.states(FORM).commits("Reserve", "record", true).notices(notices).connect(server);
        server.welcome();
    }

    /** Of what commits nothing. */
    Guard guard() {
        return handrail.guard(now -> Updates.NONE);
    }
}
