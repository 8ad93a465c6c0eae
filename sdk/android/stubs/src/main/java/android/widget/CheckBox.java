package android.widget;

/** Stands for the platform's: as much of it as the library uses. */
public class CheckBox extends CompoundButton {}
