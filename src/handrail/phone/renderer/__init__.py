"""Pictures of screens as Android would draw them: the same screen gives the same bytes everywhere."""

from handrail.error import MissingExtra, install_line

try:
    from handrail.phone.renderer.renderer import Renderer
except ModuleNotFoundError as missing:
    if missing.name != "PIL":
        raise
    raise MissingExtra(f"the simulated phone draws with Pillow: {install_line('handrail[phone]')}") from None

__all__ = ["Renderer"]
