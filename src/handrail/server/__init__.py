"""The control room: what runs, what it is doing and what waits for a person, over HTTP and on a page.

It stands over a folder of journals and reads what guards write there, whatever process they run in. It decides nothing
itself: a person's answer goes to the guard that asked, which says whether it counted.
"""
