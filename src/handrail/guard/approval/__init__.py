"""Questions to people, and their answers: bound to one action, used once, and expiring."""
