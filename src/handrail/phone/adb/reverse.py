"""`adb reverse`: the phone keeps the list; nothing in it ever connects."""

from handrail.phone.adb.handset import Handset
from handrail.phone.adb.smart_socket import block, fail


def reverse(handset: Handset, request: str) -> bytes:
    """Answer one request, as adbd does inside the stream."""
    verb, _, rest = request.partition(":")
    match verb:
        case "list-forward":
            return block("".join(f"(reverse) {remote} {local}\n" for remote, local in handset.reverses.items()))
        case "forward":
            norebind = rest.startswith("norebind:")
            remote, separator, local = rest.removeprefix("norebind:").partition(";")
            if not separator:
                return fail(f"bad forward: {rest}")
            if norebind and remote in handset.reverses:
                return fail(f"cannot rebind existing socket '{remote}'")
            handset.reverses[remote] = local
            return b"OKAY"
        case "killforward":
            if handset.reverses.pop(rest, None) is None:
                return fail(f"listener '{rest}' not found")
            return b"OKAY"
        case "killforward-all":
            handset.reverses.clear()
            return b"OKAY"
    handset.record_gap(f"service reverse:{request}")
    return fail("unknown reverse command")
