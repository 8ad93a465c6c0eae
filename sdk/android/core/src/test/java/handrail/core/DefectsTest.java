package handrail.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the published protocol's library or server got wrong, and what keeps it from being so here; the others are the widgets'. */
class DefectsTest {
    private final Connected app = Connected.inControl();

    @Test
    void anUpdateNamesItsStateAsTheServerReadsIt() {
        app.link.report(Connected.ALARM.set("label", "Work"));
        Map<?, ?> update = (Map<?, ?>) ((List<?>) app.server.of("report").get(0).get("updates")).get(0);
        assertEquals("Alarm", update.get("state"));
    }

    @Test
    void whatIsReportedWhenNoEventWaitsIsAReportAndDecidesNothing() {
        app.link.report(Connected.ALARM.set("label", "Work"));
        Connected.Tried tried = app.touch(true);
        app.link.report(Connected.ALARM.set("label", "Gym"));
        assertEquals(2, app.server.of("report").size());
        assertEquals(0, tried.ran + tried.held);
    }

    @Test
    void aVerdictThatComesWhileTheEventIsStillBeingProposedIsItsOwn() {
        Connected.Tried tried = new Connected.Tried();
        Transport.Listener[] heard = new Transport.Listener[1];
        Transport atOnce = listener -> {
            heard[0] = listener;
            return new Transport.Connection() {
                @Override
                public void send(String text) {
                    if (text.startsWith("{\"type\":\"propose\"")) listener.said("{\"type\":\"verdict\",\"id\":\"e-1\",\"decision\":\"allow\"}");
                }

                @Override
                public void close() {}
            };
        };
        Declaration declaration = new Declaration(Collections.<State>emptyList(), Arrays.asList(Connected.RESERVE));
        Link link = new Link(new Identity("a", "A", "test", null), declaration, atOnce, new FakeClock(), Runnable::run, new Notices() {}, thrown -> {});
        link.connect();
        heard[0].opened();
        heard[0].said("{\"type\":\"welcome\",\"verdict_seconds\":5,\"ask_seconds\":60}");
        heard[0].said("{\"type\":\"control\",\"on\":true,\"session\":\"s-1\"}");
        link.propose(Event.of(Event.Kind.CLICK, "Reserve"), Connected.expectation(true), tried);
        assertEquals(1, tried.ran);
    }

    @Test
    void aLateVerdictIsNotTakenForTheNextEvent() {
        Connected.Tried first = app.touch(true);
        app.clock.advance(5_000);
        Connected.Tried second = app.touch(true);
        app.server.verdict("e-1", "allow");
        assertEquals(0, first.ran + second.ran);
        assertEquals(0, second.held);
    }

    @Test
    void nothingThatAServerSaysEndsTheConversation() {
        Connected.Tried tried = app.touch(true);
        for (String text : Arrays.asList("", "[]", "null", "\ufffd\ufffd", "{\"type\":\"verdict\",\"id\":null}", "{\"type\":\"error\",\"code\":7}", "{\"type\":\"noted\",\"refused\":[1,{}]}")) app.server.say(text);
        app.server.verdict("e-1", "allow");
        assertEquals(1, tried.ran);
    }

    @Test
    void aLostConnectionIsSoughtAgainAndWhatWasReportedMeanwhileIsTold() {
        app.server.lose();
        app.link.report(Connected.ALARM.set("label", "Work").and("on", true));
        app.clock.advance(500);
        assertEquals(2, app.server.connections);
        app.server.lose();
        app.clock.advance(999);
        assertEquals(2, app.server.connections, "twice as long each time");
        app.clock.advance(1);
        assertEquals(3, app.server.connections);
        app.server.welcome();
        assertEquals(1, app.server.of("report").size());
        assertFalse(app.link.inControl());
    }

    @Test
    void whatIsSaidOfARowInPiecesIsToldWhole() {
        app.server.lose();
        app.link.report(Connected.ALARM.set("label", "Work").and("on", true));
        app.link.report(Connected.ALARM.set("label", "Work"));
        app.clock.advance(500);
        app.server.welcome();
        String told = JsonWriter.write(app.server.of("report").get(0).get("updates"));
        assertEquals("[{\"state\":\"Alarm\",\"set\":{\"label\":\"Work\",\"on\":true}}]", told);
    }

    @Test
    void aServerThatRefusesTheGreetingIsNotAskedAgain() {
        app.server.say("type", "error", "code", "unauthorized", "message", "a key is needed", "fatal", true);
        app.clock.advance(3_600_000);
        assertEquals(1, app.server.connections);
        assertTrue(app.logged.contains("unauthorized: a key is needed"));
    }

    @Test
    void anEventOfWhichTooMuchIsSaidDoesNotRunForIt() {
        char[] much = new char[1 << 20];
        Arrays.fill(much, 'a');
        Connected.Tried tried = new Connected.Tried();
        Updates updates = Connected.ALARM.set("label", new String(much));
        app.link.propose(Event.of(Event.Kind.CLICK, "Reserve"), new Expectation(updates, Collections.<String>emptyList(), null, false, false), tried);
        assertEquals(0, tried.ran);
        assertEquals(1, tried.held);
        assertEquals(0, app.server.of("propose").size());
    }

    @Test
    void moreEventsThanTheServerTakesAtOnceAreHeldAndNotProposed() {
        for (int times = 0; times < 64; times++) app.touch(true);
        Connected.Tried tried = app.touch(false);
        assertEquals(1, tried.held);
        assertEquals(64, app.server.of("propose").size());
    }

    @Test
    void anAppThatSaysNothingOfWhatItCommitsDecidesNothingItself() {
        Connected.Tried tried = app.touch(true);
        assertEquals(Collections.emptyList(), app.server.of("propose").get(0).get("updates"));
        app.clock.advance(600_000);
        assertEquals(0, tried.ran);
    }

    @Test
    void aVerdictIsATokenAndNotALevel() {
        Connected.Tried first = app.touch(true);
        app.server.verdict("e-1", "allow");
        Connected.Tried again = app.touch(true);
        assertEquals(1, first.ran);
        assertEquals(0, again.ran);
        assertEquals(2, app.server.of("propose").size());
    }

    @Test
    void afterALostConnectionTheAppIsThePersons() {
        app.server.lose();
        assertFalse(app.link.inControl());
        assertEquals(1, app.touch(true).ran);
    }

    @Test
    void whatTheAppsOwnHandlerThrowsIsTheAppsAndKeepsNothingFromBeingFinished() {
        Connected.Tried other = new Connected.Tried();
        app.link.propose(Event.of(Event.Kind.CLICK, "Break"), Connected.expectation(false), () -> {
            throw new IllegalStateException("of the app's");
        });
        app.link.propose(Event.of(Event.Kind.CLICK, "Look"), Connected.expectation(false), other);
        app.server.control(false, "s-1");
        assertEquals(1, app.failures.size());
        assertEquals(1, other.ran);
        assertFalse(app.link.inControl());
        assertEquals(2, app.server.of("controlled").size());
    }

    @Test
    void whatAHandlerDoesInTurnWhenControlEndsIsNotAllowedByAnybody() {
        Connected.Tried inTurn = new Connected.Tried();
        app.link.propose(Event.of(Event.Kind.CLICK, "Look"), Connected.expectation(false), () -> app.link.propose(Event.of(Event.Kind.CLICK, "Reserve"), Connected.expectation(true), inTurn));
        app.server.lose();
        assertEquals(0, inTurn.ran);
        assertEquals(1, inTurn.held);
    }

    @Test
    void aHandlerThatGivesTheAppBackWhileControlEndsEndsItOnce() {
        app.link.propose(Event.of(Event.Kind.CLICK, "Stop"), Connected.expectation(false), () -> app.link.release("enough"));
        app.server.control(false, "s-1");
        assertFalse(app.link.inControl());
        assertEquals(Arrays.asList(true, false), app.controls);
        assertEquals(1, app.touch(true).ran);
    }

    @Test
    void aConnectionThatWasGivenUpIsNotListenedTo() {
        Transport.Listener old = app.server.listener;
        app.server.lose();
        app.clock.advance(500);
        app.server.welcome();
        old.said("{\"type\":\"control\",\"on\":true,\"session\":\"s-1\"}");
        assertFalse(app.link.inControl());
        app.server.control(true, "s-2");
        old.closed();
        assertTrue(app.link.inControl());
    }
}
