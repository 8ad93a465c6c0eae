package handrail.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A main thread, a transport's thread that answers whenever it likes and twice, and threads of the app's that report. */
class ThreadsTest {
    private static final int EVENTS = 2_000;

    /** What runs here runs one after the other, as on a main looper. */
    private static final class MainThread implements Executor {
        final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        final Thread thread = new Thread(this::loop, "main");

        private void loop() {
            try {
                for (;;) queue.take().run();
            } catch (InterruptedException ended) {
                // The test is over.
            }
        }

        @Override
        public void execute(Runnable run) {
            if (Thread.currentThread() == thread) run.run();
            else queue.add(run);
        }

        void await(Runnable run) throws InterruptedException {
            CountDownLatch done = new CountDownLatch(1);
            queue.add(() -> {
                run.run();
                done.countDown();
            });
            assertTrue(done.await(20, TimeUnit.SECONDS));
        }
    }

    /** Answers on a thread of its own: a verdict, often twice, sometimes for an event that was never proposed. */
    private static final class Answering implements Transport {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        final Map<String, Boolean> allowed = Collections.synchronizedMap(new java.util.HashMap<>());
        final AtomicInteger reports = new AtomicInteger();
        volatile Listener listener;
        final Thread thread = new Thread(this::answer, "server");

        @Override
        public Connection connect(Listener to) {
            listener = to;
            thread.start();
            return new Connection() {
                @Override
                public void send(String text) {
                    heard.add(text);
                }

                @Override
                public void close() {
                    thread.interrupt();
                }
            };
        }

        private void answer() {
            Random random = new Random(7);
            try {
                listener.opened();
                for (;;) answer((Map<?, ?>) JsonReader.read(heard.take()), random);
            } catch (InterruptedException ended) {
                listener.closed();
            }
        }

        private void answer(Map<?, ?> said, Random random) {
            if (said.get("type").equals("hello")) {
                say("type", "welcome", "verdict_seconds", 5, "ask_seconds", 60);
                say("type", "control", "on", true, "session", "s-1");
            } else if (said.get("type").equals("report")) reports.incrementAndGet();
            else if (said.get("type").equals("propose")) {
                boolean allows = random.nextBoolean();
                allowed.put((String) said.get("id"), allows);
                say("type", "verdict", "id", "e-" + (1_000_000 + random.nextInt(9)), "decision", "allow");
                for (int times = 1 + random.nextInt(3); times > 0; times--) {
                    say("type", "verdict", "id", said.get("id"), "decision", allows ? "allow" : "block");
                    allows = true; // what comes later changes nothing
                }
            }
        }

        private void say(Object... members) {
            listener.said(JsonWriter.write(FakeServer.document(members)));
        }
    }

    @Test
    void onThreadsOfTheirOwnVerdictsAndReportsStillDecideEachEventOnceAndOnTheMainThread() throws InterruptedException {
        MainThread main = new MainThread();
        main.thread.start();
        Answering server = new Answering();
        CountDownLatch control = new CountDownLatch(1);
        CountDownLatch decided = new CountDownLatch(EVENTS);
        List<Connected.Tried> tried = new ArrayList<>();
        AtomicInteger elsewhere = new AtomicInteger();
        Notices notices = new Notices() {
            @Override
            public void controlled(boolean on, String task) {
                control.countDown();
            }
        };
        Declaration declaration = new Declaration(Arrays.asList(Connected.ALARM), Arrays.asList(Connected.RESERVE));
        Clock still = (milliseconds, run) -> () -> {};
        Identity identity = new Identity("com.example.app", "App", "test", null);
        Link link = new Link(identity, declaration, server, still, main, notices, thrown -> elsewhere.incrementAndGet());
        link.connect();
        assertTrue(control.await(20, TimeUnit.SECONDS));
        Thread reporter = new Thread(() -> {
            for (int index = 0; index < EVENTS; index++) link.report(Connected.ALARM.set("label", "A" + index % 5).and("on", index % 2 == 0));
        });
        reporter.start();
        for (int index = 0; index < EVENTS; index++) {
            Connected.Tried one = new Connected.Tried() {
                @Override
                public void run() {
                    super.run();
                    if (Thread.currentThread() != main.thread) elsewhere.incrementAndGet();
                    decided.countDown();
                }

                @Override
                public void held(Held why) {
                    super.held(why);
                    decided.countDown();
                }
            };
            tried.add(one);
            // At most as many as may wait at once: what is more is held without being asked about.
            if (index % 32 == 31) while (decided.getCount() > EVENTS - index) Thread.onSpinWait();
            main.await(() -> link.propose(Event.of(Event.Kind.CLICK, "Reserve"), Connected.expectation(true), one));
        }
        assertTrue(decided.await(20, TimeUnit.SECONDS));
        reporter.join();
        main.await(() -> {});
        int runs = 0;
        for (int index = 0; index < EVENTS; index++) {
            Connected.Tried one = tried.get(index);
            assertEquals(1, one.ran + one.held, "decided once");
            assertEquals(server.allowed.get("e-" + (index + 1)) ? 1 : 0, one.ran, "run where it was allowed, and nowhere else");
            runs += one.ran;
        }
        assertTrue(runs > EVENTS / 4 && runs < EVENTS * 3 / 4);
        assertEquals(0, elsewhere.get());
        link.disconnect();
        main.await(() -> {});
        server.thread.join();
        assertEquals(EVENTS, server.reports.get());
        main.thread.interrupt();
        main.thread.join();
    }
}
