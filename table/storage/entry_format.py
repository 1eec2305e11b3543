"""The text of journal entries: a line of JSON for each, such as ``{"entry":"acted","actions":["b2-c3"]}``.

The type of an entry in `table.session.journal_entries` declares how it is written and read. A few entries hold values
with another form in JSON; this module has types for those. Squares and actions are in the engine's action notation, so
that people can read a journal.
"""

from __future__ import annotations

import json
from typing import Any, Final, Union, get_args

import msgspec
from msgspec import UNSET, UnsetType

from common.json_reader import JsonReader
from engine.actions import Correct
from engine.notation import parse_position, position_text
from engine.notation.action_form import action_text, parse_action
from engine.seats import Seat
from table.log_forms import DeckSeed, event_text, read_event
from table.session.journal_entries import (
    Acted,
    AnyEntry,
    Entry,
    OptionsChosen,
    PositionCorrected,
    ResultTold,
    SettingsChosen,
    TokensShown,
    TurnAnnounced,
)
from table.settings.options import GameOptions, OptionsForm, TableSettings, options_json
from table.typed_json import Whole, read_text, tag_of


class EntryError(ValueError):
    """A text that is not an entry; the message says what is wrong with it."""


class EntryForm(msgspec.Struct, frozen=True, tag_field="entry"):
    """The form of an entry with values that have another form in JSON."""


class ActedForm(EntryForm, frozen=True, tag=tag_of(Acted)):
    """Actions in their notation."""

    actions: tuple[str, ...]

    @property
    def entry(self) -> Acted:
        """The entry."""
        return Acted(tuple(parse_action(action) for action in self.actions))


class TurnAnnouncedForm(EntryForm, frozen=True, tag=tag_of(TurnAnnounced)):
    """Actions in their notation."""

    actions: tuple[str, ...]

    @property
    def entry(self) -> TurnAnnounced:
        """The entry."""
        return TurnAnnounced(tuple(parse_action(action) for action in self.actions))


class TokensShownForm(EntryForm, frozen=True, omit_defaults=True, tag=tag_of(TokensShown)):
    """Actions in their notation. Older entries have no seed."""

    tokens: tuple[str, ...]
    seed: DeckSeed | None = None

    @property
    def entry(self) -> TokensShown:
        """The entry."""
        return TokensShown(tuple(parse_action(action) for action in self.tokens), self.seed)


class ResultToldForm(EntryForm, frozen=True, tag=tag_of(ResultTold)):
    """Events in their form, and a position on a line."""

    seat: Seat
    events: tuple[str, ...]
    position: str

    @property
    def entry(self) -> ResultTold:
        """The entry."""
        return ResultTold(self.seat, tuple(read_event(text) for text in self.events), parse_position(self.position))


class PositionCorrectedForm(EntryForm, frozen=True, tag=tag_of(PositionCorrected)):
    """A position in the notation of actions."""

    position: str

    @property
    def entry(self) -> PositionCorrected:
        """The entry."""
        correction = parse_action(self.position)
        if not isinstance(correction, Correct):
            raise EntryError("the position must begin with correct=")
        return PositionCorrected(correction.workers, correction.heights)


class SettingsChosenForm(EntryForm, frozen=True, tag=tag_of(SettingsChosen)):
    """The settings beside the tag. Older entries have no language."""

    name: str
    brightness: Whole
    greeted: bool
    language: str | None = None

    @property
    def entry(self) -> SettingsChosen:
        """The entry."""
        return SettingsChosen(TableSettings(self.name, self.language, self.brightness, self.greeted))


class OptionsChosenForm(EntryForm, frozen=True, tag=tag_of(OptionsChosen)):
    """The options in a separate object. Older entries have only the powers, beside the tag."""

    options: OptionsForm | UnsetType = UNSET
    powers: bool | UnsetType = UNSET

    @property
    def entry(self) -> OptionsChosen:
        """The entry."""
        if self.options is not UNSET:
            return OptionsChosen(self.options.options)
        if self.powers is UNSET:
            raise EntryError("options is missing")
        return OptionsChosen(GameOptions(powers=self.powers))


OwnForm = (
    ActedForm
    | TurnAnnouncedForm
    | TokensShownForm
    | ResultToldForm
    | PositionCorrectedForm
    | SettingsChosenForm
    | OptionsChosenForm
)
_OWN: Final = {tag_of(form): form for form in get_args(OwnForm)}
_TAGS: Final = frozenset(tag_of(kind) for kind in get_args(AnyEntry))
_FORMS: Any = Union[tuple(_OWN.get(tag_of(kind), kind) for kind in get_args(AnyEntry))]  # noqa: UP007 - made of the types of entries
_READER: Final = JsonReader[Any](_FORMS)


def entry_text(entry: Entry) -> str:
    """Return the line of an entry."""
    return msgspec.json.encode(_written(entry)).decode()


def _written(entry: Entry) -> object:
    """Return the form that is written for an entry."""
    match entry:
        case Acted(actions):
            return ActedForm(tuple(action_text(action) for action in actions))
        case TurnAnnounced(actions):
            return TurnAnnouncedForm(tuple(action_text(action) for action in actions))
        case TokensShown(tokens, seed):
            return TokensShownForm(tuple(action_text(action) for action in tokens), seed)
        case ResultTold(seat, events, position):
            return ResultToldForm(seat, tuple(event_text(event) for event in events), position_text(position))
        case PositionCorrected():
            return PositionCorrectedForm(action_text(entry.correction))
        case SettingsChosen(settings):
            return {"entry": tag_of(SettingsChosen), **msgspec.to_builtins(settings)}
        case OptionsChosen(options):
            return {"entry": tag_of(OptionsChosen), "options": options_json(options)}
        case _:
            return entry


def parse_entry(text: str) -> Entry:
    """Return the entry of a line.

    :raises EntryError: if the text is no line of `entry_text`.
    """
    try:
        form = read_text(_READER, text)
        entry: Entry = form.entry if isinstance(form, OwnForm) else form
    except ValueError as error:
        raise EntryError(_complaint(text, error)) from error
    return entry


def _complaint(text: str, error: ValueError) -> str:
    """Return the fault of a text, with the kind of the entry if it has one."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return f"not JSON: {error}"
    if not isinstance(found, dict):
        return "not a JSON object"
    tag = found.get("entry")
    return f"{tag}: no such entry" if isinstance(tag, str) and tag not in _TAGS else f"{tag}: {error}"
