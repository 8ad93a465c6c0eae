"""A run without rules: of an app that nobody modelled, and with no model to write any, a person decides instead.

An instruction has no words for the text fields, entries and switches of an app that nobody has seen, and the rule
language has none for "somewhere on the page". So no rule is guessed: every commitment is put to a person with what it
sends, pays or deletes, and so is the end.
"""

from typing import Final

from handrail.app.consequence import Kind
from handrail.guard.policy import PolicySet, read_policy

ANNOUNCEMENT: Final = (
    "no rules: nobody has modelled this app, and without a language model nothing can be said about its pages before "
    "they are there; you are asked about everything that commits something, and whether the end is reached"
)
NOBODY: Final = (
    "without rules a person decides about all that commits something and about the end, and nobody is there to ask; "
    "say who with `--approve`, give rules with `--spec`, or name a language model with `--model`"
)
_POLICY: Final = """
format: handrail.policy/1
name: without rules
needs_a_person:
  every commitment: {{why: no rule says whether it was asked for, when: {{kind: [{kinds}]}}}}
  the end: {{why: no rule says what the end is, when: {{actions: finish}}}}
unknown_effect: {{no_model: ask, no_binding: ask}}
"""


def policy_without_rules() -> PolicySet:
    """What is asked where no rule can answer."""
    return read_policy(_POLICY.format(kinds=", ".join(Kind)), "without rules")
