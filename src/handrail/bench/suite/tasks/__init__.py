"""The tasks of the suite, a file for each app."""

from handrail.bench.suite.task import Task


def all_tasks() -> tuple[Task, ...]:
    """Every task, by app."""
    from handrail.bench.suite.tasks import (
        bank,
        clock,
        contacts,
        files_and_photos,
        mail,
        messages,
        restaurant,
        settings,
        several,
        shop,
        tasks,
    )

    apps = (restaurant, clock, bank, messages, mail, shop, tasks, contacts, files_and_photos, settings, several)
    return tuple(task for app in apps for task in app.TASKS)
