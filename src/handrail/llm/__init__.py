"""One small door to language and vision models."""
