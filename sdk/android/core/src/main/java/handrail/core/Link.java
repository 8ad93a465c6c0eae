package handrail.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The connection of an app with the server, and who is in control of the app.
 *
 * <p>While nobody is, nothing is asked and nothing is held. While an agent is, a handler runs only on a verdict for its own
 * event, once; without a verdict in time, or without a connection, what commits does not run and the rest does.
 *
 * <p>All of it happens on the main thread, one thing after the other, so there are no locks and nothing to race: what other
 * threads say is handed to {@code main}. Nothing here waits.
 */
public final class Link {
    private static final String ONLY_PUBLISHED = "the server speaks only the published VeriSafe protocol, whose verdicts "
            + "name no event; nothing is guarded, and the app is its user's";
    private static final long FIRST_RETRY_MILLISECONDS = 500;
    private static final long LAST_RETRY_MILLISECONDS = 30_000;
    /** More than the server takes at once is not proposed: what it would not judge must not wait for it. */
    private static final int MOST_PENDING = 64;
    private static final int LONGEST_MESSAGE = 1 << 20;

    private final Identity identity;
    private final Declaration declaration;
    private final Transport transport;
    private final Clock clock;
    private final Executor main;
    private final Notices notices;
    private final Consumer<Throwable> failures;

    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private final Shown shown = new Shown();
    private Transport.Connection connection;
    private boolean welcomed;
    private String session;
    /** The session that was in control when the connection was lost: another server may go on with it. */
    private String left;
    private volatile boolean inControl;
    private long waitsForVerdict = 5_000;
    private long waitsForPerson = 300_000;
    private boolean ended = true;
    private long retryAfter = FIRST_RETRY_MILLISECONDS;
    private Runnable cancelRetry = () -> {};
    private int numbered;
    private int connections;

    /** An event that waits for its verdict. */
    private static final class Pending {
        final Event event;
        final boolean closed;
        final Handler handler;
        boolean asked;
        Runnable cancel = () -> {};

        Pending(Event event, boolean closed, Handler handler) {
            this.event = event;
            this.closed = closed;
            this.handler = handler;
        }
    }

    /**
     * @param main runs things on the main thread, at once where it is called from there
     * @param failures is told what the app's own handlers and notices throw, which is the app's to deal with; must not throw
     */
    public Link(
            Identity identity,
            Declaration declaration,
            Transport transport,
            Clock clock,
            Executor main,
            Notices notices,
            Consumer<Throwable> failures) {
        this.identity = identity;
        this.declaration = declaration;
        this.transport = transport;
        this.clock = clock;
        this.main = main;
        this.notices = notices;
        this.failures = failures;
    }

    /** Whether an agent is in control, and so whether events have to be asked about. From any thread. */
    public boolean inControl() {
        return inControl;
    }

    public Declaration declaration() {
        return declaration;
    }

    /** Connect, and again after each loss, until {@link #disconnect}. From any thread. */
    public void connect() {
        main.execute(() -> {
            if (!ended) return;
            ended = false;
            open();
        });
    }

    /** From any thread. */
    public void disconnect() {
        main.execute(() -> {
            ended = true;
            cancelRetry.run();
            if (connection != null) connection.close();
            lost();
            left = null;
        });
    }

    /** Say what has changed, whoever changed it; without a connection it is said when there is one. From any thread. */
    public void report(Updates updates) {
        main.execute(() -> {
            for (Update one : updates.all()) shown.remember(one);
            if (welcomed) Shown.messages(updates.all()).forEach(one -> send(FromApp.report(one)));
        });
    }

    /** The person's way out: control ends now, whatever the server thinks of it. From any thread. */
    public void release(String why) {
        main.execute(() -> {
            left = null;
            if (session == null) return;
            send(FromApp.release(session, why));
            Held stopped = Held.because(Held.Why.CONTROL_ENDED, why);
            for (String id : new ArrayList<>(pending.keySet())) hold(id, stopped); // stop means stop
            endControl(why);
        });
    }

    /** Ask whether an event's handler may run. Without an agent in control it runs at once. On the main thread. */
    public void propose(Event event, Expectation expectation, Handler handler) {
        if (session == null) {
            handler.run();
            return;
        }
        String id = "e-" + ++numbered;
        String said = FromApp.propose(id, session, event, expectation);
        String refusal = refusal(said);
        if (refusal != null) {
            hold(event, handler, Held.because(Held.Why.BLOCK, refusal));
            return;
        }
        Pending waiting = new Pending(event, expectation.isClosedWithoutVerdict(), handler);
        pending.put(id, waiting);
        waiting.cancel = clock.after(waitsForVerdict, () -> unanswered(id));
        send(said);
    }

    /** What the app could not say of an event keeps its handler from running, as does a no. On the main thread. */
    public void refuse(Event event, Handler handler, String reason) {
        notices.log(reason);
        hold(event, handler, Held.because(Held.Why.NOT_WORKED_OUT, reason));
    }

    private String refusal(String said) {
        if (pending.size() >= MOST_PENDING) return "too many events wait for an answer";
        boolean mayBeTooLong = said.length() > LONGEST_MESSAGE / 3;
        if (mayBeTooLong && said.getBytes(StandardCharsets.UTF_8).length >= LONGEST_MESSAGE) return "more is said of the event than a message takes";
        return null;
    }

    private void open() {
        // A connection that was given up goes on talking for a while; only the newest is listened to.
        int mine = ++connections;
        connection = transport.connect(new Transport.Listener() {
            @Override
            public void opened() {
                heard(() -> send(FromApp.hello(identity, left)));
            }

            @Override
            public void said(String text) {
                FromServer message = FromServer.read(text); // on the transport's own thread
                heard(() -> receive(message, text));
            }

            @Override
            public void closed() {
                heard(Link.this::lost);
            }

            private void heard(Runnable act) {
                main.execute(() -> {
                    if (mine == connections) act.run();
                });
            }
        });
    }

    /** Its messages have no type; an agent's control is the first that it sends. */
    private static boolean isPublished(String text) {
        return text.contains("\"Agent_Control\"") || text.contains("\"Action_Verified\"");
    }

    private void receive(FromServer message, String text) {
        if (message == null) notices.log(isPublished(text) ? ONLY_PUBLISHED
                : "the server said what is no message: " + text.substring(0, Math.min(120, text.length())));
        else message.reach(this);
    }

    void welcome(FromServer.Welcome said) {
        if (welcomed) return;
        welcomed = true;
        retryAfter = FIRST_RETRY_MILLISECONDS;
        waitsForVerdict = said.verdictMilliseconds;
        waitsForPerson = said.askMilliseconds;
        send(FromApp.define(declaration));
        shown.documents().forEach(one -> send(FromApp.report(one)));
    }

    void refused(FromServer.Refusal said) {
        notices.log(said.code + ": " + said.message);
        hold(said.about, Held.because(Held.Why.BLOCK, said.message));
        if (!said.fatal) return;
        ended = true; // the same words would be refused again
        connection.close();
        lost();
    }

    void control(FromServer.Control said) {
        if (!welcomed) return;
        if (!said.on) {
            if (said.session.equals(session)) endControl(said.why);
        } else {
            if (session != null && !session.equals(said.session)) endControl("another session began");
            boolean begins = session == null;
            session = said.session;
            left = null;
            inControl = true;
            if (begins) tell(() -> notices.controlled(true, said.task));
        }
        send(FromApp.controlled(said.session, said.on));
    }

    void verdict(FromServer.Verdict said) {
        Pending waiting = pending.get(said.id);
        if (waiting == null) return; // used up, or never asked for
        if (said.decision.equals("allow")) run(said.id, said.feedback);
        else if (said.decision.equals("warn")) hold(said.id, new Held(Held.Why.WARN, said.reasons, said.feedback));
        else if (!said.decision.equals("ask")) hold(said.id, new Held(Held.Why.BLOCK, said.reasons, said.feedback)); // what is not known is no yes
        else if (!waiting.asked) {
            waiting.asked = true;
            waiting.cancel.run();
            waiting.cancel = clock.after(waitsForPerson, () -> unanswered(said.id));
            tell(() -> notices.asked(waiting.event, said.feedback));
        }
    }

    void noted(FromServer.Noted said) {
        said.reasons.forEach(notices::log);
    }

    void pinged() {
        send(FromApp.pong());
    }

    private void unanswered(String id) {
        withoutVerdict(id, Held.because(Held.Why.NO_ANSWER, "no answer came in time"));
    }

    /** What commits does not run without a verdict, nor what a person was asked about; the rest does. */
    private void withoutVerdict(String id, Held held) {
        Pending waiting = pending.get(id);
        if (waiting == null) return;
        if (!waiting.closed && !waiting.asked) {
            run(id, "");
            return;
        }
        hold(id, held);
        send(FromApp.outcome(id, false));
    }

    private void run(String id, String feedback) {
        Pending waiting = pending.remove(id); // before it runs: it is used up, whatever the handler does
        if (waiting == null) return;
        waiting.cancel.run();
        boolean ran = tell(waiting.handler::run);
        send(FromApp.outcome(id, ran ? Boolean.TRUE : null));
        tell(() -> notices.allowed(waiting.event, feedback));
    }

    private void hold(String id, Held held) {
        Pending waiting = pending.remove(id);
        if (waiting == null) return;
        waiting.cancel.run();
        hold(waiting.event, waiting.handler, held);
    }

    private void hold(Event event, Handler handler, Held held) {
        tell(() -> handler.held(held));
        tell(() -> notices.held(event, held));
    }

    /** Call what is the app's. What it throws is the app's, and keeps nothing here from being finished. */
    private boolean tell(Runnable app) {
        try {
            app.run();
            return true;
        } catch (Throwable thrown) {
            failures.accept(thrown);
            return false;
        }
    }

    private void endControl(String why) {
        Held held = Held.because(Held.Why.CONTROL_ENDED, why);
        for (String id : new ArrayList<>(pending.keySet())) withoutVerdict(id, held);
        if (session == null) return; // one of them gave the app back
        for (String id : new ArrayList<>(pending.keySet())) hold(id, held); // what those did in turn was nobody's to allow
        session = null;
        inControl = false;
        tell(() -> notices.controlled(false, ""));
    }

    private void lost() {
        connections++;
        connection = null;
        welcomed = false;
        if (session != null) {
            left = session;
            endControl("the connection was lost");
        }
        if (ended) return;
        cancelRetry = clock.after(retryAfter, this::open);
        retryAfter = Math.min(retryAfter * 2, LAST_RETRY_MILLISECONDS);
    }

    private void send(String message) {
        boolean spoken = connection != null && (welcomed || message.startsWith("{\"type\":\"hello\""));
        if (spoken) connection.send(message);
    }
}
