"""A text that is a set of names: `Ann, Bob` to whom a message goes, whatever the order in which they are shown.

Members stand between commas; each is compared in normal form. Equal sets are one value, so that `=`, `in`, keys and
`?x` need not know of them; only `contains` asks which members there are.
"""

from handrail.language.normal_form import normal_form


class NameSet(str):
    """The form in which sets of names are compared: every member once, in order, apart by what no normal form holds."""

    __slots__ = ()

    @property
    def members(self) -> frozenset[str]:
        """Each member, in normal form."""
        return frozenset(self.split("\n")) if self else frozenset()


def name_set(text: str) -> NameSet:
    """The set of names that a text lists. Empty places between commas are nobody."""
    return NameSet("\n".join(sorted({normal_form(part) for part in text.split(",")} - {""})))
