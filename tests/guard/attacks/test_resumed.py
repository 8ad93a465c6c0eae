"""What an agent gains when its program is killed and goes on: nothing."""

from pathlib import Path

import pytest

from guard.attacks.attempt import MESSAGES, a_phone, attempt, because, held, talk, talks

TO_ANN = 'Message(to = "Ann Bell", text = "Hi") -> SendMessage\nSendMessage -> Done'


@pytest.mark.parametrize("killed", [True, False])
def test_two_of_one_name_are_still_two(killed: bool, tmp_path: Path) -> None:
    phone = a_phone(talks(talk(1, "Ann Bell", "Hello"), talk(2, "Ann Bell", "Goodbye")))
    with attempt(phone, tmp_path, TO_ANN) as tried:
        tried.go(MESSAGES, "Goodbye")
        if not killed:
            tried.fill(compose_message_text="Hi")
            assert held(tried.tap("Send"), "effect-unknown")
            return
        tried.killed()
    with attempt(phone, tmp_path, TO_ANN, resume=True) as again:
        again.fill(compose_message_text="Hi")
        step = again.tap("Send")
        assert held(step, "effect-unknown")
        assert "there are several of" in because(step)
