"""The tables of every version, and how a database comes from one to the next."""
