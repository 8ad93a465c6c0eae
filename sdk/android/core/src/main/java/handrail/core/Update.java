package handrail.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A change of one row of a state: what is set in it, or the keys of the row that goes. */
public final class Update extends Updates {
    final State state;
    final boolean deletes;
    private final Map<String, Object> values;

    private Update(State state, boolean deletes, Map<String, Object> values) {
        this.state = state;
        this.deletes = deletes;
        this.values = values;
    }

    static Update begun(State state, boolean deletes) {
        return new Update(state, deletes, Collections.<String, Object>emptyMap());
    }

    /** The same with one more value. Raises {@link IllegalArgumentException} for what the state does not have or take. */
    public Update and(String variable, Object value) {
        Variable declared = state.variable(variable);
        if (deletes && !declared.isKey()) {
            throw new IllegalArgumentException("a row of `" + state.name + "` goes by its keys, and `" + variable + "` is none");
        }
        Map<String, Object> more = new LinkedHashMap<>(values);
        more.put(variable, declared.written(value));
        return new Update(state, deletes, more);
    }

    @Override
    public List<Update> all() {
        return Collections.singletonList(this);
    }

    /** What is set, or the keys of the row that goes. */
    public Map<String, Object> values() {
        return Collections.unmodifiableMap(values);
    }

    /** Which row of which state. */
    List<Object> row() {
        List<Object> found = state.row(values);
        found.add(0, state.name);
        return found;
    }

    /** This on top of what was said of the row before. */
    Update after(Update before) {
        Map<String, Object> both = new LinkedHashMap<>(before.values);
        both.putAll(values);
        return new Update(state, deletes, both);
    }

    Map<String, Object> document() {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("state", state.name);
        said.put(deletes ? "delete" : "set", values);
        return said;
    }
}
