"""Who listens is told everything once, however slow they are."""

import asyncio

from handrail.server.news import News


def test_a_slow_listener_is_told_each_name_once_and_holds_up_nobody() -> None:
    async def check() -> None:
        news = News()
        async with news.listener() as slow, news.listener() as quick:
            for number in range(10_000):
                news.tell([f"run-{number % 3}"])
            assert await quick.take() == {"run-0", "run-1", "run-2"}
            news.tell(["run-9"])
            assert await slow.take() == {"run-0", "run-1", "run-2", "run-9"}
            assert await quick.take() == {"run-9"}
            waiting = asyncio.create_task(quick.take())
            news.tell([])
            await asyncio.sleep(0)
            assert not waiting.done()
            news.tell(["run-1"])
            assert await waiting == {"run-1"}
        news.tell(["run-2"])  # nobody is there, and nothing is kept

    asyncio.run(check())
