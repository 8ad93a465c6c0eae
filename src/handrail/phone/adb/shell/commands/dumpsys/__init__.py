"""`dumpsys SERVICE`: the lines that clients look for in what Android's services print of themselves."""
