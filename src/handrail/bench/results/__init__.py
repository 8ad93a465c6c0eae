"""What a run of a recipe leaves: tables and figures with intervals, as Markdown, as a page, and beside another run."""
