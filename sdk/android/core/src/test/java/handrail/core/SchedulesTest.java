package handrail.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Events, verdicts, losses, late and repeated messages, in any order: docs/app-protocol.md. */
class SchedulesTest {
    private static final int SCHEDULES = Integer.getInteger("handrail.schedules", 10_000);
    private static final String[] DECISIONS = {"allow", "warn", "block", "ask", "perhaps"};
    private static final String[] NOISE = {"", "no JSON", "[]", "null", "{}", "{\"type\":\"verdict\"}", "{\"type\":\"control\",\"on\":1}", "{\"a\":"};
    private static final long[] TIMES = {1, 4_999, 5_000, 300_000};

    @Test
    void aHandlerRunsOnceWhereItWasAllowedNeverWhereItWasNotAndAlwaysForThePerson() {
        int[] seen = new int[4];
        for (int seed = 0; seed < SCHEDULES; seed++) new Schedule(seed, seen).play();
        for (int one : seen) assertTrue(one > SCHEDULES / 10, () -> "schedules that hardly come to it prove nothing: " + Arrays.toString(seen));
    }

    private static final class Schedule {
        final int seed;
        final int[] seen;
        final Random random;
        final Connected app = new Connected();
        final List<Connected.Tried> persons = new ArrayList<>();
        /** Number n has the identifier e-n+1. */
        final List<Connected.Tried> asked = new ArrayList<>();
        final List<Boolean> commits = new ArrayList<>();
        final Set<Integer> allowed = new HashSet<>();
        final Set<Integer> refused = new HashSet<>();
        final Set<Integer> decided = new HashSet<>();

        Schedule(int seed, int[] seen) {
            this.seed = seed;
            this.seen = seen;
            random = new Random(seed);
        }

        void play() {
            if (random.nextBoolean()) app.server.control(true, "s-1");
            for (int step = random.nextInt(60); step > 0; step--) {
                happen();
                check();
            }
            app.clock.advance(400_000);
            check();
            asked.forEach(one -> assertEquals(1, one.ran + one.held, () -> "in the end everything is decided, seed " + seed));
            seen[0] += persons.size();
            seen[1] += allowed.size();
            seen[2] += refused.size();
            for (int index = 0; index < asked.size(); index++) if (asked.get(index).ran == 1 && !allowed.contains(index)) seen[3]++;
        }

        private void happen() {
            int choice = random.nextInt(24);
            if (choice < 6) touch(random.nextBoolean());
            else if (choice < 12) verdict(any(), DECISIONS[random.nextInt(DECISIONS.length)]);
            else if (choice < 13) error(any());
            else if (choice < 14) app.server.say(NOISE[random.nextInt(NOISE.length)]);
            else if (choice < 19) app.server.control(random.nextInt(5) > 0, "s-" + random.nextInt(2));
            else if (choice < 20) app.clock.advance(TIMES[random.nextInt(TIMES.length)]);
            else if (choice < 21) lose();
            else if (choice < 23) connect();
            else release();
        }

        private void touch(boolean commit) {
            if (!app.link.inControl()) {
                Connected.Tried tried = app.touch(commit);
                assertEquals(1, tried.ran, () -> "the person's own touch runs at once, seed " + seed);
                persons.add(tried);
                return;
            }
            asked.add(app.touch(commit));
            commits.add(commit);
        }

        /** One of the last events that were asked about, which may wait or be decided, or one that never was. */
        private int any() {
            return Math.max(0, asked.size() - random.nextInt(4));
        }

        private boolean waits(int index) {
            return index < asked.size() && asked.get(index).ran + asked.get(index).held == 0;
        }

        private void verdict(int index, String decision) {
            if (waits(index) && decision.equals("allow")) allowed.add(index);
            else if (waits(index) && !decision.equals("ask")) refused.add(index);
            app.server.verdict("e-" + (index + 1), decision);
        }

        private void error(int index) {
            if (waits(index)) refused.add(index);
            app.server.say("type", "error", "code", "bad_update", "message", "no", "about", "e-" + (index + 1), "fatal", false);
        }

        private void lose() {
            app.server.lose();
            assertFalse(app.link.inControl(), () -> "a lost connection ends control, seed " + seed);
            for (int index = 0; index < asked.size(); index++) decided.add(index);
        }

        private void connect() {
            app.clock.advance(30_000);
            app.server.welcome();
        }

        private void release() {
            app.link.release("enough");
            assertFalse(app.link.inControl(), () -> "release is always granted, seed " + seed);
            for (int index = 0; index < asked.size(); index++) decided.add(index);
        }

        private void check() {
            persons.forEach(one -> assertEquals(1, one.ran));
            for (int index = 0; index < asked.size(); index++) check(index, asked.get(index));
        }

        private void check(int index, Connected.Tried one) {
            Supplier<String> about = () -> "event " + (index + 1) + ", seed " + seed;
            assertTrue(one.ran + one.held <= 1, () -> "decided once: " + about.get());
            if (commits.get(index) && one.ran > 0) assertTrue(allowed.contains(index), () -> "what commits runs on its own verdict only: " + about.get());
            if (allowed.contains(index)) assertEquals(1, one.ran, () -> "what is allowed runs once: " + about.get());
            if (refused.contains(index)) assertEquals(0, one.ran, () -> "what is refused never runs: " + about.get());
            if (decided.contains(index)) assertEquals(1, one.ran + one.held, () -> "nothing waits for ever: " + about.get());
        }
    }
}
