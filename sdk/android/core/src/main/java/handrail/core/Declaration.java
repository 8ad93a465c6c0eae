package handrail.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What an app declares, the whole of it. */
public final class Declaration {
    private final List<State> states;
    private final List<Commitment> commitments;

    public Declaration(List<State> states, List<Commitment> commitments) {
        this.states = Collections.unmodifiableList(new ArrayList<>(states));
        this.commitments = Collections.unmodifiableList(new ArrayList<>(commitments));
    }

    /** Raises {@link IllegalArgumentException} where no such commitment is declared. */
    public Commitment commitment(String name) {
        for (Commitment one : commitments) if (one.name.equals(name)) return one;
        throw new IllegalArgumentException("no commitment `" + name + "` is declared; say `commits(\"" + name + "\", kind, irreversible)` first");
    }

    /** Raises {@link IllegalArgumentException} where no such state is declared. */
    State state(String name) {
        for (State one : states) if (one.name.equals(name)) return one;
        throw new IllegalArgumentException("state `" + name + "` is not declared");
    }

    /** The same updates. Raises {@link IllegalArgumentException} where one is of a state that is not declared. */
    public Updates declared(Updates updates) {
        for (Update one : updates.all()) {
            if (!states.contains(one.state)) throw new IllegalArgumentException("state `" + one.state.name + "` is not declared");
        }
        return updates;
    }

    List<Object> stateDocuments() {
        List<Object> said = new ArrayList<>();
        for (State one : states) said.add(one.document());
        return said;
    }

    List<Object> commitmentDocuments() {
        List<Object> said = new ArrayList<>();
        for (Commitment one : commitments) said.add(one.document());
        return said;
    }
}
