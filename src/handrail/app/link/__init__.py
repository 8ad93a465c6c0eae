"""The developer library's way to a server: an app that takes part while agents use it."""

from handrail.app.link.link import Link, connect

__all__ = ["Link", "connect"]
