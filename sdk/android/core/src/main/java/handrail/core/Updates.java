package handrail.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What changes in the app's states: one {@link Update}, several, or none. */
public abstract class Updates {
    /** Nothing that is declared changes. */
    public static final Updates NONE = of();

    Updates() {}

    public static Updates of(Update... updates) {
        return of(Arrays.asList(updates));
    }

    public static Updates of(List<Update> updates) {
        final List<Update> kept = Collections.unmodifiableList(new ArrayList<>(updates));
        return new Updates() {
            @Override
            public List<Update> all() {
                return kept;
            }
        };
    }

    public abstract List<Update> all();

    List<Object> documents() {
        List<Object> said = new ArrayList<>();
        for (Update one : all()) said.add(one.document());
        return said;
    }
}
