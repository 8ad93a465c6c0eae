package android.os;

import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The main thread as a test has it: its own thread, which runs what is posted when the test says so, on a clock that the test moves. */
public final class FakeMain {
    private static final class Posted implements Comparable<Posted> {
        final long when;
        final long number;
        final Runnable run;

        Posted(long when, long number, Runnable run) {
            this.when = when;
            this.number = number;
            this.run = run;
        }

        @Override
        public int compareTo(Posted other) {
            return when == other.when ? Long.compare(number, other.number) : Long.compare(when, other.when);
        }
    }

    private static volatile FakeMain current = new FakeMain();

    final Thread thread = Thread.currentThread();
    private final PriorityQueue<Posted> queue = new PriorityQueue<>();
    private final AtomicLong now = new AtomicLong();
    private long numbered;

    private FakeMain() {}

    /** The calling thread is the main thread from now on, with nothing posted. */
    public static FakeMain begin() {
        current = new FakeMain();
        return current;
    }

    static FakeMain current() {
        return current;
    }

    long now() {
        return now.get();
    }

    synchronized void post(Runnable run, long milliseconds) {
        queue.add(new Posted(now.get() + milliseconds, numbered++, run));
        notifyAll();
    }

    synchronized void remove(Runnable run) {
        queue.removeIf(one -> one.run == run);
    }

    private synchronized Runnable due() {
        Posted next = queue.peek();
        if (next == null || next.when > now.get()) return null;
        queue.remove();
        return next.run;
    }

    public synchronized boolean isDue() {
        return !queue.isEmpty() && queue.peek().when <= now.get();
    }

    /** Run all that is due now. */
    public void run() {
        for (Runnable next = due(); next != null; next = due()) next.run();
    }

    /** Run what falls due until then. */
    public void advance(long milliseconds) {
        long until = now.get() + milliseconds;
        for (;;) {
            run();
            long next = next();
            if (next > until) break;
            now.set(next);
        }
        now.set(until);
    }

    private synchronized long next() {
        return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().when;
    }

    /** Run what others post until something is so; fails after a while of real time. */
    public void runUntil(BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + 30_000_000_000L;
        for (run(); !done.getAsBoolean(); run()) {
            if (System.nanoTime() > end) throw new AssertionError("it never came to it");
            synchronized (this) {
                if (queue.isEmpty() || queue.peek().when > now.get()) wait(20);
            }
        }
    }
}
