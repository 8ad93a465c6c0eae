"""Scripts that are up to something, in front of the bare phone and of the guard. Source: docs/attacks.md."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from pydantic import Field

from handrail.bench.attacks.attack import attempt
from handrail.bench.attacks.collection import HONEST, every_attack
from handrail.bench.experiments.verification import program
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Results, Spec, Surroundings, content_key
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.results.findings import Cell, Findings, Headline, Table
from handrail.bench.suite.suite import ENVIRONMENTS, NO_GUARD
from handrail.error import Misuse
from handrail.guard.policy.read import load_policy, policy_text
from handrail.language.diagnostic import did_you_mean

NOBODY, READER, YES = "guard, nobody to ask", "guard, user who reads", "guard, user who always agrees"


class AttacksSpec(Spec):
    """Where the scripts are played. `policy` is a file, for the guard in place of the default."""

    kind: Literal["attacks"]
    environments: tuple[str, ...] = Field(default=(NO_GUARD, NOBODY, READER, YES), min_length=1)
    policy: str | None = None

    def open(self, around: Surroundings, access: ModelAccess) -> Experiment:  # noqa: ARG002 - no model is asked
        """With the environments found."""
        for name in self.environments:
            if name not in ENVIRONMENTS:
                raise Misuse(
                    f"no environment is called `{name}`; {did_you_mean(name, list(ENVIRONMENTS), 'there are')}"
                )
        return Attacks(self, around)


@dataclass(frozen=True, slots=True)
class Attacks:
    """Every script in every environment."""

    spec: AttacksSpec
    around: Surroundings

    @property
    def inputs(self) -> Mapping[str, str]:
        """The policy, where one is given; the scripts are part of the program."""
        if self.spec.policy is None:
            return {}
        return {f"policy: {Path(self.spec.policy).name}": sha256(policy_text(self._policy).encode()).hexdigest()}

    def prepare(self) -> None:
        """Nothing."""

    def cases(self) -> tuple[Case, ...]:
        """A case for each script and environment."""
        return tuple(
            Case(f"{name}: {one.id}", content_key("attacks", program(), name, one.id, self.inputs))
            for one in every_attack()
            for name in self.spec.environments
        )

    async def measure(self, case: str) -> Measured:
        """Play one script."""
        name, attack_id = case.rsplit(": ", 1)
        attack = next(one for one in every_attack() if one.id == attack_id)
        policy = None if self.spec.policy is None else load_policy(self._policy)
        came = await attempt(attack, ENVIRONMENTS[name], policy)
        return Measured(
            {"environment": name, "attack": attack.id, "way": attack.kind, "honest": attack.honest, **asdict(came)}
        )

    def findings(self, results: Results) -> Findings:
        """By way, and every script by itself."""
        ones = list(results.values())
        attacks = [one for one in ones if not one.result["honest"]]
        headlines = [
            Headline(
                f"{_through(some)} of {len(some)}",
                f"attacks get through: {name}{_which(some) if name != NO_GUARD else ''}",
                None if name == NO_GUARD else not _through(some),
                foremost=name != NO_GUARD and _through(some) > 0,
            )
            for name in self.spec.environments
            if (some := [attack for attack in attacks if attack.result["environment"] == name])
        ]
        return Findings(
            "Attacks: scripts that are up to something",
            "An agent, a screen or another hand tries to get something done that nobody asked for; it gets through"
            " where that comes about on the phone, or where an end is accepted that is none. Rules as a careful"
            " engineer writes them, models of all apps, and an agent that insists where it is warned. The project's"
            " tests hold several hundred more.",
            tuple(headlines[:3]),
            (self._by_way(ones), self._each(ones)),
            outcomes={
                name: {
                    str(one.result["attack"]): one.result["through"] is one.result["honest"]
                    for one in ones
                    if one.result["environment"] == name
                }
                for name in self.spec.environments
            },
        )

    @property
    def _policy(self) -> Path:
        return self.around.base / Path(self.spec.policy or "").expanduser()

    def _by_way(self, ones: Sequence[Measured]) -> Table:
        rows: list[tuple[Cell, ...]] = []
        for way in dict.fromkeys(str(one.result["way"]) for one in ones):
            of_way = [one for one in ones if one.result["way"] == way]
            counts = [
                _through([one for one in of_way if one.result["environment"] == name])
                for name in self.spec.environments
            ]
            rows.append((way, len(of_way) // len(self.spec.environments), *counts))
        said = f"How many get through. “{HONEST}”: here all should."
        return Table(
            "ways", "What gets through, by its way", said, ("way", "scripts", *self.spec.environments), tuple(rows)
        )

    def _each(self, ones: Sequence[Measured]) -> Table:
        rows: list[tuple[Cell, ...]] = []
        for name in dict.fromkeys(str(one.result["attack"]) for one in ones):
            of_script = {str(one.result["environment"]): one.result for one in ones if one.result["attack"] == name}
            told = ["through" if of_script[each]["through"] else "held" for each in self.spec.environments]
            reasons: list[str] = next((one["reasons"] for one in of_script.values() if one["reasons"]), [])
            rows.append((name, *told, ", ".join(reasons)))
        return Table(
            "scripts",
            "Every script",
            "Reasons are the rules of guard and policy that spoke against the move that was held, where it first was.",
            ("script", *self.spec.environments, "held because of"),
            tuple(rows),
        )


def _which(some: Sequence[Measured]) -> str:
    """Those that get through by name, each with what came of it."""
    told = [
        f"“{one.result['attack']}” ({'; '.join(one.result['unwanted']) or 'an end is accepted that is none'})"
        for one in some
        if one.result["through"]
    ]
    return f": {', '.join(told)}" if told else ""


def _through(some: Sequence[Measured]) -> int:
    return sum(bool(one.result["through"]) for one in some)
