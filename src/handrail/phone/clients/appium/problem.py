"""What goes wrong in a WebDriver session, by the names of the W3C standard."""


class WebDriverProblem(Exception):
    """An error of the standard; the words are for the client."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(words)
        self.name = name


def no_such_element(selector: str) -> WebDriverProblem:
    """Nothing is what a selector says."""
    return WebDriverProblem("no such element", f"An element could not be located on the page using {selector[:500]}")


def invalid(words: str) -> WebDriverProblem:
    """The client said something that cannot be meant."""
    return WebDriverProblem("invalid argument", words)
