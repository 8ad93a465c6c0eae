package android.widget;

/** Stands for the platform's: as much of it as the library uses. */
public class ListView extends AdapterView<Adapter> {
    @Override
    public int getSelectedItemPosition() {
        return -1;
    }

    @Override
    public void setSelection(int position) {}
}
