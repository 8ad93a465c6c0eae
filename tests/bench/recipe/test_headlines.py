"""What is told first of an evaluation."""

from handrail.bench.results.findings import Findings, Headline, headlines


def test_what_matters_most_is_told_first_and_the_rest_in_its_order() -> None:
    words = Findings("Words", "", (Headline(1, "of the instructions"), Headline(2, "of the questions")))
    harm = Findings("Harm", "", (Headline(3, "without", foremost=True), Headline(4, "with", foremost=True)))
    assert [member.value for _, member in headlines([words, harm])] == [3, 4, 1, 2]
    assert headlines([words, harm])[0][0] is harm
