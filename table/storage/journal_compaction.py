"""What a long journal can begin anew with, once nothing of what it tells is needed any more.

Finished games are kept in files of their own. Between two of them a table is no more than who sits there, what was
chosen, and how the board lies.
"""

from __future__ import annotations

import logging

from table.session.evolve import replay
from table.session.interfaces import EntryStore
from table.session.journal_entries import (
    BoardTurned,
    Entry,
    GameBegan,
    GameNamed,
    HostNamed,
    JournalShortened,
    OptionsChosen,
    SeatTaken,
    SettingsChosen,
)
from table.session.saved_state import SavedState
from table.settings.game_options import GameOptions
from table.storage.journal import NotWrittenError

log = logging.getLogger(__name__)

LONG = 4000
"""Entries; so many are those of some forty games, and read within a second when the table starts."""


def shorten(journal: EntryStore, evening: SavedState) -> None:
    """Begin a long journal anew where the table stands between two games. If there is no room, it goes on."""
    entries = shortened(evening) if journal.count > LONG else None
    if entries is None:
        return
    try:
        journal.replace_all(*entries)
    except NotWrittenError as error:
        log.warning("%s", error)


def shortened(evening: SavedState) -> tuple[Entry, ...] | None:
    """The fewest entries that lead to this evening; None while it has a game that they cannot tell."""
    if evening.ended or (evening.game is not None and evening.game.plies):
        return None
    entries = tuple(_lobby(evening) + _beginning(evening))
    return entries if replay(entries) == evening else None


def _lobby(evening: SavedState) -> list[Entry]:
    # The settings also if they are the usual ones: those that are configured for a new table must not come back.
    entries: list[Entry] = [JournalShortened(evening.starts), SettingsChosen(evening.settings)]
    if evening.options != GameOptions():
        entries.append(OptionsChosen(evening.options))
    entries += [SeatTaken(sitter.seat, sitter.name, sitter.mark) for sitter in evening.seating.players]
    if evening.seating.named_host is not None:
        entries.append(HostNamed(evening.seating.named_host))
    if evening.turned:
        entries.append(BoardTurned(evening.turned))
    if evening.mended is not None:
        entries.append(evening.mended)
    return entries


def _beginning(evening: SavedState) -> list[Entry]:
    """The beginning of a draft, or of a game without powers."""
    if evening.size is None:
        return []
    return [GameBegan(evening.size), *([] if evening.name is None else [GameNamed(evening.name)])]
