"""The transcript of a trace: lines that somebody who looks for a mistake can read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.message import Message
from engine import Build, Move, Piece, Seat
from engine.squares import Square, square
from table.runtime.trace_events import TraceSource
from table.session.journal_entries import Acted, StepUndone
from table.session.snapshot import (
    AdoptBoard,
    BoardDifference,
    BoardMode,
    BoardView,
    DifferenceKind,
    TrustGame,
    TurnBoard,
)
from table.session.table_state import TableState
from table.traces import Transcript, entry_words, reading_words
from tests.table.runtime.test_publisher import first_state

AGREED = BoardView("ready", BoardMode.FOLLOWING, None, (), None)


def at(name: str) -> Square:
    return square(name)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (AGREED, "following"),
        (replace(AGREED, mode=BoardMode.IN_HAND, lifted=at("c3")), "in_hand: from c3"),
        (
            replace(
                AGREED,
                mode=BoardMode.RESTORE,
                message=Message("move.not_neighboring", (("to", "e5"),)),
                differences=(BoardDifference(at("e5"), DifferenceKind.EXTRA, Seat.ORANGE),),
                offers=(TrustGame(), AdoptBoard(((at("e5"), Seat.ORANGE),), ((at("a1"), 2),)), TurnBoard(1)),
            ),
            "restore: move.not_neighboring to=e5; e5 extra orange; "
            "offers trust, adopt (orange on e5 a1 2 high), turn 1",
        ),
        (
            replace(
                AGREED,
                mode=BoardMode.RESTORE,
                differences=(BoardDifference(at("b2"), DifferenceKind.TOO_LOW, Seat.BLUE, 1, 2),),
            ),
            "restore: b2 too_low blue (seen 1, wanted 2)",
        ),
    ],
    ids=["as the game has it", "in a hand", "with ways out", "too low"],
)
def test_a_reading_is_told_with_its_squares_and_ways_out(board: BoardView, words: str) -> None:
    assert reading_words(board) == words


def test_steps_are_told_in_notation_and_all_else_as_in_the_journal() -> None:
    steps = (Move(at("b2"), at("b3")), Build(at("b3"), at("c3"), Piece.BLOCK))
    assert entry_words(Acted(steps)) == "b2-b3 b3+c3"
    assert entry_words(StepUndone()) == '{"entry":"step_undone"}'


def test_each_change_has_a_line_of_its_own_and_what_stays_has_none() -> None:
    transcript = Transcript()
    state = with_board(first_state(), AGREED)
    choice = (Move(at("b2"), at("b3")),), (Move(at("b2"), at("b1")),)
    warned = replace(AGREED, warnings=(Message("board.stray", (("side", "west"),)),))
    transcript.state_changed(0, state)
    transcript.state_changed(20, state)
    transcript.state_changed(40, replace(state, choices=choice))
    transcript.state_changed(60, with_board(state, replace(AGREED, mode=BoardMode.IN_HAND, lifted=at("b2"))))
    transcript.state_changed(80, with_board(state, replace(AGREED, link="search")))
    transcript.state_changed(100, with_board(state, replace(warned, link="search")))
    transcript.state_changed(120, with_board(state, replace(AGREED, link="search")))
    transcript.trusted(140)
    transcript.entry_written(160, StepUndone(), TraceSource.PHONE)
    assert [(line.at, line.text) for line in transcript.lines] == [
        (0, "link: ready"),
        (40, "asks: b2-b3 or b2-b1"),
        (60, "in_hand: from b2"),
        (80, "link: search"),
        (80, "following"),
        (100, "warns: board.stray side=west"),
        (120, "warns: of nothing any more"),
        (140, "phone: trust"),
        (160, 'phone: {"entry":"step_undone"}'),
    ]


def with_board(state: TableState, board: BoardView) -> TableState:
    return replace(state, board=board)
