package handrail.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that a test moves. */
final class FakeClock implements Clock {
    private static final class Timer {
        final long at;
        final Runnable run;

        Timer(long at, Runnable run) {
            this.at = at;
            this.run = run;
        }
    }

    long now;
    private final List<Timer> timers = new ArrayList<>();

    @Override
    public Runnable after(long milliseconds, Runnable run) {
        Timer timer = new Timer(now + milliseconds, run);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    void advanceTo(long until) {
        for (;;) {
            Timer next = timers.stream().filter(one -> one.at <= until).min(Comparator.comparingLong(one -> one.at)).orElse(null);
            if (next == null) break;
            timers.remove(next);
            now = Math.max(now, next.at);
            next.run.run();
        }
        now = Math.max(now, until);
    }

    /** What is due first happens now, if there is anything. */
    void next() {
        timers.stream().min(Comparator.comparingLong(one -> one.at)).ifPresent(first -> {
            timers.remove(first);
            first.run.run();
        });
    }

    void advance(long milliseconds) {
        advanceTo(now + milliseconds);
    }
}
