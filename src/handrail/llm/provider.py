"""Who serves a model: what its name says, where it is, which key opens it, what holds its decoder, how long to wait."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlsplit

from handrail.error import Misuse

_SHORTEST_SECRET = 12


class DecoderConstraint(Enum):
    """How a server is told what its decoder may write."""

    NATIVE = "as the provider has it"
    LLAMA_CPP = "llama.cpp: JSON schemas beside json_object, grammars in GBNF"
    VLLM = "vLLM: JSON schemas in response_format, Lark grammars in structured_outputs"


@dataclass(frozen=True, slots=True)
class Provider:
    """Everything needed to ask a model. The key is in no `repr`."""

    kind: str
    model: str
    url: str | None
    key: str | None = field(repr=False)
    constraint: DecoderConstraint = DecoderConstraint.NATIVE

    @property
    def name(self) -> str:
        """How the model is called: without its address, so that a recording does not depend on a port."""
        return f"{self.kind}:{self.model}"

    @property
    def hosted(self) -> bool:
        """Whether the maker of the model serves it, and not somebody at an address that was given."""
        return self.kind in _HOSTED

    def redacted(self, text: str) -> str:
        """The text without the key, should a server have repeated it.

        What is as short as a word (`none`, for a server that wants some key) is no secret, and may be in an answer.
        """
        return text if self.key is None or len(self.key) < _SHORTEST_SECRET else text.replace(self.key, "[key]")


@dataclass(frozen=True, slots=True)
class _Kind:
    """`keys` are the variables that hold the key, the first found counts; a server of one's own needs none."""

    keys: tuple[str, ...]
    needs_key: bool
    url_variable: str | None = None
    url: str | None = None
    constraint: DecoderConstraint = DecoderConstraint.NATIVE


_OWN_KEY = ("HANDRAIL_MODEL_KEY",)
_KINDS: Mapping[str, _Kind] = {
    "openai": _Kind(("OPENAI_API_KEY",), True, "OPENAI_BASE_URL", "https://api.openai.com/v1"),
    "anthropic": _Kind(("ANTHROPIC_API_KEY",), True, "ANTHROPIC_BASE_URL", "https://api.anthropic.com"),
    "google": _Kind(
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        True,
        "GOOGLE_GEMINI_BASE_URL",
        "https://generativelanguage.googleapis.com",
    ),
    "openai-compatible": _Kind(_OWN_KEY, False),
    "vllm": _Kind(_OWN_KEY, False, None, "http://127.0.0.1:8000/v1", DecoderConstraint.VLLM),
    "llama.cpp": _Kind(_OWN_KEY, False, None, "http://127.0.0.1:8080/v1", DecoderConstraint.LLAMA_CPP),
    "ollama": _Kind(_OWN_KEY, False, None, "http://127.0.0.1:11434/v1"),
}
_HOSTED = frozenset(name for name, kind in _KINDS.items() if kind.needs_key)


def find_provider(name: str, environment: Mapping[str, str]) -> Provider:
    """What `KIND:MODEL` or `KIND:MODEL@URL` names; raises `Misuse` with what would be right."""
    prefix, colon, rest = name.partition(":")
    kind = _KINDS.get(prefix)
    if kind is None or not colon:
        raise Misuse(no_provider(name))
    model, address = _split(rest)
    if not model:
        raise Misuse(f"`{name}` names no model; write its name after `{prefix}:`")
    if address is not None and prefix in _HOSTED:
        raise Misuse(f"`{prefix}` has an address of its own; for another server write openai-compatible:{rest}")
    url = address or (kind.url_variable and environment.get(kind.url_variable)) or kind.url
    if url is None:
        raise Misuse(f"where is `{name}`? write {name}@http://HOST:PORT/v1")
    _check_address(url)
    return Provider(prefix, model, url, _key(name, kind, environment), kind.constraint)


def no_provider(name: str) -> str:
    """What is said of a name that begins with no provider."""
    return f"`{name}` names no model; write KIND:MODEL, where KIND is one of {', '.join(_KINDS)}"


def _split(rest: str) -> tuple[str, str | None]:
    for scheme in ("@http://", "@https://"):
        model, found, address = rest.partition(scheme)
        if found:
            return model, f"{scheme[1:]}{address}"
    return rest, None


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = parts = None
    if not host or parts is None or parts.scheme not in ("http", "https"):
        raise Misuse("the address of a model is not one; write http://HOST:PORT/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise Misuse("the address of a model holds more than a place; keys come from the environment alone")


def _key(name: str, kind: _Kind, environment: Mapping[str, str]) -> str | None:
    for variable in kind.keys:
        if value := environment.get(variable, "").strip():
            return value
    if kind.needs_key:
        raise Misuse(f"`{name}` needs a key: set {' or '.join(kind.keys)} in the environment")
    return None


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits of one question. Between attempts the wait doubles, unless the server says how long it should be."""

    timeout_seconds: float = 120.0
    """For the whole question: every attempt and every wait between them."""
    attempts: int = 4
    first_wait_seconds: float = 1.0
    longest_wait_seconds: float = 30.0
