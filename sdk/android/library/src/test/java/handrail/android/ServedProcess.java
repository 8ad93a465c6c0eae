package handrail.android;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real server, in a process of its own: sdk/conformance/server.py. */
final class ServedProcess {
    private static final Pattern TCP = Pattern.compile("\"tcp\": (\\d+)");

    final int port;
    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    ServedProcess(String python, String server) throws IOException {
        process = new ProcessBuilder(python, server).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        Matcher found = TCP.matcher(String.valueOf(answers.readLine()));
        if (!found.find()) throw new AssertionError("the server did not say where it is");
        port = Integer.parseInt(found.group(1));
    }

    /** What the command came to, once it has; the caller's thread goes on. */
    CompletableFuture<String> say(String command) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                commands.write(command + "\n");
                commands.flush();
                return answers.readLine();
            } catch (IOException error) {
                throw new AssertionError(error);
            }
        });
    }


    void close() throws IOException, InterruptedException {
        commands.close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) process.destroy();
    }
}
