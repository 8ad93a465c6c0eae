"""The guard in front of the clients, servers and agent frameworks that people already run."""
