"""`handrail demo`: the main job on a bundled example, from the rules to why an agent is stopped."""

import typer


def demo() -> None:
    """Check a specification for a restaurant reservation and replay what five agents did with it."""
    from rich.rule import Rule
    from rich.text import Text

    from handrail.app.app import App
    from handrail.bench.replay import replay
    from handrail.bench.task_file import load_tasks
    from handrail.cli.check import print_review
    from handrail.cli.console import answer_console
    from handrail.cli.replay_view import print_story
    from handrail.cli.rules_file import read_rules
    from handrail.examples import example
    from handrail.language.review import review

    console = answer_console()
    app, rules, tasks = example("restaurant.json"), example("restaurant.rules"), example("restaurant-tasks.json")

    def heading(title: str, command: str) -> None:
        console.print()
        console.print(Rule(Text(title, style="bold"), align="left", style="dim"))
        console.print(Text(f"$ {command}\n", style="dim"), soft_wrap=True)

    console.print(Text(rules.read_text("utf-8").rstrip()), soft_wrap=True)
    heading("The specification is checked", f"handrail check --app {app} {rules}")
    report = review(read_rules(rules), App.load(app))
    print_review(report, rules.name)
    for task in load_tasks(tasks):
        heading(f"An agent's path: {task.id}", f"handrail replay {tasks} --task {task.id}")
        print_story(task, replay(task, "spec", task.spec or ()), console)
    raise typer.Exit(1 if report.errors else 0)
