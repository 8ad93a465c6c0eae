"""Original data of others, read strictly and written as Handrail reads it: one module a format."""
