"""A small declarative view toolkit: widgets are values, a layout turns them into the elements of a screen."""
