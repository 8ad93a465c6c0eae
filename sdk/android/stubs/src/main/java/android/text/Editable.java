package android.text;

/** Stands for the platform's: as much of it as the library uses. */
public interface Editable extends CharSequence {}
