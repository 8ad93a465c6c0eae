"""What is asked of the list of runs, as it stands in the address."""

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from handrail.server.followed_run import RunState
from handrail.server.store.run_index import Wanted

LONGEST = 200
LARGEST = 2**31


class RunsQuery(BaseModel):
    """All that is given has to be so of a run. `after` leaves out so many of the newest, for the next page."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(default="", description="words of the instruction, an app or the name")
    app: str = Field(default="", description="the name or package of an app")
    decision: str = Field(default="", description="how a step went, as blocked or approved")
    rule: str = Field(default="", description="the name of a reason of a decision, as of a policy")
    state: RunState | None = Field(default=None, description="how the run stands")
    since: AwareDatetime | None = Field(default=None, description="when it began, at the earliest")
    before: AwareDatetime | None = Field(default=None, description="before when it began")
    after: int = 0
    limit: int = 50

    def wanted(self) -> Wanted:
        """The same for the index, no text longer than anything is that could be found."""
        query, app, decision, rule = (text[:LONGEST] for text in (self.query, self.app, self.decision, self.rule))
        return Wanted(query, app, decision, rule, self.state or "", self.since, self.before)

    def page(self, most: int) -> tuple[int, int]:
        """How many to leave out and how many to tell, brought into bounds."""
        return min(max(0, self.after), LARGEST), max(1, min(self.limit, most))
