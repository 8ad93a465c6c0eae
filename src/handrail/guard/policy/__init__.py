"""What an organisation or a user wants whatever the specification says: a policy, read from YAML and decided purely."""

from handrail.guard.policy.classes import reversibility
from handrail.guard.policy.decide import decide, foreground, is_committing
from handrail.guard.policy.policies import PolicySet, combined
from handrail.guard.policy.read import PolicyError, default_policy, default_policy_text, load_policy, read_policy
from handrail.guard.policy.review import review_policy

__all__ = [
    "PolicyError",
    "PolicySet",
    "combined",
    "decide",
    "default_policy",
    "default_policy_text",
    "foreground",
    "is_committing",
    "load_policy",
    "read_policy",
    "reversibility",
    "review_policy",
]
