package android.widget;

import android.view.View;

/** Stands for the platform's: as much of it as the library uses. */
public abstract class AdapterView<T extends Adapter> extends View {
    public interface OnItemClickListener {
        void onItemClick(AdapterView<?> parent, View view, int position, long id);
    }

    public interface OnItemSelectedListener {
        void onItemSelected(AdapterView<?> parent, View view, int position, long id);

        void onNothingSelected(AdapterView<?> parent);
    }

    private OnItemClickListener click;
    OnItemSelectedListener select;
    private Object[] items = {};

    public void setOnItemClickListener(OnItemClickListener listener) {
        click = listener;
    }

    public void setOnItemSelectedListener(OnItemSelectedListener listener) {
        select = listener;
    }

    /** For a test, in place of an adapter. */
    public void hold(Object... held) {
        items = held;
    }

    public Object getItemAtPosition(int position) {
        return position < 0 || position >= items.length ? null : items[position];
    }

    public boolean performItemClick(View view, int position, long id) {
        if (click != null) click.onItemClick(this, view, position, id);
        return click != null;
    }

    public abstract int getSelectedItemPosition();

    public abstract void setSelection(int position);
}
