"""The experiments that a recipe can name, one a file: its parameters, its cases, and what follows from them."""
