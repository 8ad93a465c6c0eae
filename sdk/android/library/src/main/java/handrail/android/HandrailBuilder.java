package handrail.android;

import android.content.Context;
import android.util.Log;
import handrail.core.Commitment;
import handrail.core.Declaration;
import handrail.core.Event;
import handrail.core.Held;
import handrail.core.Identity;
import handrail.core.Link;
import handrail.core.Notices;
import handrail.core.State;
import handrail.core.TcpLines;
import handrail.core.Transport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What an app declares, until it connects. */
public final class HandrailBuilder {
    private static final String SDK = "android 0.1.0";
    private static final String TAG = "handrail";

    private final Context context;
    private final List<State> states = new ArrayList<>();
    private final List<Commitment> commitments = new ArrayList<>();
    private Notices notices = new Notices() {};
    private String token;
    private boolean fingers;

    HandrailBuilder(Context context) {
        this.context = context;
    }

    public HandrailBuilder states(State... more) {
        states.addAll(Arrays.asList(more));
        return this;
    }

    /** Something that counts, by the name that rules have for it; {@code kind} is a kind of action, such as {@code record}. */
    public HandrailBuilder commits(String name, String kind, boolean irreversible) {
        for (Commitment one : commitments) {
            if (one.name.equals(name)) throw new IllegalArgumentException("`" + name + "` is declared twice; give one of the two another name");
        }
        commitments.add(new Commitment(name, kind, irreversible, ""));
        return this;
    }

    /** Who is told what becomes of events, and that an agent is in control. Kept as long as the connection. */
    public HandrailBuilder notices(Notices told) {
        notices = told;
        return this;
    }

    /** The server's key for this app, with the scope {@code app}. */
    public HandrailBuilder token(String key) {
        token = key;
        return this;
    }

    /** What the person touches with a finger while an agent is in control is not asked about: see {@link Handrail#touched}. */
    public HandrailBuilder tellsFingers() {
        fingers = true;
        return this;
    }

    /** Connect to a server on the device itself, or to one that {@code adb reverse tcp:PORT tcp:PORT} brings there. */
    public Handrail connect(int port) {
        return Enabled.in(context) ? connected(TcpLines.onLoopback(port)) : Handrail.OFF;
    }

    /** Connect by a way of your own, such as one with TLS to another machine. */
    public Handrail connect(Transport transport) {
        return Enabled.in(context) ? connected(transport) : Handrail.OFF;
    }

    private Handrail connected(Transport transport) {
        String name = context.getApplicationInfo().loadLabel(context.getPackageManager()).toString();
        Identity identity = new Identity(context.getPackageName(), name, SDK, token);
        MainThread main = new MainThread();
        Told told = new Told(notices);
        Link link = new Link(identity, new Declaration(states, commitments), transport, main, main, told, main::fail);
        Handrail made = new Handrail(link, main, fingers ? new Touches() : null);
        told.handrail = made;
        link.connect();
        return made;
    }

    /** The app's notices, after what is ours. */
    private static final class Told implements Notices {
        private final Notices app;
        private Handrail handrail;

        Told(Notices app) {
            this.app = app;
        }

        @Override
        public void controlled(boolean on, String task) {
            if (on) handrail.controlBegins();
            app.controlled(on, task);
        }

        @Override
        public void allowed(Event event, String feedback) {
            app.allowed(event, feedback);
        }

        @Override
        public void asked(Event event, String feedback) {
            app.asked(event, feedback);
        }

        @Override
        public void held(Event event, Held held) {
            app.held(event, held);
        }

        @Override
        public void log(String message) {
            Log.w(TAG, message);
            app.log(message);
        }
    }
}
