"""Hosts that phones talk to whatever is done with them: makers, stores, crash reports, advertising."""

from handrail.sentinel.lexicon import word_list


def is_known_host(host: str, package: str) -> bool:
    """Whether a host is one of those, or bears the name of the app that talks to it."""
    ordinary = word_list("ordinary_hosts")
    if host in ordinary or host.endswith(tuple(f".{one}" for one in ordinary)):
        return True
    names = {part for part in package.lower().split(".") if len(part) >= 4} - {"android", "mobile", "client"}
    return any(name in host.lower() for name in names)
