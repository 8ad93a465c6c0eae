package android.text;

/** Stands for the platform's: as much of it as the library uses. */
public interface InputType {
    int TYPE_MASK_CLASS = 0xf;
    int TYPE_MASK_VARIATION = 0xff0;
    int TYPE_CLASS_TEXT = 1;
    int TYPE_CLASS_NUMBER = 2;
    int TYPE_NUMBER_VARIATION_PASSWORD = 0x10;
    int TYPE_TEXT_VARIATION_PASSWORD = 0x80;
    int TYPE_TEXT_VARIATION_VISIBLE_PASSWORD = 0x90;
    int TYPE_TEXT_VARIATION_WEB_PASSWORD = 0xe0;
}
