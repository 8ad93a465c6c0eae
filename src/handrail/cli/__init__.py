"""The commands, one file each: they parse, call one function, print and exit."""
