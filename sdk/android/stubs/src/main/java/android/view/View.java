package android.view;

/** Stands for the platform's: as much of it as the library uses. */
public class View {
    public interface OnClickListener {
        void onClick(View view);
    }

    public interface OnLongClickListener {
        boolean onLongClick(View view);
    }

    public interface OnFocusChangeListener {
        void onFocusChange(View view, boolean hasFocus);
    }

    private OnClickListener click;
    private OnLongClickListener longClick;
    private OnFocusChangeListener focus;
    private CharSequence description;

    public void setOnClickListener(OnClickListener listener) {
        click = listener;
    }

    public void setOnLongClickListener(OnLongClickListener listener) {
        longClick = listener;
    }

    public void setOnFocusChangeListener(OnFocusChangeListener listener) {
        focus = listener;
    }

    public boolean performClick() {
        if (click != null) click.onClick(this);
        return click != null;
    }

    public boolean performLongClick() {
        return longClick != null && longClick.onLongClick(this);
    }

    /** For a test: the platform has moved the focus. */
    public void focused(boolean on) {
        if (focus != null) focus.onFocusChange(this, on);
    }

    public CharSequence getContentDescription() {
        return description;
    }

    public void setContentDescription(CharSequence said) {
        description = said;
    }

    @SuppressWarnings("unchecked") // as the platform's own
    public final <Found extends View> Found findViewById(int id) {
        return (Found) found(id);
    }

    /** For a stub that has children. */
    protected View found(int id) {
        return null;
    }

    public void getLocationOnScreen(int[] location) {
        location[0] = 0;
        location[1] = 0;
    }

    public final int getWidth() {
        return 100;
    }

    public final int getHeight() {
        return 40;
    }
}
