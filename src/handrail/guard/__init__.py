"""Every action is verified before it runs, on record, with people in charge."""
