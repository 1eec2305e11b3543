"""A trace that is gone through again: the order of what the board brought about is compared, and the first difference
named."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.notation import parse_action
from engine.seats import Seat
from hardware.board import Button, ButtonPressed, Frame, LinkChanged, LinkState
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.at_board import StepsRead
from table.session.journal_entries import (
    Acted,
    Entry,
    GameBegan,
    Opened,
    OptionsChosen,
    SeatTaken,
    StepUndone,
    TurnConfirmed,
    replay,
)
from table.settings.options import GameOptions
from table.traces import RecordedOutcome, ReplayItem, ReplayResult, Transcript, replay_trace
from tests.table.runtime.quiet_board import PlyCountLights, ScriptedReader, blank_frame

HELD: tuple[Entry, ...] = (
    Opened(),
    SeatTaken(Seat.BLUE, "blue", ""),
    SeatTaken(Seat.ORANGE, "orange", ""),
    OptionsChosen(GameOptions(powers=False)),
    GameBegan(),
    *(Acted((parse_action(text),)) for text in ("@b2", "@d2")),
    TurnConfirmed(),
    *(Acted((parse_action(text),)) for text in ("@b4", "@d4")),
    TurnConfirmed(),
)
"""A game in which blue is to move, as the journal tells it."""


def acted(*texts: str) -> Acted:
    return Acted(tuple(map(parse_action, texts)))


def board(entry: Entry) -> RecordedOutcome:
    return RecordedOutcome(entry, TraceSource.BOARD)


def phone(entry: Entry) -> RecordedOutcome:
    return RecordedOutcome(entry, TraceSource.PHONE)


def frames(first: int, last: int) -> list[ReplayItem]:
    return [blank_frame(number) for number in range(first, last + 1)]


def gone_through(
    happenings: Sequence[ReplayItem], told: dict[int, Acted], teller: Transcript | None = None
) -> tuple[ReplayResult, ScriptedReader]:
    """Through these happenings with a reader that reads these steps at these frames."""
    reader = ScriptedReader()
    reader.told = {number: (StepsRead(entry.actions),) for number, entry in told.items()}
    return replay_trace(replay(HELD), happenings, reader, PlyCountLights, teller), reader


MOVE, BUILD, UNDO = acted("b2-c3"), acted("c3+c2"), StepUndone()


@pytest.mark.parametrize("now", [8, 10, 12])
def test_what_is_read_a_little_sooner_or_later_is_the_same(now: int) -> None:
    happenings = [*frames(1, 10), board(MOVE), *frames(11, 20)]
    assert gone_through(happenings, {now: MOVE})[0].difference is None


def test_presses_and_phones_are_part_of_it() -> None:
    happenings = [
        LinkChanged(LinkState.READY),
        *frames(1, 10),
        board(MOVE),
        phone(UNDO),
        *frames(11, 20),
        board(MOVE),
        *frames(21, 30),
        phone(BUILD),
        ButtonPressed(620, Button.DONE),
        board(TurnConfirmed()),
    ]
    teller = Transcript()
    retraced, reader = gone_through(happenings, {10: MOVE, 15: MOVE}, teller)
    assert retraced == ReplayResult(580, 30, None)
    assert reader.reconnects == 1
    assert [line.text for line in teller.lines] == [
        "link: search",
        "link: ready",
        "board: b2-c3",
        'phone: {"entry":"step_undone"}',
        "board: b2-c3",
        "phone: c3+c2",
        'board: {"entry":"turn_confirmed"}',
    ]
    assert [line.at for line in teller.lines][2:5] == [180, 180, 280]


@pytest.mark.parametrize(
    ("happenings", "told", "words"),
    [
        (
            [*frames(1, 10), board(MOVE), *frames(11, 20)],
            {10: acted("b2-b3")},
            'then the board brought about {"entry":"acted","actions":["b2-c3"]} at 0.18 s;'
            ' now {"entry":"acted","actions":["b2-b3"]} at 0.18 s',
        ),
        ([*frames(1, 10), board(MOVE), *frames(11, 20)], {}, '["b2-c3"]} at 0.18 s; now nothing more'),
        ([*frames(1, 20)], {7: MOVE}, 'then the board brought about nothing more; now {"entry":"acted"'),
        (
            [*frames(1, 10), board(MOVE), phone(UNDO), *frames(11, 20)],
            {15: MOVE},
            'at 0.18 s: then the board brought about {"entry":"acted","actions":["b2-c3"]} at 0.18 s; now nothing',
        ),
        (
            [*frames(1, 10), phone(BUILD)],
            {},
            "at 0.18 s: what a phone did then cannot be done now: ",
        ),
    ],
)
def test_the_first_difference_is_named_with_its_time(
    happenings: list[ReplayItem], told: dict[int, Acted], words: str
) -> None:
    difference = gone_through(happenings, told)[0].difference
    assert difference is not None
    assert words in difference.words()


def test_it_ends_at_the_first_difference() -> None:
    happenings = [*frames(1, 10), board(MOVE), *frames(11, 20)]
    retraced, reader = gone_through(happenings, {10: acted("b2-b3"), 15: BUILD})
    assert retraced.frames == 10
    assert len(reader.fed) == 10


def test_a_board_that_started_anew_counts_on() -> None:
    teller = Transcript()
    later = [Frame(20 * number, number, (0.0,) * 25) for number in range(30, 41)]
    happenings = [*frames(101, 110), *later, phone(MOVE)]
    assert gone_through(happenings, {}, teller)[0].duration == 380
    assert (teller.lines[-1].at, teller.lines[-1].text) == (380, "phone: b2-c3")


def test_trust_is_told_to_the_reader_again() -> None:
    teller = Transcript()
    retraced, reader = gone_through([*frames(1, 5), TraceEvent.TRUSTED, *frames(6, 9)], {}, teller)
    assert retraced.difference is None
    assert reader.trusts == 1
    assert teller.lines[-1].text == "phone: trust"


def test_a_board_that_comes_back_from_the_workshop_is_read_from_nothing_again() -> None:
    retraced, reader = gone_through([*frames(1, 5), TraceEvent.RENEWED, *frames(6, 9)], {})
    assert retraced.difference is None
    assert reader.renewals == 1


def test_a_board_that_was_calibrated_is_read_by_the_same_fields_again() -> None:
    retraced, reader = gone_through([*frames(1, 5), FieldsMeasured((None, 6.5, 1.8, 0.9)), *frames(6, 9)], {})
    assert retraced.difference is None
    assert reader.measured == (None, 6.5, 1.8, 0.9)
