"""Where values come from and where they go, what a screen orders, and what only looks like what it claims to be."""
