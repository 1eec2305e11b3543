"""The draft of a match between tables: each table makes the choices of its seats, and all judge them."""

from __future__ import annotations

from dataclasses import replace

from apart.bars import Bar, BarredError
from engine.casting.draft import Draft, DraftStage
from engine.errors import DraftError, InvalidSetup, NotationError
from engine.seats import Seat
from engine.setup import Setup
from table.draft_record import DraftRecord, draft_in


def opened_draft(form: DraftRecord) -> Draft:
    """A draft that begins, with what the table that decides has offered already.

    :raises BarredError: if there is no such draft.
    """
    draft = _read(form)
    if draft.simultaneous:
        raise BarredError(Bar.SETUP, "where all choose at once, no table may know the choices of another one")
    return draft


def continued_draft(before: Draft, form: DraftRecord, seats: tuple[Seat, ...], *, decides: bool) -> Draft:
    """The draft after choices of a table with these seats; the one that ``decides`` may draw lots for all.

    :raises BarredError: if these choices cannot follow, or are not this table's.
    """
    draft = _read(form)
    known = len(before.chosen)
    offers, names = draft.offered != before.offered, draft.starter is not before.starter
    earlier = replace(draft, offered=before.offered, chosen=draft.chosen[:known], starter=before.starter)
    if earlier != before or (before.offered and offers) or draft == before:
        raise BarredError(Bar.OUTDATED, "the draft has gone on, or is another one")
    makers = [seat for seat, _ in draft.chosen[known:]]
    if not draft.choosing:
        makers = makers[:-1]  # the Challenger gets the last power without choosing it
    makers += [draft.challenger] if offers or names else []
    foreign = next((seat for seat in makers if seat not in seats), None)
    if foreign is not None and not decides:
        raise BarredError(Bar.NOT_YOURS, f"{foreign} is not played at the table that these choices are from")
    return draft


def check_drafted(draft: Draft, setup: Setup) -> None:
    """Whether a game is set up as the draft has it.

    :raises BarredError: if the draft goes on, or has another result.
    """
    if draft.stage is not DraftStage.COMPLETE or draft.setup(setup.seed) != setup:
        raise BarredError(Bar.SETUP, "the game is not set up as the draft has it, or the draft goes on")


def _read(form: DraftRecord) -> Draft:
    try:
        return draft_in(form)
    except (DraftError, InvalidSetup, NotationError, ValueError) as error:
        raise BarredError(Bar.SETUP, f"no draft goes like this: {error}") from error
