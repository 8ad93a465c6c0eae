"""Tell people who are somewhere else that a question waits for them: by webhook, and by Web Push to their browsers."""
