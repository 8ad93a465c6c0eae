"""A process that writes a journal until it is killed, and says on its standard output how far it is."""

import sys
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from guard.journal.entries import AT, opened, session
from handrail.guard.journal import Journal
from handrail.guard.journal.entry import Executing


def main(folder: str, durable: bool) -> None:
    """Write for ever."""
    journal = Journal.create(folder)
    journal.append(opened(instruction="Send 20 to Ann. " * 2_000), durable=True)
    for number in count(1):
        journal.picture(str(number).encode())
        for entry in session()[1:-1]:
            head = journal.append(entry, durable=durable and isinstance(entry, Executing))
            sys.stdout.write(f"{journal.entries} {head}\n")
            sys.stdout.flush()
        journal.append(opened(at=AT, instruction="a long line " * 5_000))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "durable")
