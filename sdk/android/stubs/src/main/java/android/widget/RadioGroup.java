package android.widget;

import android.view.View;
import java.util.HashMap;
import java.util.Map;

/** {@code check} is what a touch of one of its buttons comes to. */
public class RadioGroup extends View {
    public interface OnCheckedChangeListener {
        void onCheckedChanged(RadioGroup group, int id);
    }

    private final Map<Integer, View> buttons = new HashMap<>();
    private int checked = -1;
    private OnCheckedChangeListener change;

    public void setOnCheckedChangeListener(OnCheckedChangeListener listener) {
        change = listener;
    }

    /** For a test. */
    public void add(int id, View button) {
        buttons.put(id, button);
    }

    @Override
    protected View found(int id) {
        return buttons.get(id);
    }

    public void check(int id) {
        if (id == checked) return;
        checked = id;
        if (change != null) change.onCheckedChanged(this, id);
    }

    public final int getCheckedRadioButtonId() {
        return checked;
    }
}
