"""One action on one screen, read once: what it does, to what, and what of that takes effect at once.

Whether it commits anything is asked of the generic judgement, which goes by dialogs, classes and places before words;
what the words say the act is, is read here.
"""

from dataclasses import dataclass
from functools import cached_property

from handrail.app.consequence import Detail, Kind
from handrail.app.generic import Commits, Harmless, Judgement, Unknown, judge
from handrail.app.generic.evidence import Sureness
from handrail.app.screen_model import Act
from handrail.device.action import Action
from handrail.error import HandrailError
from handrail.sentinel.act import CONSEQUENCES, acts_of, asked_acts
from handrail.sentinel.detector_state import CopiedText, DetectorState
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.flow import Flow, flows, paste_field, pastes
from handrail.sentinel.intent.intent import NOTHING, Intent
from handrail.sentinel.normalization import keys, without_acts
from handrail.sentinel.screen_view import Line, ScreenView
from handrail.text import fold, lexicon, word_list

SEARCH_FIELD = r"(?i)(?:search|suche|such |url|address bar|find|buscar|검색|搜索|查找|where to)"
_SAID_BY_KIND = {
    Kind.PAYMENT: "pay",
    Kind.MESSAGE: "send",
    Kind.POST: "post",
    Kind.SHARE: "share",
    Kind.CALL: "call",
    Kind.DELETION: "delete",
    Kind.PERMISSION: "allow",
    Kind.INSTALL: "install",
}
"""What an act is called where the judgement knows its kind and no word says it."""


@dataclass(frozen=True)
class ComparatorInput:
    """What the comparators look at. `authorised`: the accepted specification supports what the action commits."""

    intent: Intent
    state: DetectorState
    view: ScreenView
    action: Action
    authorised: bool = False

    @cached_property
    def line(self) -> Line | None:
        """The line that is acted on."""
        return self.view.line_of(self.action)

    @cached_property
    def label(self) -> str:
        """What it says."""
        return self.line.label if self.line is not None else (self.action.target or "")

    @cached_property
    def row(self) -> str:
        """All that stands with it."""
        return self.view.row(self.line) if self.line is not None else self.label

    @cached_property
    def context(self) -> str:
        """The row, and in a dialog what the dialog says."""
        return f"{self.row}\n{self.view.texts}" if self.view.is_dialog else self.row

    @cached_property
    def row_words(self) -> frozenset[str]:
        """The words of the row."""
        return keys(self.row)

    @cached_property
    def things(self) -> frozenset[str]:
        """The things that it is about."""
        return lexicon("things").among(self.context)

    @cached_property
    def is_touch(self) -> bool:
        """Whether it touches something that may do something."""
        return self.action.type in {"click", "long_click", "enter"}

    @cached_property
    def declines(self) -> bool:
        """Whether it says no: as such, or as the other answer to a question for leave, where `Block` is one."""
        said = fold(self.label).strip(" .!")
        if said in word_list("refusals"):
            return True
        negation = next((mention for mention in lexicon("amounts").mentions(said) if mention.concept == "not"), None)
        if negation is not None and negation.start == 0 and len(said.split()) <= 4:
            affirmed = fold(self.label)[negation.end :].strip()
            return self.view.is_dialog or any(fold(line.label) == affirmed for line in self.view.lines)
        return said in word_list("blocks") and any(
            "allow" in lexicon("acts").among(line.label) for line in self.view.top if line.element.clickable
        )

    @cached_property
    def judgement(self) -> Judgement:
        """What the generic judgement says of it; unknown where the screen cannot be read so."""
        if self.line is None:
            return Unknown("it is about nothing that stands on the screen")
        try:
            page = self.view.page
        except HandrailError as error:
            return Unknown(str(error))
        return judge(page, Act(self.action.type, self.line.path, self.action.text))

    @property
    def is_harmless(self) -> bool:
        """Whether it surely only shows, leads somewhere or writes into what is not sent yet."""
        judged = self.judgement
        return isinstance(judged, Harmless) and all(evidence.sureness >= Sureness.SURE for evidence in judged.evidence)

    @cached_property
    def details(self) -> dict[str, Detail]:
        """What is known of the object, by name: to whom, what, how much."""
        return {detail.name: detail for detail in self.judgement.details} if isinstance(self.judgement, Commits) else {}

    def detail(self, name: str) -> str:
        """A detail as it is written; empty where it was not read."""
        found = self.details.get(name)
        return "" if found is None or found.unread or found.value is None else str(found.value)

    @cached_property
    def _said(self) -> tuple[frozenset[str], bool]:
        if self.declines or not self.is_touch:
            return NOTHING, False
        acts, confirms = acts_of(self.line, self.label, self.view)
        if not acts and isinstance(self.judgement, Commits):
            said = _SAID_BY_KIND.get(self.judgement.objective.kind)
            acts = frozenset({said}) if said else NOTHING
        return acts, confirms

    @property
    def acts(self) -> frozenset[str]:
        """What it does, as the lexicon's `acts` name it; a confirmation does what its dialog asks about."""
        return self._said[0]

    @property
    def confirms(self) -> bool:
        """Whether it is the answer to a question that says what it does."""
        return self._said[1]

    @cached_property
    def effective(self) -> frozenset[str]:
        """The acts that take effect with it, and after which something is not as it was."""
        return NOTHING if self.is_harmless and not self.confirms else self.acts & CONSEQUENCES

    @cached_property
    def options(self) -> str:
        """What is chosen by round buttons on the page that a touch confirms."""
        if not (self.confirms or self.effective):
            return ""
        return "\n".join(
            line.label
            for line in self.view.top
            if line.element.checked and line.element.class_name.endswith("RadioButton")
        )

    @cached_property
    def asked(self) -> frozenset[str]:
        """Those of its acts that the intent asks for, or for the like of."""
        return asked_acts(self.acts, self.intent)

    @cached_property
    def switches(self) -> bool:
        """Whether it turns a switch."""
        return self.line is not None and self.line.is_toggle and self.action.type == "click" and not self.declines

    @cached_property
    def switches_off(self) -> bool:
        """Whether it turns one off."""
        return self.switches and self.line is not None and self.line.element.checked

    @cached_property
    def object_asked(self) -> bool:
        """Whether what is acted on, or its dialog, shares a word or a thing with the intent."""
        words = without_acts(self.context) or keys(self.view.title)
        return bool(words & self.intent.words or self.things & self.intent.things)

    @cached_property
    def comparable(self) -> bool:
        """Whether screens and intent have words in common so far: else they may speak different languages."""
        return len(self.state.shared_words | (self.view.words & self.intent.words)) >= 2

    @cached_property
    def clip(self) -> CopiedText | None:
        """What is pasted."""
        return self.state.clipboard if self.action.type in {"click", "enter"} and pastes(self.label) else None

    @cached_property
    def typed(self) -> str:
        """The text that goes into a field with it."""
        if self.clip is not None:
            return self.clip.text
        return (self.action.text or "") if self.action.type == "input" else ""

    @cached_property
    def field(self) -> Line | None:
        """The field that it goes into."""
        return paste_field(self.view) if self.clip is not None else self.line

    @cached_property
    def into_search(self) -> bool:
        """Whether that field only looks something up."""
        field = self.field
        return (
            field is not None and field.is_field and occurs(SEARCH_FIELD, f"{field.label} {field.element.resource_id}")
        )

    @cached_property
    def flows(self) -> tuple[Flow, ...]:
        """The sensitive values in the text, and where they come from."""
        return flows(self.typed, self.field, self.view, self.state, self.intent) if self.typed else ()
