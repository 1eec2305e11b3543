"""The start of a table: the state that its journal holds, with this start noted in it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from table.errors import CannotPlayError
from table.session.evolve import evolve
from table.session.journal_entries import Entry, Opened, OptionsChosen, SettingsChosen, TableCleared
from table.session.saved_state import SavedState
from table.settings.game_options import GameOptions
from table.settings.table_settings import TableSettings
from table.storage.journal import Journal

log = logging.getLogger(__name__)

NOTHING_SET = TableSettings()
USUAL_OPTIONS = GameOptions()


def starting_entries(
    entries: Sequence[Entry],
    *,
    new_table: bool,
    first: TableSettings = NOTHING_SET,
    options: GameOptions = USUAL_OPTIONS,
) -> tuple[Entry, ...]:
    """Makes the entries that a start adds to a journal that holds ``entries``; ``new_table`` clears the table,
    ``first`` are the settings until the host chooses some, ``options`` those of a table without any entries and of a
    cleared one."""
    begun: tuple[Entry, ...] = (Opened(), TableCleared()) if new_table else (Opened(),)
    if options != USUAL_OPTIONS and (new_table or not entries):
        begun = (*begun, OptionsChosen(options))
    chosen = first == NOTHING_SET or any(isinstance(entry, SettingsChosen) for entry in entries)
    return begun if chosen else (*begun, SettingsChosen(first))


def resume(
    journal: Journal,
    *,
    new_table: bool = False,
    size: int = 5,
    first: TableSettings = NOTHING_SET,
    options: GameOptions = USUAL_OPTIONS,
) -> SavedState:
    """The state that a journal holds, with this start noted in it; with ``new_table`` an empty table. ``size`` is how
    many squares a side the board has, ``first`` and ``options`` are as in `starting_entries`. An entry that does not
    follow from those before it, such as a step that the rules of this Thera do not allow, is dropped with all that
    follow, and the journal as it was is stored under another name.

    :raises JournalError: if the journal cannot be written.
    :raises CannotPlayError: if its game is played on a board of another size.
    """
    saved, count = _folded(journal.entries)
    if count < len(journal.entries):
        journal.give_up_after(count)
        saved, _ = _folded(journal.entries)
    if not new_table and saved.size not in (None, size):
        raise CannotPlayError(
            f"{journal.path}: the stored game is played on {saved.size} x {saved.size} squares, and"
            f" this board has {size} x {size}; go on with it on a board of its size, or give it up: thera play --new"
        )
    for entry in starting_entries(journal.entries, new_table=new_table, first=first, options=options):
        journal.append_when_possible(entry)
        saved = evolve(saved, entry)
    return saved


def _folded(entries: Iterable[Entry]) -> tuple[SavedState, int]:
    """The state after as many of these entries as follow from each other, and how many those are."""
    saved, count = SavedState(), 0
    for entry in entries:
        try:
            saved = evolve(saved, entry)
        except ValueError as error:  # the engine's errors are among these
            log.warning("entry %d of the journal does not fit to those before it: %s", count + 1, error)
            break
        count += 1
    return saved, count
