"""Compaction: replaces a long journal by the few entries that lead to the same state.

Finished games have files of their own. Between two games the state of a table is no more than its players, options and
settings, and how the board lies.
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
"""Entries: some forty games, which are read within a second when the table starts."""


def shorten(journal: EntryStore, saved: SavedState) -> None:
    """Compact a long journal between two games. If the disk has no room for that, the journal goes on."""
    entries = shortened(saved) if journal.count > LONG else None
    if entries is None:
        return
    try:
        journal.replace_all(*entries)
    except NotWrittenError as error:
        log.warning("%s", error)


def shortened(saved: SavedState) -> tuple[Entry, ...] | None:
    """The fewest entries that lead to this state; None while it has a game that they cannot hold."""
    if saved.ended or (saved.game is not None and saved.game.plies):
        return None
    entries = tuple(_lobby(saved) + _beginning(saved))
    return entries if replay(entries) == saved else None


def _lobby(saved: SavedState) -> list[Entry]:
    # The settings even if they are the default ones: those that are configured for a new table must not replace them.
    entries: list[Entry] = [JournalShortened(saved.starts), SettingsChosen(saved.settings)]
    if saved.options != GameOptions():
        entries.append(OptionsChosen(saved.options))
    entries += [SeatTaken(player.seat, player.name, player.mark) for player in saved.seating.players]
    if saved.seating.named_host is not None:
        entries.append(HostNamed(saved.seating.named_host))
    if saved.turned:
        entries.append(BoardTurned(saved.turned))
    if saved.mended is not None:
        entries.append(saved.mended)
    return entries


def _beginning(saved: SavedState) -> list[Entry]:
    """The beginning of a draft, or of a game without powers."""
    if saved.size is None:
        return []
    return [GameBegan(saved.size), *([] if saved.name is None else [GameNamed(saved.name)])]
