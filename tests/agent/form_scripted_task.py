"""An errand for the small app, with a plan that uses every kind of intent."""

from agent.form_device import PACKAGE
from handrail.agent.action_queue import ScriptedTask
from handrail.agent.intent import Count, Intent, Pick, Plan, Stage, Start, Tap, Target, Turn, Type, When
from handrail.agent.mistake import Values

START = Start("Form", PACKAGE, Target("People", "title"))
VALUES: Values = {"person": "Eve", "name": "Eva", "colour": "blue", "on": True, "count": 3}


def stage(v: Values, name: str) -> Stage:
    fill: tuple[Intent, ...] = (
        Type(Target(id="name"), v["name"]),
        Pick(Target(id="colour"), Target(v["colour"])),
        Turn(Target("Important"), v["on"]),
        Count(Target(id="count"), v["count"], Target(id="more"), Target(id="fewer")),
    )
    return Stage(name, (START, Tap(Target(v["person"])), When(Target(id="name"), fill), Tap(Target(id="save"))))


def plan(v: Values) -> Plan:
    return (stage(v, "fill in"),)


def two_stages(v: Values) -> Plan:
    return (stage({**v, "person": "Ada"}, "first"), stage(v, "second"))


SCRIPTED_TASK = ScriptedTask(VALUES, plan)
TWO = ScriptedTask(VALUES, two_stages)
