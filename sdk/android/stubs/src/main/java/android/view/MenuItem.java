package android.view;

/** Stands for the platform's: as much of it as the library uses. */
public interface MenuItem {
    interface OnMenuItemClickListener {
        boolean onMenuItemClick(MenuItem item);
    }

    CharSequence getTitle();

    MenuItem setOnMenuItemClickListener(OnMenuItemClickListener listener);
}
