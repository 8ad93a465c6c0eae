"""The floor under the coverage of each file, which `make coverage` holds the project to, finds what is below it."""

from coverage_floor import FLOOR, below


def test_a_file_that_few_tests_run_is_named_the_least_first() -> None:
    percents = {"a.py": FLOOR - 1, "b.py": FLOOR, "c.py": 3.0, "d.py": 100.0}
    measured = {"files": {name: {"summary": {"percent_covered": percent}} for name, percent in percents.items()}}
    assert below(measured) == [("c.py", 3.0), ("a.py", FLOOR - 1)]
