"""Going on with an evening where its journal has it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from table.errors import CannotPlayError
from table.session.evolve import evolve
from table.session.journal_entries import Entry, Opened, SettingsChosen, TableCleared
from table.session.saved_state import SavedState
from table.settings.table_settings import TableSettings
from table.storage.journal import Journal

log = logging.getLogger(__name__)

NOTHING_SET = TableSettings()


def starting_entries(
    held: Sequence[Entry], *, new_table: bool, first: TableSettings = NOTHING_SET
) -> tuple[Entry, ...]:
    """What a start adds to a journal that holds these entries; ``new_table`` gives up what is in it, ``first`` are the
    settings that hold until the host chooses some."""
    begun: tuple[Entry, ...] = (Opened(), TableCleared()) if new_table else (Opened(),)
    chosen = first == NOTHING_SET or any(isinstance(entry, SettingsChosen) for entry in held)
    return begun if chosen else (*begun, SettingsChosen(first))


def resume(
    journal: Journal, *, new_table: bool = False, size: int = 5, first: TableSettings = NOTHING_SET
) -> SavedState:
    """The evening that a journal tells of, with this start noted in it; with ``new_table`` an empty table. ``size`` is
    how many squares a side the board has; ``first`` are the settings that hold until the host chooses some. What does
    not fit to the entries before it, such as a step that the rules of this Thera do not allow, is given up with all
    that follows, and the journal as it was is kept aside.

    :raises JournalError: if nothing can be written of that.
    :raises CannotPlayError: if its game is played on a board of another size.
    """
    evening, fitting = _folded(journal.entries)
    if fitting < len(journal.entries):
        journal.give_up_after(fitting)
        evening, _ = _folded(journal.entries)
    if not new_table and evening.size not in (None, size):
        raise CannotPlayError(
            f"{journal.path}: the game that is kept there is played on {evening.size} x {evening.size} squares, and"
            f" this board has {size} x {size}; go on with it on a board of its size, or give it up: thera play --new"
        )
    for entry in starting_entries(journal.entries, new_table=new_table, first=first):
        journal.append_when_possible(entry)
        evening = evolve(evening, entry)
    return evening


def _folded(entries: Iterable[Entry]) -> tuple[SavedState, int]:
    """The evening after as many of these entries as fit together, and how many those are."""
    evening, fitting = SavedState(), 0
    for entry in entries:
        try:
            evening = evolve(evening, entry)
        except ValueError as error:  # the engine's errors are among these
            log.warning("entry %d of the journal does not fit to those before it: %s", fitting + 1, error)
            break
        fitting += 1
    return evening, fitting
