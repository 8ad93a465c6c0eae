package android.widget;

import android.os.Handler;
import android.os.Looper;

/** Tells of a selection at its next layout, which is later, and only if it is another than the one it last told of. */
public class Spinner extends AdapterView<Adapter> {
    private int selected;
    private int told = -1;
    private boolean laidOut = true;

    @Override
    public int getSelectedItemPosition() {
        return selected;
    }

    @Override
    public void setSelection(int position) {
        selected = position;
        requestLayout();
    }

    public void requestLayout() {
        if (!laidOut) return;
        laidOut = false;
        new Handler(Looper.getMainLooper()).post(this::layOut);
    }

    private void layOut() {
        laidOut = true;
        if (told == selected) return;
        told = selected;
        if (select != null) select.onItemSelected(this, null, selected, selected);
    }
}
