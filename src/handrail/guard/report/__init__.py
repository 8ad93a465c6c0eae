"""One self-contained page about one run, made from its journal."""
