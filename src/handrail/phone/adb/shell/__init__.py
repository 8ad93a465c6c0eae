"""The phone's shell: its language, its interpreter and its commands."""
