package handrail.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a handler is about to change, worked out when its event happens. */
public final class Expectation {
    public final Updates updates;
    /** Names of declared commitments. */
    public final List<String> commits;
    /** Stricter than declared, or {@code null}. */
    public final String kind;
    public final boolean irreversible;
    /** The app does not speak for what was touched, so nobody knows what it does. */
    public final boolean unknown;

    public Expectation(Updates updates, List<String> commits, String kind, boolean irreversible, boolean unknown) {
        this.updates = updates;
        this.commits = Collections.unmodifiableList(new ArrayList<>(commits));
        this.kind = kind;
        this.irreversible = irreversible;
        this.unknown = unknown;
    }

    /** Whether it needs a verdict to run, however long that takes. */
    boolean isClosedWithoutVerdict() {
        return irreversible || unknown || !commits.isEmpty();
    }
}
