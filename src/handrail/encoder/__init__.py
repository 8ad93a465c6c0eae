"""From what the user said to a specification that can be trusted."""
