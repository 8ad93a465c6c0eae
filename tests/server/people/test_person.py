"""Roles, scopes, and that nobody both works and answers, whatever somebody tries."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.error import Misuse
from handrail.server.people.person import (
    OF_AGENTS,
    OF_PEOPLE,
    Person,
    Role,
    Scope,
    demand_scopes,
    of_cookie,
    scopes_of,
)

SCOPES = st.frozensets(st.sampled_from(Scope))


@given(SCOPES, st.sampled_from(Role))
def test_whoever_may_answer_opens_no_session_and_whoever_opens_one_answers_nothing(
    scopes: frozenset[Scope], role: Role
) -> None:
    try:
        person = Person("a", role, scopes, "key:a")
    except Misuse:
        assert scopes & OF_PEOPLE
        assert scopes & OF_AGENTS
        return
    assert not ({Scope.SESSION, Scope.APP} & person.scopes and {Scope.ANSWER, Scope.READ} & person.scopes)


@given(SCOPES, st.sampled_from(Role))
def test_a_key_is_made_exactly_for_what_its_role_allows_and_for_one_kind(scopes: frozenset[Scope], role: Role) -> None:
    allowed = bool(scopes) and scopes <= scopes_of(role) and not (scopes & OF_PEOPLE and scopes & OF_AGENTS)
    if allowed:
        demand_scopes(scopes, role)
    else:
        with pytest.raises(Misuse):
            demand_scopes(scopes, role)


def test_each_role_may_all_that_those_before_it_may() -> None:
    roles = list(Role)
    for lower, higher in pairwise(roles):
        assert scopes_of(lower) <= scopes_of(higher)
        assert higher.reaches(lower)
        assert not lower.reaches(higher)
    assert scopes_of(Role.ADMIN) == frozenset(Scope)
    assert all(not of_cookie(role) & OF_AGENTS for role in roles)


def test_a_session_is_seen_by_the_key_that_opened_it_and_by_people_who_read() -> None:
    owner = Person("a", Role.OPERATOR, frozenset({Scope.SESSION}), "key:1")
    other = Person("a", Role.OPERATOR, frozenset({Scope.SESSION}), "key:2")
    reader = Person("b", Role.VIEWER, frozenset({Scope.READ}), "cookie:3")
    answers_only = Person("c", Role.APPROVER, frozenset({Scope.ANSWER}), "key:1")
    assert [person.sees("key:1") for person in (owner, other, reader, answers_only)] == [True, False, True, False]
