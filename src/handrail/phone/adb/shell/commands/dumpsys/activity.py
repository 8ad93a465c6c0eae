"""`dumpsys activity`: tasks, what is resumed, processes."""

from hashlib import blake2b

from handrail.phone.adb.shell.command import Call, encode
from handrail.phone.adb.shell.commands.activities import short_component
from handrail.phone.adb.users import user_name
from handrail.phone.values import Foreground


def token(text: str) -> str:
    """A stable number for an object, as Java would show its identity."""
    return blake2b(encode(text), digest_size=4).hexdigest()[1:]


def component(shown: Foreground) -> str:
    """Package and full class name."""
    return f"{shown.package}/{shown.activity}"


def record(shown: Foreground, task: int) -> str:
    """An activity as Android prints it."""
    name = short_component(shown.package, shown.activity)
    return f"ActivityRecord{{{token(component(shown))} u0 {name} t{task}}}"


def activity(call: Call, arguments: tuple[str, ...]) -> str:
    """By the word after it: `activities`, `top`, `processes`, `recents`; otherwise the activities."""
    match arguments[:1]:
        case ("top",):
            return _top(call)
        case ("processes" | "p",):
            return _processes(call)
        case ("recents" | "r",):
            return _recents(call)
        case () | ("activities" | "a",):
            return _activities(call)
        case ("services" | "broadcasts" | "providers" | "intents",):
            return f"ACTIVITY MANAGER {arguments[0].upper()} (dumpsys activity {arguments[0]})\n  (nothing)\n"
    call.gap()
    return f"Bad activity command: {arguments[0]}\n"


def _activities(call: Call) -> str:
    front = call.phone.foreground
    tasks = call.phone.task_stack or (front,)
    parts = ["ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n"]
    for number, task in enumerate(tasks):
        shown, visible = len(tasks) - number, "false" if number else "true"
        parts.append(
            f"  * Task{{{token(task.package)} #{shown} type=standard A=10000:{task.package} U=0 visible={visible}"
            f" visibleRequested={visible} mode=fullscreen translucent=false sz=1}}\n"
            f"    * Hist  #0: {record(task, shown)}\n"
        )
    top = record(front, len(tasks))
    parts.append(f"\n  topResumedActivity={top}\n  mResumedActivity: {top}\n  ResumedActivity: {top}\n")
    parts.append(f"  mFocusedApp={top}\n  mLastFocusedRootTask=Task{{{token(front.package)} #{len(tasks)}}}\n")
    return "".join(parts)


def _top(call: Call) -> str:
    front = call.phone.foreground
    pid = call.handset.pid_of(front.package) or 0
    lines = [f"TASK {front.package} id={len(call.phone.task_stack) or 1} userId=0"]
    lines.append(f"  ACTIVITY {short_component(*front)} {token(component(front))} pid={pid}")
    lines.append("    Local Activity State:\n      mResumed=true mStopped=false mFinished=false\n    View Hierarchy:")
    for path, element in call.phone.screen().walk():
        bounds = element.bounds
        place = f"{bounds.left},{bounds.top}-{bounds.right},{bounds.bottom}"
        name = f" {element.resource_id}" if element.resource_id else ""
        lines.append(f"      {'  ' * len(path)}{element.class_name}{{{token(str(path))} V.E...... {place}{name}}}")
    return "\n".join(lines) + "\n"


def _processes(call: Call) -> str:
    lines = [
        f"  *APP* UID {process.uid}"
        f" ProcessRecord{{{token(process.name)} {process.pid}:{process.name}/{user_name(process.uid)}}}\n"
        for process in call.phone.processes
    ]
    return "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n" + "".join(lines)


def _recents(call: Call) -> str:
    lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)"]
    for number, task in enumerate(call.phone.task_stack):
        lines.append(f"  * Recent #{number}: Task{{{token(task.package)} #{number} A={task.package} U=0}}")
        lines.append(f"    mActivityComponent={short_component(*task)}")
    return "\n".join(lines) + "\n"
