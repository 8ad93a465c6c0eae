package handrail.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The transport against a socket of the test's, in a virtual machine whose own charset is ASCII. */
class TcpLinesTest {
    private static final int MEGABYTE = 1 << 20;

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private Transport.Connection connection;
    private Socket socket;

    private final Transport.Listener listener = new Transport.Listener() {
        @Override
        public void opened() {
            heard.add("opened");
        }

        @Override
        public void said(String text) {
            heard.add("said " + text);
        }

        @Override
        public void closed() {
            heard.add("closed");
        }
    };

    @BeforeEach
    void connect() throws Exception {
        server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        connection = TcpLines.onLoopback(server.getLocalPort()).connect(listener);
        socket = server.accept();
        assertEquals("opened", next());
    }

    @AfterEach
    void close() throws IOException {
        connection.close();
        socket.close();
        server.close();
    }

    private String next() throws InterruptedException {
        return heard.poll(20, TimeUnit.SECONDS);
    }

    private void say(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    @Test
    void bothWaysAreUtf8WhateverThePlatformsCharsetIs() throws Exception {
        say("caf\u00e9 \u2615\n".getBytes(StandardCharsets.UTF_8));
        assertEquals("said caf\u00e9 \u2615", next());
        connection.send("caf\u00e9 \u2615");
        BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        assertEquals("caf\u00e9 \u2615", reader.readLine());
    }

    @Test
    void linesThatComeInPiecesOrTogetherAreLines() throws Exception {
        say("on".getBytes(StandardCharsets.UTF_8));
        say("e\n\ntwo\nthr".getBytes(StandardCharsets.UTF_8));
        say("ee\n".getBytes(StandardCharsets.UTF_8));
        assertEquals(Arrays.asList("said one", "said ", "said two", "said three"), Arrays.asList(next(), next(), next(), next()));
    }

    @Test
    void whatIsNoUtf8IsNoMessageAndTheNextLineIsRead() throws Exception {
        say(new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
        assertNull(FromServer.read(next().substring("said ".length())));
        say("{\"type\":\"ping\"}\n".getBytes(StandardCharsets.UTF_8));
        assertEquals("said {\"type\":\"ping\"}", next());
    }

    @Test
    void aLineOfAMegabyteIsReadAndALongerOneEndsTheConnection() throws Exception {
        byte[] line = new byte[MEGABYTE + 1];
        Arrays.fill(line, (byte) 'a');
        line[MEGABYTE] = '\n';
        say(line);
        assertEquals("said ".length() + MEGABYTE, next().length());
        line[MEGABYTE] = 'a';
        say(line);
        assertEquals("closed", next());
    }

    @Test
    void theEndOfTheServerIsToldOnce() throws Exception {
        socket.close();
        assertEquals("closed", next());
        connection.close();
        connection.send("into nothing");
        assertTrue(heard.isEmpty());
    }

    @Test
    void nobodyWhoSendsWaitsForAServerThatDoesNotRead() throws Exception {
        char[] much = new char[MEGABYTE / 2];
        Arrays.fill(much, 'a');
        String message = new String(much);
        // Far more than the buffers of both sockets take; a sender that waited would wait for ever.
        for (int times = 0; times < 2_000; times++) connection.send(message);
        assertEquals("closed", next(), "more waits than a server that lives would leave");
    }

    @Test
    void aServerThatIsSilentForTooLongIsGone() throws Exception {
        new TcpLines(server.getLocalPort(), 1).connect(listener);
        Socket silent = server.accept();
        assertEquals("opened", next());
        assertEquals("closed", next());
        silent.close();
    }

    @Test
    void aServerThatIsNotThereIsAnEndLikeAnyOther() throws Exception {
        int nobody = server.getLocalPort();
        close();
        next();
        TcpLines.onLoopback(nobody).connect(listener);
        assertEquals("closed", next());
    }
}
