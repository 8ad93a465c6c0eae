"""Apps that a person should not have installed, for tests of safety. No phone comes with them."""
