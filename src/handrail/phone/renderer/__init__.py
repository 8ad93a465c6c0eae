"""Pictures of screens as Android would draw them: the same screen gives the same bytes everywhere."""

from handrail.phone.renderer.renderer import Renderer

__all__ = ["Renderer"]
