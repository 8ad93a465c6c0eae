"""Data sets and what is measured on them: task files and their replay."""
