"""Facts from screens, actions and traces: each held against what was asked."""
