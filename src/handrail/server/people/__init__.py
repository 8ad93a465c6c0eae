"""Who may do what here: people with a role, keys with scopes, and how each proves that they are who they say."""

from handrail.server.people.person import Person, Role, Scope

__all__ = ["Person", "Role", "Scope"]
