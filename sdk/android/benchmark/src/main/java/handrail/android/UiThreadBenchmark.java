package handrail.android;

import android.content.FakePhone;
import android.os.FakeMain;
import android.widget.Button;
import com.sun.management.ThreadMXBean;
import handrail.core.State;
import handrail.core.TcpLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the library costs the UI thread: time for an event and for its verdict, over a real socket, and bytes.
 *
 * <p>On stubs of the platform and on a desktop's virtual machine: what a phone needs is more, by what its processor is slower.
 */
public final class UiThreadBenchmark {
    private static final State FORM = State.named("ReserveInfo").date("date").time("time").number("people");
    private static final Pattern ID = Pattern.compile("\"id\":\"(e-\\d+)\"");

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int ROUNDS = 5;

    private UiThreadBenchmark() {}

    /** Takes how many events are measured, after as many that are not. */
    public static void main(String[] words) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(words[0]);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start(() -> serve(server));
            inControl(server.getLocalPort(), rounds);
        }
        free("nobody in control", true, rounds);
        free("not enabled", false, rounds);
    }

    private static void inControl(int port, int rounds) throws InterruptedException {
        FakeMain main = FakeMain.begin();
        int[] ran = {0};
        Handrail handrail = Handrail.of(FakePhone.debuggable()).states(FORM).commits("Reserve", "record", true).connect(TcpLines.onLoopback(port));
        Button button = guarded(handrail, ran);
        main.runUntil(handrail::inControl);
        long[] events = new long[rounds];
        long[] verdicts = new long[rounds];
        for (int index = 0; index < 2 * rounds; index++) {
            int wanted = index + 1;
            long before = System.nanoTime();
            button.performClick();
            long between = System.nanoTime();
            events[index % rounds] = between - before;
            while (!main.isDue()) Thread.onSpinWait();
            before = System.nanoTime();
            main.run();
            verdicts[index % rounds] = System.nanoTime() - before;
            if (ran[0] != wanted) throw new AssertionError("a handler did not run");
        }
        handrail.disconnect();
        print("an agent in control, the event", events);
        print("an agent in control, its verdict", verdicts);
    }

    private static void free(String name, boolean enabled, int rounds) {
        FakeMain.begin();
        int[] ran = {0};
        Handrail handrail = Handrail.of(enabled ? FakePhone.debuggable() : FakePhone.released()).states(FORM).commits("Reserve", "record", true).connect(1);
        Button button = guarded(handrail, ran);
        long[] events = new long[rounds];
        long bytes = Long.MAX_VALUE; // at the least: the machine itself allocates now and then
        for (int times = 0; times < ROUNDS; times++) {
            long allocated = allocated();
            for (int index = 0; index < rounds; index++) {
                long before = System.nanoTime();
                button.performClick();
                events[index] = System.nanoTime() - before;
            }
            bytes = Math.min(bytes, allocated() - allocated);
        }
        handrail.disconnect();
        print(name + ", " + bytes + " bytes in " + ran[0] / ROUNDS + " events", events);
    }

    private static Button guarded(Handrail handrail, int[] ran) {
        Button button = new Button();
        button.setText("Reserve");
        button.setOnClickListener(handrail.guard(now -> FORM.set("date", "2026-03-02").and("time", "18:30").and("people", 4)).commits("Reserve").onClick(view -> ran[0]++));
        return button;
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static void print(String name, long[] nanoseconds) {
        long[] sorted = nanoseconds.clone();
        Arrays.sort(sorted);
        System.out.printf(Locale.ROOT, "%-55s median %8.2f  99 %% %8.2f  99.9 %% %8.2f microseconds%n", name, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999));
    }

    private static double at(long[] sorted, double share) {
        return sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))] / 1_000.0;
    }

    private static void start(Runnable run) {
        Thread thread = new Thread(run);
        thread.setDaemon(true);
        thread.start();
    }

    /** Gives control, and allows whatever is proposed. */
    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            OutputStream output = socket.getOutputStream();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) output.write(answer(line).getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            // The benchmark is over.
        }
    }

    private static String answer(String line) {
        if (line.startsWith("{\"type\":\"hello\"")) return "{\"type\":\"welcome\",\"verdict_seconds\":5,\"ask_seconds\":60}\n{\"type\":\"control\",\"on\":true,\"session\":\"s-1\"}\n";
        Matcher id = ID.matcher(line);
        if (!line.startsWith("{\"type\":\"propose\"") || !id.find()) return "";
        return "{\"type\":\"verdict\",\"id\":\"" + id.group(1) + "\",\"decision\":\"allow\",\"reasons\":[],\"feedback\":\"\"}\n";
    }
}
