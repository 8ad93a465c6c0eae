"""The port on which apps take part: what they are about to do is asked first, by one guard for each session."""
