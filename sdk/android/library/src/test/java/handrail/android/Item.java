package handrail.android;

import android.view.MenuItem;

/** An item of a menu. */
final class Item implements MenuItem {
    private final String title;
    private OnMenuItemClickListener listener;

    Item(String title) {
        this.title = title;
    }

    @Override
    public CharSequence getTitle() {
        return title;
    }

    @Override
    public MenuItem setOnMenuItemClickListener(OnMenuItemClickListener told) {
        listener = told;
        return this;
    }

    boolean touch() {
        return listener.onMenuItemClick(this);
    }
}
