"""`python -m handrail`: the `handrail` command, where the folder of scripts is not on the path."""

from handrail.cli.main import main

main()
