"""The developer library's way to a server: an app that takes part while agents use it."""
