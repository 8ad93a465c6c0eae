package handrail.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the app last said of each row, so that a connection that comes later starts with what is so now. */
final class Shown {
    /** More rows than this are not kept: the one that was new the longest ago goes. */
    private static final int MOST_ROWS = 4_096;
    /** Rows in one message, which stays well under what the protocol takes. */
    private static final int ROWS_A_MESSAGE = 256;

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
        List<List<Object>> messages = new ArrayList<>();
        List<Object> filling = new ArrayList<>();
        for (Update one : rows.values()) {
            if (filling.isEmpty()) messages.add(filling);
            filling.add(one.document());
            if (filling.size() == ROWS_A_MESSAGE) filling = new ArrayList<>();
        }
        return messages;
    }
}
