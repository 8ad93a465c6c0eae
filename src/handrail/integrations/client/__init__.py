"""For clients that keep the phone in their own hands: what their calls mean, and how they are made once they may be."""
