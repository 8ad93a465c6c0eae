"""The rule language, in which a task is specified: values, parser, printer, checker, analysis."""

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
