"""Saved states for the tests of commands, made from journal entries: a lobby, a draft and a game of two."""

from __future__ import annotations

import pytest

from engine.notation.action_form import parse_action
from engine.seats import Seat
from table.session.answers import CommandRefused
from table.session.command import Command, CommandReceived, Decided
from table.session.journal_entries import (
    Acted,
    Entry,
    GameBegan,
    Opened,
    OptionsChosen,
    SeatTaken,
    TurnConfirmed,
    replay,
)
from table.session.saved_state import SavedState
from table.session.table_state import TableState
from table.settings.options import GameOptions

BLUE, ORANGE, WHITE, PURPLE = Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE
HOST, GUEST, NOBODY = (BLUE,), (ORANGE,), ()
"""The seats that a phone holds: the host's, the other player's, a spectator's."""

PLACEMENT: tuple[Entry, ...] = (
    GameBegan(5),
    Acted((parse_action("@b2"), parse_action("@d4"))),
    TurnConfirmed(),
    Acted((parse_action("@d2"), parse_action("@b4"))),
    TurnConfirmed(),
)


def acted(*steps: str) -> Acted:
    return Acted(tuple(parse_action(step) for step in steps))


def lobby(*entries: Entry, players: int = 2, options: GameOptions | None = None) -> SavedState:
    """A lobby with Ann (the host) on blue, Ben on orange, Cleo on white and Dan on purple, after these entries."""
    seated = [
        SeatTaken(seat, name, name.lower()) for seat, name in zip(Seat, ("Ann", "Ben", "Cleo", "Dan"), strict=True)
    ]
    chosen = () if options is None else (OptionsChosen(options),)
    return replay((Opened(), *seated[:players], *chosen, *entries))


def draft(*entries: Entry, options: GameOptions | None = None) -> SavedState:
    """A draft of two, in which Ann is the Challenger."""
    return lobby(GameBegan(5), *entries, options=options or GameOptions(powers=True))


def game(*entries: Entry, options: GameOptions | None = None) -> SavedState:
    """A game of two without powers after the placement of workers: Ann is to move."""
    return lobby(*PLACEMENT, *entries, options=options)


def table(saved: SavedState) -> TableState:
    """The table state right after a start, with the game resumed."""
    return TableState(saved=saved, version=1, game_version=1, question_version=1, recovery_version=1)


def decided(at: SavedState | TableState, held: tuple[Seat, ...], command: Command, fresh: str = "") -> Decided:
    """What a command of a phone with these seats leads to."""
    state = at if isinstance(at, TableState) else table(at)
    marks = frozenset(player.mark for player in state.saved.seating.players if player.seat in held)
    return CommandReceived(marks, state.version, command, fresh).decide(state)


def entries(
    at: SavedState | TableState, held: tuple[Seat, ...], command: Command, fresh: str = ""
) -> tuple[Entry, ...]:
    """The entries of a command that makes some."""
    found = decided(at, held, command, fresh)
    assert isinstance(found, tuple)
    return found


def refused(caught: pytest.ExceptionInfo[CommandRefused]) -> tuple[str, bool]:
    """The message key of a refusal, and whether another phone might give the command."""
    answer = caught.value.answer
    return answer.message.key, answer.forbidden
