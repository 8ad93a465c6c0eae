package handrail.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the app last said of each row, so that a connection that comes later starts with what is so now. */
final class Shown {
    /** As many as a server keeps of an app; of more, the one that was new the longest ago goes. */
    private static final int MOST_ROWS = 500;
    /** Well under what the protocol takes. */
    private static final int UPDATES_A_MESSAGE = 250;

    private final Map<List<Object>, Update> rows = new LinkedHashMap<List<Object>, Update>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Update> eldest) {
            return size() > MOST_ROWS;
        }
    };

    void remember(Update update) {
        List<Object> row = update.row();
        if (update.deletes) {
            rows.remove(row);
            return;
        }
        Update before = rows.get(row);
        rows.put(row, before == null ? update : update.after(before));
    }

    /** All of it, in messages' worth. */
    List<List<Object>> documents() {
        return messages(rows.values());
    }

    /** Updates, in messages' worth. */
    static List<List<Object>> messages(Collection<Update> updates) {
        List<List<Object>> messages = new ArrayList<>();
        List<Object> filling = new ArrayList<>();
        for (Update one : updates) {
            if (filling.isEmpty()) messages.add(filling);
            filling.add(one.document());
            if (filling.size() == UPDATES_A_MESSAGE) filling = new ArrayList<>();
        }
        return messages;
    }
}
