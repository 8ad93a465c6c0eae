package handrail.core;

import java.util.Collections;
import java.util.List;

/** Why a handler did not run. */
public final class Held {
    /** The word for it. */
    public enum Why {
        WARN,
        BLOCK,
        NO_ANSWER,
        CONTROL_ENDED,
        /** The app itself could not say what the handler is about to change. */
        NOT_WORKED_OUT
    }

    public final Why why;
    public final List<String> reasons;
    /** In words for the agent. */
    public final String feedback;

    Held(Why why, List<String> reasons, String feedback) {
        this.why = why;
        this.reasons = reasons;
        this.feedback = feedback;
    }

    static Held because(Why why, String reason) {
        return new Held(why, Collections.singletonList(reason), reason);
    }
}
