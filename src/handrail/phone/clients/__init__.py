"""What clients bring to a phone, simulated: keyboards, helper apps, and the servers that they start on it."""
