"""Walking an app by itself: which page this is, what may be touched on it, what comes next, and the agent that does."""
