package android.widget;

import android.text.Editable;
import android.text.TextWatcher;
import android.view.KeyEvent;
import android.view.View;
import java.util.ArrayList;
import java.util.List;

/** Stands for the platform's: as much of it as the library uses. */
public class TextView extends View {
    public interface OnEditorActionListener {
        boolean onEditorAction(TextView view, int action, KeyEvent event);
    }

    private static final class Text implements Editable {
        final String said;

        Text(String said) {
            this.said = said;
        }

        @Override
        public int length() {
            return said.length();
        }

        @Override
        public char charAt(int index) {
            return said.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return said.subSequence(start, end);
        }

        @Override
        public String toString() {
            return said;
        }
    }

    private final List<TextWatcher> watchers = new ArrayList<>();
    private CharSequence text = new Text("");
    private CharSequence hint;
    private int inputType;
    private OnEditorActionListener editor;

    public CharSequence getText() {
        return text;
    }

    public final void setText(CharSequence said) {
        int before = text.length();
        for (TextWatcher one : watchers) one.beforeTextChanged(text, 0, before, said.length());
        Text changed = new Text(said.toString());
        text = changed;
        for (TextWatcher one : watchers) one.onTextChanged(text, 0, before, said.length());
        for (TextWatcher one : watchers) one.afterTextChanged(changed);
    }

    public CharSequence getHint() {
        return hint;
    }

    public final void setHint(CharSequence said) {
        hint = said;
    }

    public int getInputType() {
        return inputType;
    }

    public void setInputType(int type) {
        inputType = type;
    }

    public void addTextChangedListener(TextWatcher watcher) {
        watchers.add(watcher);
    }

    public void setOnEditorActionListener(OnEditorActionListener listener) {
        editor = listener;
    }

    /** For a test: the keyboard, with its own key or with a hardware key. */
    public boolean act(int action, KeyEvent event) {
        return editor != null && editor.onEditorAction(this, action, event);
    }
}
