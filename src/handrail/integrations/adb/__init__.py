"""In front of an ADB server: what its clients do to the phone is verified before it is done."""
