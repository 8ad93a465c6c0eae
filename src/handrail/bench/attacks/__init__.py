"""Scripts of agents, screens and other hands that are up to something, by the way in which they try it.

A small collection of Handrail's own, for comparing environments; many more are held by the project's tests.
"""
