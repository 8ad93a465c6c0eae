package handrail.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An app that is connected with a server that a test speaks for; an agent is in control once the test says so. */
final class Connected {
    static final State ALARM = State.named("Alarm").describedAs("the list of alarms").text("label", State.KEY).bool("on");
    static final Commitment RESERVE = new Commitment("Reserve", "booking", true, "");

    final FakeClock clock = new FakeClock();
    final FakeServer server = new FakeServer();
    final List<Throwable> failures = new ArrayList<>();
    final List<String> logged = new ArrayList<>();
    final List<Boolean> controls = new ArrayList<>();
    final Link link;

    Connected() {
        Declaration declaration = new Declaration(Arrays.asList(ALARM), Arrays.asList(RESERVE));
        Notices notices = new Notices() {
            @Override
            public void controlled(boolean on, String task) {
                controls.add(on);
            }

            @Override
            public void log(String message) {
                logged.add(message);
            }
        };
        link = new Link(new Identity("com.example.app", "App", "test", null), declaration, server, clock, Runnable::run, notices, failures::add);
        link.connect();
        server.welcome();
    }

    static Connected inControl() {
        Connected made = new Connected();
        made.server.control(true, "s-1");
        return made;
    }

    Tried touch(boolean commits) {
        Tried tried = new Tried();
        link.propose(Event.of(Event.Kind.CLICK, "Reserve"), expectation(commits), tried);
        return tried;
    }

    static Expectation expectation(boolean commits) {
        List<String> names = commits ? Collections.singletonList("Reserve") : Collections.<String>emptyList();
        return new Expectation(Updates.NONE, names, null, false, false);
    }

    /** What became of an event. */
    static class Tried implements Handler {
        int ran;
        int held;

        @Override
        public void run() {
            ran++;
        }

        @Override
        public void held(Held why) {
            held++;
        }
    }
}
