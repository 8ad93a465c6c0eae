package handrail.android;

import handrail.core.Updates;

/**
 * What a handler is about to change, worked out when its event happens, on the main thread.
 *
 * <p>What it throws keeps the handler from running: an app that cannot say what it is about to do does not do it.
 */
public interface Expect {
    Updates at(Occurrence now);
}
