"""What is normal for an app, learned from safe runs, and how far that moves what the rules say; see docs/judges.md."""

from handrail.sentinel.profile.profile import NO_PROFILES, AppProfile, Profiles, learn
from handrail.sentinel.profile.profile_file import load_profiles, read_profiles, save_profiles, write_profiles
from handrail.sentinel.profile.shift import shifts_of

__all__ = [
    "NO_PROFILES",
    "AppProfile",
    "Profiles",
    "learn",
    "load_profiles",
    "read_profiles",
    "save_profiles",
    "shifts_of",
    "write_profiles",
]
