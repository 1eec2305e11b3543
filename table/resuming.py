"""Going on with an evening where its journal has it."""

from __future__ import annotations

from table.entries import Entry, Opened, TableCleared
from table.errors import CannotPlayError
from table.evening import Evening, evolve, replay
from table.journal import Journal, JournalError


def starting_entries(*, anew: bool) -> tuple[Entry, ...]:
    """What each start adds to the journal; ``anew`` gives up what is in it."""
    return (Opened(), TableCleared()) if anew else (Opened(),)


def resume(journal: Journal, *, anew: bool = False, size: int = 5) -> Evening:
    """The evening that a journal tells of, with this start noted in it; with ``anew`` an empty table. ``size`` is how
    many squares a side the board has.

    :raises JournalError: if its entries do not fit together.
    :raises CannotPlayError: if its game is played on a board of another size.
    """
    try:
        evening = replay(journal.entries)
    except ValueError as error:  # the engine's errors are among these
        raise JournalError(f"{journal.path}: the entries do not fit together: {error}") from error
    if not anew and evening.size not in (None, size):
        raise CannotPlayError(
            f"{journal.path}: the game that is kept there is played on {evening.size} x {evening.size} squares, and"
            f" this board has {size} x {size}; go on with it on a board of its size, or give it up: thera play --new"
        )
    for entry in starting_entries(anew=anew):
        journal.append(entry)
        evening = evolve(evening, entry)
    return evening
