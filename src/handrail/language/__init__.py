"""The rule language: values, rules, parsing and printing, checking, and what a specification means in words."""

from handrail.language.declaration import DeclarationError, State, Variable
from handrail.language.diagnostic import Diagnostic, Level, SpecificationError
from handrail.language.specification import Specification, diagnose
from handrail.language.value import Type, Value

__all__ = [
    "DeclarationError",
    "Diagnostic",
    "Level",
    "Specification",
    "SpecificationError",
    "State",
    "Type",
    "Value",
    "Variable",
    "diagnose",
]
