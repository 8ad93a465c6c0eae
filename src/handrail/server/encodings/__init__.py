"""What instructions were turned into, for people to accept or to put right."""
