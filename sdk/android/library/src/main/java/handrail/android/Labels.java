package handrail.android;

import android.text.InputType;
import android.view.View;
import android.widget.EditText;
import android.widget.TextView;

/** What a person would call a view. */
final class Labels {
    private static final int MOST_CHARACTERS = 80;

    private Labels() {}

    static String of(View view) {
        if (view instanceof EditText) return ofField((EditText) view);
        if (view instanceof TextView) return first(view.getContentDescription(), ((TextView) view).getText(), view.getClass().getSimpleName());
        return view == null ? "" : first(view.getContentDescription(), view.getClass().getSimpleName());
    }

    /** A field is called what it asks for, not what is in it. */
    static String ofField(TextView field) {
        return first(field.getContentDescription(), field.getHint(), field.getClass().getSimpleName());
    }

    /** What is in a field; nothing of a password leaves the app. */
    static String typed(TextView field) {
        return isSecret(field.getInputType()) ? "" : field.getText().toString();
    }

    private static boolean isSecret(int type) {
        int variation = type & InputType.TYPE_MASK_VARIATION;
        switch (type & InputType.TYPE_MASK_CLASS) {
            case InputType.TYPE_CLASS_NUMBER:
                return variation == InputType.TYPE_NUMBER_VARIATION_PASSWORD;
            case InputType.TYPE_CLASS_TEXT:
                return variation == InputType.TYPE_TEXT_VARIATION_PASSWORD
                        || variation == InputType.TYPE_TEXT_VARIATION_VISIBLE_PASSWORD
                        || variation == InputType.TYPE_TEXT_VARIATION_WEB_PASSWORD;
            default:
                return false;
        }
    }

    static String of(CharSequence said) {
        return first(said);
    }

    private static String first(CharSequence... said) {
        for (CharSequence one : said) {
            String found = one == null ? "" : one.toString().trim();
            if (!found.isEmpty()) return found.substring(0, Math.min(found.length(), MOST_CHARACTERS));
        }
        return "";
    }
}
