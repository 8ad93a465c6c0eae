"""What a commitment is about: which of all that can be read there is to whom, how much, which text, what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handrail.app.consequence import NEEDED_DETAILS, Kind
from handrail.app.draft.frames import Frames, PageName
from handrail.app.draft.naming import fresh
from handrail.app.draft.opened_rows import OpenedRow
from handrail.app.draft.page_states import PageState, page_words
from handrail.app.draft.places import Places
from handrail.app.draft.tables import DraftTable
from handrail.app.draft.touches import Touch
from handrail.app.draft.value_types import readings_of
from handrail.app.generic import wording
from handrail.language.value import Type
from handrail.text import word_list


@dataclass(frozen=True, slots=True)
class ReadableValue:
    """A value that can be read where something is committed. `is_empty`: a field that was, whenever it was done."""

    name: str
    reading: str
    label: str
    type: Type
    is_money: bool = False
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class Objects:
    """Reads what there is on the pages of an app; `app` is what it is called."""

    app: str
    frames: Frames
    places: Places
    tables: Sequence[DraftTable]

    def pool(self, touch: Touch, state: PageState | None) -> list[ReadableValue]:
        """All that can be read there: of the dialog, of the row, of the page."""
        pool: list[ReadableValue] = []
        if touch.page is not None and touch.page.dialog:
            pool += self._of_dialog(touch.page)
        if touch.table is not None:
            pool += [
                ReadableValue(column.variable.name, column.reading, column.variable.name, column.variable.type)
                for column in touch.table.columns
            ]
            return pool
        if state is not None:
            for fact in state.facts:
                own = fact.variable.name.rstrip("0123456789").replace(
                    "_", " "
                )  # the second of a name is no other thing
                label = fact.variable.description or own
                is_empty = fact.is_field and self._is_empty(touch, fact.place)
                pool.append(
                    ReadableValue(fact.variable.name, fact.reading, label, fact.variable.type, fact.is_money, is_empty)
                )
        return pool

    def _is_empty(self, touch: Touch, place: str) -> bool:
        """Whether nothing stood in a field wherever it was done."""
        fields = [
            field
            for frame, _ in touch.done
            for field in frame.page.fields
            if field.number in self.places.find(place, frame)
        ]
        return bool(fields) and not any(field.value for field in fields)

    def _of_dialog(self, page: PageName) -> Iterator[ReadableValue]:
        shown = self.frames.pages[page]
        messages = {frame.number: self.places.message_of_dialog(frame) for frame in shown}
        found = {number: at for number, at in messages.items() if at is not None}
        if not found:
            return
        place = self.places.exact({number: frozenset((at,)) for number, at in found.items()}, shown)
        texts = [frame.index.nodes[found[frame.number]].text for frame in shown if frame.number in found]
        for reading in readings_of(texts, now=shown[0].now) if place else ():
            name = "amount" if reading.is_money else "message"
            yield ReadableValue(name, reading.of(place), name, reading.type, reading.is_money)

    def of(
        self, kind: Kind, touch: Touch, pool: Sequence[ReadableValue], opened: OpenedRow | None
    ) -> tuple[dict[str, str], list[str]]:
        """The details: those that the kind needs, and everything else that stands there; and what is missing."""
        details: dict[str, str] = {}
        missing: list[str] = []
        used: set[str] = set()
        for need in NEEDED_DETAILS[kind] or ("what",):
            found = self._needed(need, kind, touch, pool, opened, used)
            if found is None:
                missing.append({"to": "to whom", "amount": "how much", "text": "which text"}.get(need, f"which {need}"))
            else:
                details[need] = found
        if opened is not None:
            details |= {name: reading for name, reading in opened.known.items() if reading not in details.values()}
            return details, missing
        for mention in pool:
            if mention.reading not in details.values() and mention.name not in used:
                is_open = mention.type is not Type.TEXT and not mention.reading.startswith("maybe(")
                details[fresh(mention.name, details)] = f"maybe({mention.reading})" if is_open else mention.reading
        if not details:  # nothing stands there that says more than the page does
            frame = touch.spots[0][0]
            details["what"] = " ".join(page_words(frame.name, [frame]))
        return details, missing

    def _needed(
        self,
        need: str,
        kind: Kind,
        touch: Touch,
        pool: Sequence[ReadableValue],
        opened: OpenedRow | None,
        used: set[str],
    ) -> str | None:
        people = self._people(touch) if need == "to" else None
        if people is not None:
            return people
        named = {"to": "receivers", "amount": "sums", "text": "texts_to_send"}.get(need)
        type_needed = Type.NUMBER if need == "amount" else Type.TEXT
        fits = [mention for mention in pool if mention.type is type_needed and not mention.is_empty]
        if need == "amount":
            money = [fit for fit in fits if fit.is_money]
            fits = money[:1] or fits
        if named is not None:
            words = word_list(named)
            said = [
                fit for fit in fits if wording.names_one_of(fit.label, words) or wording.names_one_of(fit.name, words)
            ]
            if said or (need == "amount" and fits and fits[0].is_money):
                chosen = (said or fits)[0]
                used.add(chosen.name)
                return chosen.reading
        match need:
            case "to":
                return self._receiver(kind, pool)
            case "text":
                last = [fit for fit in fits if fit.name not in used]
                return last[-1].reading if last else None
            case "what":
                return self._what(touch, pool, opened)
            case "app" | "permission":
                title = self.places.title_of_dialog(touch.spots[0][0]) or self.places.title_step(touch.spots[0][0])
                return f"text(//{title})" if title else None
        return None

    def _receiver(self, kind: Kind, pool: Sequence[ReadableValue]) -> str | None:
        """Whose page it is, or the app itself where it is paid."""
        title = next((mention.reading for mention in pool if mention.name == "title"), None)
        return self.app if title is None and kind is Kind.PAYMENT else title

    def _people(self, touch: Touch) -> str | None:
        """The people that are listed on the page wherever it was done."""
        shown = {frame.number for frame, _ in touch.done}
        for table in self.tables:
            listed = {frame.number for frame, _ in table.rows}
            if shown and shown <= listed and wording.names_one_of(" ".join(table.words), word_list("receivers")):
                key = next(column for column in table.columns if column.variable.key)
                return f'all({table.each}//{key.place}, ", ")'
        return None

    def _what(self, touch: Touch, pool: Sequence[ReadableValue], opened: OpenedRow | None) -> str | None:
        if opened is not None:
            return next(iter(opened.known.values()))
        if touch.table is not None:
            return next(iter(touch.table.keys.values()), None)
        names = ("message",) if touch.page is not None and touch.page.dialog else ("title",)
        message = next((mention.reading for mention in pool if mention.name in names), None)
        if message is not None:
            return message
        frame = touch.spots[0][0]
        title = self.places.title_of_dialog(frame) or self.places.title_step(frame)
        return f"text(//{title})" if title else " ".join(page_words(frame.name, [frame]))
