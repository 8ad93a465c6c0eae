"""The control room: sessions, approvals and runs over HTTP, and the pages on which people watch.

It stands over a folder of journals and reads what guards write there, whatever process they run in. It decides nothing
itself: a person's answer goes to the guard that asked, which says whether it counted.
"""
