package android.widget;

/** Tells of a change after it has made it, and not of one that is made while it tells. */
public abstract class CompoundButton extends Button {
    public interface OnCheckedChangeListener {
        void onCheckedChanged(CompoundButton button, boolean checked);
    }

    private boolean checked;
    private boolean broadcasting;
    private OnCheckedChangeListener change;

    public void setOnCheckedChangeListener(OnCheckedChangeListener listener) {
        change = listener;
    }

    public boolean isChecked() {
        return checked;
    }

    public void setChecked(boolean on) {
        if (checked == on) return;
        checked = on;
        if (broadcasting) return;
        broadcasting = true;
        if (change != null) change.onCheckedChanged(this, checked);
        broadcasting = false;
    }

    public void toggle() {
        setChecked(!checked);
    }

    @Override
    public boolean performClick() {
        toggle();
        return super.performClick();
    }
}
