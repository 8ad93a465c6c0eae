package handrail.core;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One message a line over TCP, UTF-8 whatever the platform's own charset is.
 *
 * <p>A connection has two threads, one that connects and reads and one that writes; nobody else ever waits for the network.
 */
public final class TcpLines implements Transport {
    private static final int CONNECT_MILLISECONDS = 5_000;
    private static final int LONGEST_LINE = 1 << 20;
    /** A server that reads so slowly that more waits than this is as good as gone. */
    private static final int MOST_WAITING = 1_024;

    /** A server asks after 30 seconds of silence and answers what it is told: silence for longer is an end. */
    private static final int SILENCE_MILLISECONDS = 90_000;
    /** Where {@code adb reverse} listens; what Android calls its loopback address is that of IPv6. */
    private static final String LOOPBACK = "127.0.0.1";

    private final int port;
    private final int silence;

    TcpLines(int port, int silence) {
        this.port = port;
        this.silence = silence;
    }

    /** A server on this device, or one that {@code adb reverse tcp:PORT tcp:PORT} brings to it. */
    public static TcpLines onLoopback(int port) {
        return new TcpLines(port, SILENCE_MILLISECONDS);
    }

    @Override
    public Connection connect(Listener listener) {
        Lines lines = new Lines(listener);
        start("handrail-reads", () -> lines.read(new InetSocketAddress(LOOPBACK, port), silence));
        return lines;
    }

    private static Thread start(String name, Runnable run) {
        Thread thread = new Thread(run, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static final class Lines implements Connection {
        private final Listener listener;
        private final Socket socket = new Socket();
        private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>(MOST_WAITING);

        Lines(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void send(String text) {
            if (!waiting.offer(text)) close();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException error) {
                // It is closed all the same.
            }
        }

        void read(InetSocketAddress server, int silence) {
            Thread writer = null;
            try {
                socket.connect(server, CONNECT_MILLISECONDS);
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(silence);
                writer = start("handrail-writes", this::write);
                listener.opened();
                InputStream input = new BufferedInputStream(socket.getInputStream(), 1 << 16);
                for (String line = line(input); line != null; line = line(input)) listener.said(line);
            } catch (IOException error) {
                // The listener is told below, of this end as of any other.
            } finally {
                close();
                if (writer != null) writer.interrupt();
                listener.closed();
            }
        }

        private void write() {
            try {
                OutputStream output = socket.getOutputStream();
                for (;;) output.write((waiting.take() + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException | InterruptedException error) {
                close(); // so that the one who reads ends, too
            }
        }

        /** The next line, or nothing at the end. Raises where a line is longer than any message. */
        private static String line(InputStream input) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream(256);
            for (int one = input.read(); one >= 0; one = input.read()) {
                if (one == '\n') return new String(line.toByteArray(), StandardCharsets.UTF_8);
                if (line.size() == LONGEST_LINE) throw new IOException("a line is longer than any message");
                line.write(one);
            }
            return null;
        }
    }
}
