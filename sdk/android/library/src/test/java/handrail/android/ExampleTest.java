package handrail.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import android.content.FakePhone;
import android.os.FakeMain;
import android.view.View;
import android.widget.Button;
import android.widget.EditText;
import android.widget.ListView;
import android.widget.Spinner;
import android.widget.TextView;
import com.example.restaurants.Guarding;
import com.example.restaurants.RestaurantScreen;
import handrail.core.Event;
import handrail.core.Held;
import handrail.core.Notices;
import handrail.core.TcpLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example against the real server on loopback: an agent that errs is stopped with the app's own words, and ends verified. */
class ExampleTest {
    private static final String TASK = "Reserve a table for four at Blue Harbor Grill on March 2 before 7 PM";

    private static ServedProcess server;

    private final FakeMain main = FakeMain.begin();
    private final List<String> told = new ArrayList<>();
    private final List<String> logged = new ArrayList<>();
    private int allowed;
    private RestaurantScreen screen;
    private Handrail handrail;

    @BeforeAll
    static void aServer() throws Exception {
        String python = System.getProperty("handrail.python");
        assumeTrue(python != null, "the property handrail.python says which Python has the server");
        server = new ServedProcess(python, System.getProperty("handrail.server"));
    }

    @AfterAll
    static void noServer() throws Exception {
        if (server != null) server.close();
    }

    @BeforeEach
    void anAppWithAnAgentInControl() throws Exception {
        screen = new RestaurantScreen(new ListView(), new TextView(), new EditText(), new Spinner(), new EditText(), new Button());
        screen.restaurants.hold("Blue Harbor Grill", "Blue Harbor Bistro", "Red Lantern");
        screen.hour.hold("18:00", "18:30", "19:00", "20:00");
        screen.day.setText("2026-03-02");
        screen.people.setText("4");
        screen.reserve.setText("Reserve");
        handrail = Guarding.guard(Handrail.of(FakePhone.debuggable()).notices(notices()), screen, TcpLines.onLoopback(server.port));
        say("open com.example.restaurants " + System.getProperty("handrail.rules") + " " + TASK);
        main.runUntil(handrail::inControl);
    }

    private Notices notices() {
        return new Notices() {
            @Override
            public void allowed(Event event, String feedback) {
                allowed++;
            }

            @Override
            public void held(Event event, Held held) {
                told.add(held.feedback);
            }

            @Override
            public void log(String message) {
                logged.add(message);
            }
        };
    }

    @AfterEach
    void theAppIsGone() throws Exception {
        say("end");
        handrail.disconnect();
    }

    private String say(String command) throws InterruptedException, ExecutionException {
        CompletableFuture<String> answer = server.say(command);
        main.runUntil(answer::isDone);
        assertTrue(answer.get().startsWith("{\"ok\""), answer.get());
        return answer.get();
    }

    private void open(int position) throws InterruptedException {
        int before = allowed;
        screen.restaurants.performItemClick(new View(), position, position);
        main.runUntil(() -> allowed > before);
    }

    private void choose(int hour) {
        screen.hour.setSelection(hour);
        main.run();
    }

    @Test
    void anAgentThatErrsIsStoppedWithTheAppsOwnWordsCorrectsItselfAndEndsVerified() throws Exception {
        open(0);
        choose(3); // the mistake
        screen.reserve.performClick();
        main.runUntil(() -> !told.isEmpty());
        assertTrue(told.get(0).contains("time should be before 19:00"), told.get(0));
        assertTrue(told.get(0).contains("in the reservation form"), told.get(0));
        assertEquals(Arrays.asList(), screen.bookings);
        assertTrue(say("finish").contains("\"finished\": false"));
        choose(1);
        screen.reserve.performClick();
        main.runUntil(() -> !screen.bookings.isEmpty());
        assertEquals(Arrays.asList("Blue Harbor Grill, 2026-03-02 at 18:30, 4 people"), screen.bookings);
        String finished = say("finish");
        assertTrue(finished.contains("\"finished\": true"), finished);
        main.runUntil(() -> !handrail.inControl());
        assertEquals(Arrays.asList(), logged, "the server has nothing to say against what the app says");
    }

    @Test
    void thePersonStopsTheAgentAndHasTheAppBack() throws Exception {
        handrail.release();
        assertFalse(handrail.inControl());
        assertTrue(say("wait").contains("\"finished\": false"));
        screen.restaurants.performItemClick(new View(), 2, 2);
        choose(3);
        screen.reserve.performClick();
        assertEquals(Arrays.asList("Red Lantern, 2026-03-02 at 20:00, 4 people"), screen.bookings);
    }
}
