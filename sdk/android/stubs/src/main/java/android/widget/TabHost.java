package android.widget;

import android.view.View;

/** Stands for the platform's: as much of it as the library uses. */
public class TabHost extends View {
    public interface OnTabChangeListener {
        void onTabChanged(String tag);
    }

    private final String[] tags;
    private int current;
    private OnTabChangeListener change;

    /** For a test, in place of tab specifications. */
    public TabHost(String... tags) {
        this.tags = tags;
    }

    public void setOnTabChangedListener(OnTabChangeListener listener) {
        change = listener;
    }

    public int getCurrentTab() {
        return current;
    }

    public String getCurrentTabTag() {
        return tags[current];
    }

    public void setCurrentTab(int index) {
        if (index == current) return;
        current = index;
        if (change != null) change.onTabChanged(tags[current]);
    }
}
