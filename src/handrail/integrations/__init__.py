"""Handrail in front of what people already run: each client and server in a folder or file of its own."""
