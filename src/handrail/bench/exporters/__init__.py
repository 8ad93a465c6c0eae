"""What Handrail holds, written in the original shape of data sets of others: one module a format."""
