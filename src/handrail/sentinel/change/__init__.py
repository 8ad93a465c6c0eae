"""What a system trace says, class by class: whose file, which setting, which power, which host."""

from handrail.sentinel.change.hash_tree import FileState, HashTree, differences, hash_tree
from handrail.sentinel.change.place import Place, place

__all__ = ["FileState", "HashTree", "Place", "differences", "hash_tree", "place"]
