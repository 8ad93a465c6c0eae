"""A developer's own walk through an app that takes part: what it says, what rules would make of it, what is missing."""
