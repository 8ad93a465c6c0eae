"""Sessions over HTTP: a guard for each, whose phone is the client's own. Handrail decides, the client acts."""
