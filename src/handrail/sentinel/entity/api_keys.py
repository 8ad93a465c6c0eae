"""Keys and tokens that programs log in with: by their issuer's prefix, or by the word before a long random run."""

from collections.abc import Iterator

from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, occurs, spans

_ISSUED = (
    r"\b(?:sk-[A-Za-z0-9_-]{16,}|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|(?:AKIA|ASIA)[0-9A-Z]{16}|"
    r"gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|"
    r"AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{16,}|"
    r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}|"
    r"\d{8,}:AA[A-Za-z0-9_-]{33})"
)
_ISSUED_FOR = r"\b[a-z]{2,12}_(?:live|test|prod|secret|key|pat|token|store)_[A-Za-z0-9]{8,}"
_PRIVATE = r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:[^-]|-[^-])*(?:-----END (?:[A-Z]+ )*PRIVATE KEY-----)?"
_NAMED = (
    r"(?i)(?:(?:api|deploy|ssh|license|encryption|service)[ _-]?key|secret(?:[ _-]?key)?|"
    r"access[ _-]?(?:key|token)|auth[ _-]?token|token|bearer|client[ _-]?secret)"
    r"[\"']?\s*(?:[:=]|is)?\s*[\"']?([A-Za-z0-9_\-./+=]{16,})"
)
_RUN = r"[A-Za-z0-9_\-./+=:]{15}|-----BEGIN"
"""What stands in every key: the shortest of all is as long."""


def find_api_keys(text: str) -> Iterator[Entity]:
    """Keys by prefix, private keys, and what is called a key and looks random."""
    if not occurs(_RUN, text):
        return
    for pattern in (_ISSUED, _ISSUED_FOR, _PRIVATE):
        for start, end in spans(pattern, text):
            yield Entity(EntityKind.API_KEY, start, end, text[start:end])
    for match in compiled(_NAMED).finditer(text):
        start, end = match.span(1)
        value = text[start:end]
        if any(map(str.isdigit, value)) and any(map(str.isalpha, value)) and "//" not in value:
            yield Entity(EntityKind.API_KEY, start, end, value)
