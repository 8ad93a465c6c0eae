import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * An app that takes part by the published protocol, written from its messages alone: two flags come in, `defineState` and
 * `updateState` go out. A line on the standard input is a tap; what happens is told on the standard output.
 */
public final class PublishedClient {
    private static final Pattern IN_CONTROL = Pattern.compile("\"Agent_Control\"\\s*:\\s*(true|false)");
    private static final Pattern VERIFIED = Pattern.compile("\"Action_Verified\"\\s*:\\s*(true|false)");

    private volatile boolean agentControl;
    private volatile boolean actionVerified;
    private OutputStream out;

    public static void main(String[] arguments) throws Exception {
        new PublishedClient().run(Integer.parseInt(arguments[0]));
    }

    private void run(int port) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            out = socket.getOutputStream();
            send("{\"type\":\"defineState\",\"appName\":\"com.example.java\",\"state\":["
                + "{\"name\":\"RestaurantInfo\",\"description\":\"\",\"variables\":[{\"name\":\"String\"}]},"
                + "{\"name\":\"ReserveInfo\",\"description\":\"\",\"variables\":[{\"time\":\"Time\"}]}]}");
            Thread reader = new Thread(() -> read(socket));
            reader.setDaemon(true);
            reader.start();
            BufferedReader taps = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String tap = taps.readLine(); tap != null; tap = taps.readLine()) {
                onClick(tap);
            }
        }
    }

    /** The listener around the app's own: it lets the handler run, or says what it would change. */
    private void onClick(String what) throws Exception {
        if (!agentControl || actionVerified) {
            say("ran " + what);
            return;
        }
        String update = what.equals("restaurant")
            ? "{\"stateName\":\"RestaurantInfo\",\"name\":\"Sushi Place\"}"
            : "{\"stateName\":\"ReserveInfo\",\"time\":\"" + what + "\"}";
        send("{\"type\":\"updateState\",\"appName\":\"com.example.java\",\"updates\":[" + update + "]}");
    }

    private void read(Socket socket) {
        try {
            BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                var control = IN_CONTROL.matcher(line);
                var verified = VERIFIED.matcher(line);
                if (control.find()) {
                    agentControl = control.group(1).equals("true");
                    say("control " + agentControl);
                } else if (verified.find()) {
                    actionVerified = verified.group(1).equals("true");
                    say("verified " + actionVerified);
                }
            }
        } catch (Exception ended) {
            say("ended");
        }
    }

    private synchronized void send(String message) throws Exception {
        out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static synchronized void say(String what) {
        System.out.println(what);
        System.out.flush();
    }
}
