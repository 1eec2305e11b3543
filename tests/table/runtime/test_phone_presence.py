"""Who comes and goes at a running table: claims wait a minute, hands at the board prove them, a trace tells the seat
alone, and the host's phone is missed after half a minute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from engine.seats import Seat
from engine.squares import Square, corners, square
from hardware.board import BoardEvent, Button, ButtonPressed, Colour, Frame
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import TraceSource
from table.session.answers import Accepted
from table.session.interfaces import Tokens
from table.session.journal_entries import Entry, SeatTaken
from table.session.lobby import BeginGame
from table.session.saved_state import TABLE_SEATS
from table.session.seat_claims import PAUSE_MS, PAUSE_READINGS, seat_corner
from table.session.seating import ClaimSeat, HandHost
from table.session.table_setup import ChooseSettings
from table.settings.options import TableSettings
from table.storage.journal import Journal, resume
from table.view.led_patterns import SEAT_COLOURS, lights_of
from tests.table.runtime.quiet_board import QuietBoard, QuietRecorder, ScriptedReader, blank_frame
from tests.table.session.sitting_down import NOBODY, sit_still


class Touches:
    """Notices what a test says; counts how often it began anew."""

    def __init__(self) -> None:
        self.coming: tuple[int, ...] = ()
        self.fed = 0

    def forget(self) -> None:
        self.fed = 0

    def feed(self, frame: Frame) -> tuple[int, ...]:  # noqa: ARG002 - whatever it shows
        self.fed += 1
        return self.coming


class Heard(QuietRecorder):
    """What a trace would be told."""

    def __init__(self) -> None:
        self.told: list[tuple[Entry, TraceSource]] = []
        self.pressed: list[Button] = []

    def event_received(self, event: BoardEvent) -> None:
        if isinstance(event, ButtonPressed):
            self.pressed.append(event.button)

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        self.told.append((entry, source))


class ClaimedTable:
    """A table that was not started, with its clock."""

    def __init__(self, journal: Journal) -> None:
        self.board, self.touches, self.heard, self.now = QuietBoard(), Touches(), Heard(), 0.0
        self.table = TableActor(
            self.board,
            ScriptedReader(),
            lights_of,
            journal,
            resume(journal),
            TableFittings(touches=self.touches, clock=lambda: self.now, recorder=self.heard),
        )
        self.table.runner.begin()

    def ask(self, seat: Seat) -> Tokens:
        answer = self.table.runner.answer(NOBODY, self.table.snapshot(NOBODY).version, ClaimSeat(seat, "Ann"))
        assert isinstance(answer, Accepted)
        assert answer.token is not None
        return frozenset({answer.token})

    def opens(self, phone: Tokens) -> None:
        """A phone opens its page."""
        self.table.runner.phone_listens(phone, joined=True)

    def closes(self, phone: Tokens) -> None:
        """A phone closes its page, or falls asleep."""
        self.table.runner.phone_listens(phone, joined=False)

    def misses_the_host(self) -> bool:
        return self.table.snapshot(NOBODY).host_gone

    def frame(self, number: int, *touched: int) -> None:
        """A frame of the board that shows these touches."""
        self.touches.coming = touched
        self.table.runner.handle_event(replace(blank_frame(number), at=20 * number))

    def shine_for(self, seconds: float) -> None:
        for _ in range(int(seconds / 0.05)):
            self.now += 0.05
            self.table.runner.show_lights()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.table.runner.check_timers()


@pytest.fixture
def claimed(tmp_path: Path) -> Iterator[ClaimedTable]:
    with Journal(tmp_path) as journal:
        yield ClaimedTable(journal)


def test_a_claim_waits_for_a_minute(claimed: ClaimedTable) -> None:
    ann = claimed.ask(Seat.BLUE)
    claimed.wait(59)
    assert [claim.mine for claim in claimed.table.snapshot(ann).claims] == [True]
    claimed.wait(2)
    assert claimed.table.snapshot(ann).claims == ()


def test_the_second_claim_has_its_own_minute(claimed: ClaimedTable) -> None:
    claimed.ask(Seat.BLUE)
    claimed.wait(40)
    claimed.ask(Seat.WHITE)
    claimed.wait(40)
    assert [claim.seat for claim in claimed.table.runner.state.claims] == [Seat.WHITE]


def sign_of(claimed: ClaimedTable, tokens: Tokens) -> tuple[Square, ...]:
    return next(claim.corners for claim in claimed.table.snapshot(tokens).claims if claim.mine)


def test_hands_are_watched_only_while_somebody_asks(claimed: ClaimedTable) -> None:
    claimed.frame(1)
    assert claimed.touches.fed == 0
    ann = claimed.ask(Seat.WHITE)
    claimed.frame(2)
    assert claimed.touches.fed == 1
    for number, corner in enumerate(sign_of(claimed, ann), start=3):
        claimed.frame(number, corner)
    assert claimed.table.snapshot(ann).seats_held == (Seat.WHITE,)
    claimed.frame(9)
    assert claimed.touches.fed == 0


@pytest.mark.parametrize(
    ("readings", "apart_ms", "sits"),
    [
        (PAUSE_MS // 20, 20, True),
        (PAUSE_MS // 20 + 1, 20, False),
        (PAUSE_READINGS, 400, True),
        (PAUSE_READINGS + 1, 400, False),
    ],
)
def test_a_sign_that_is_interrupted_for_long_is_begun_anew(
    claimed: ClaimedTable, readings: int, apart_ms: int, *, sits: bool
) -> None:
    """By the board's own clock, but hands are not quicker than the readings of a slow computer."""
    ann = claimed.ask(Seat.WHITE)
    first, second, third = sign_of(claimed, ann)
    claimed.frame(1, first)
    claimed.frame(2, second)
    step = apart_ms // 20
    for reading in range(1, readings):
        claimed.frame(2 + step * reading)
    claimed.frame(2 + step * readings, third)
    assert bool(claimed.table.snapshot(ann).seats_held) == sits


def test_a_board_that_starts_anew_counts_from_nothing(claimed: ClaimedTable) -> None:
    ann = claimed.ask(Seat.WHITE)
    first, second, third = sign_of(claimed, ann)
    claimed.frame(500, first)
    claimed.frame(501, second)
    claimed.frame(1)
    claimed.frame(2, third)
    assert claimed.table.snapshot(ann).seats_held == ()
    assert claimed.table.runner.state.touched == (third,)


def test_a_trace_tells_of_the_seat_as_of_what_a_phone_did(claimed: ClaimedTable) -> None:
    """Going through the trace again, nobody asks for a seat: hands must not be waited for."""
    ann = claimed.ask(Seat.BLUE)
    for number, corner in enumerate(sign_of(claimed, ann)):
        claimed.frame(number, corner)
    assert [(type(entry), source) for entry, source in claimed.heard.told] == [(SeatTaken, TraceSource.PHONE)]


def test_a_trace_tells_nothing_of_the_presses_that_are_a_sign(tmp_path: Path) -> None:
    """Without the claim they would be the game's."""
    with Journal(tmp_path) as journal:
        claimed = ClaimedTable(journal)
        ann, _ = (sit_still(claimed.table, seat) for seat in (Seat.BLUE, Seat.ORANGE))
        seen = claimed.table.snapshot(ann).version
        assert isinstance(claimed.table.runner.answer(ann, seen, BeginGame()), Accepted)
    with Journal(tmp_path) as journal:
        found = ClaimedTable(journal)
        new = found.ask(Seat.BLUE)
        sign = found.table.snapshot(new).claims[0].presses
        for button in (*sign, Button.DONE):
            found.table.runner.handle_event(ButtonPressed(0, button))
        assert found.table.snapshot(new).seats_held == (Seat.BLUE,)
        assert found.heard.pressed == [Button.DONE]
        assert [source for _, source in found.heard.told] == [TraceSource.PHONE]
        assert not found.table.snapshot(new).found


def test_all_corners_breathe_alike_while_somebody_asks_and_what_was_touched_stays_lit(claimed: ClaimedTable) -> None:
    """Lights lead nobody to do a stranger's sign."""

    def strength(colour: Colour) -> int:
        return max(colour.red, colour.green, colour.blue)

    def seen(corner: int) -> set[int]:
        """How bright it was, of 255 that its own colour can be."""
        return {strength(lights.colours[corner]) * 255 // brightest[corner] for lights in claimed.board.shown}

    four = corners(5)
    claimed.table.runner.show_lights()
    brightest = {int(seat_corner(seat, 5)): strength(SEAT_COLOURS[seat]) for seat in TABLE_SEATS}
    before = {corner: max(seen(corner)) for corner in four}
    first, *_ = sign_of(claimed, claimed.ask(Seat.BLUE))
    claimed.shine_for(2.0)
    assert all(max(seen(corner)) > 2 * before[corner] for corner in four)
    assert max(max(seen(corner)) for corner in four) - min(max(seen(corner)) for corner in four) <= 1
    claimed.frame(1, first)
    claimed.table.runner.show_lights()
    claimed.board.shown.clear()
    claimed.shine_for(2.0)
    assert {corner: len(seen(corner)) == 1 for corner in four} == {corner: corner == first for corner in four}


def test_the_whole_board_shines_as_bright_as_it_is_set(claimed: ClaimedTable) -> None:
    ann = sit_still(claimed.table, Seat.BLUE)
    claimed.table.runner.show_lights()
    before = claimed.board.shown[-1].colours[square("e5")]
    seen = claimed.table.snapshot(ann).version
    assert isinstance(claimed.table.runner.answer(ann, seen, ChooseSettings(TableSettings(brightness=50))), Accepted)
    claimed.table.runner.show_lights()
    halved = Colour(*(round(part / 2) for part in (before.red, before.green, before.blue)))
    assert claimed.board.shown[-1].colours[square("e5")] == halved


def test_nobody_waits_at_the_door_of_a_game(claimed: ClaimedTable) -> None:
    ann = sit_still(claimed.table, Seat.BLUE)
    sit_still(claimed.table, Seat.ORANGE)
    cleo = claimed.ask(Seat.WHITE)
    seen = claimed.table.snapshot(ann).version
    assert isinstance(claimed.table.runner.answer(ann, seen, BeginGame()), Accepted)
    assert claimed.table.snapshot(cleo).claims == ()
    claimed.wait(100)


# The host's phone.


def test_the_hosts_phone_is_missed_half_a_minute_after_its_page_was_closed(claimed: ClaimedTable) -> None:
    ann, ben = sit_still(claimed.table, Seat.BLUE), sit_still(claimed.table, Seat.ORANGE)
    for phone in (ann, ben):
        claimed.opens(phone)
    claimed.wait(1000)
    assert not claimed.misses_the_host()
    claimed.closes(ann)
    claimed.wait(29)
    assert not claimed.misses_the_host()
    claimed.wait(2)
    assert claimed.misses_the_host()
    claimed.opens(ann)
    assert not claimed.misses_the_host()


def test_a_phone_that_sleeps_again_and_again_is_missed_only_after_half_a_minute_at_a_time(
    claimed: ClaimedTable,
) -> None:
    ann = sit_still(claimed.table, Seat.BLUE)
    for _ in range(5):
        claimed.opens(ann)
        claimed.closes(ann)
        claimed.wait(20)
    assert not claimed.misses_the_host()


def test_one_open_page_of_several_is_enough(claimed: ClaimedTable) -> None:
    ann = sit_still(claimed.table, Seat.BLUE)
    claimed.opens(ann)
    claimed.opens(ann)
    claimed.closes(ann)
    claimed.wait(60)
    assert not claimed.misses_the_host()


def test_the_next_host_has_half_a_minute_of_their_own(claimed: ClaimedTable) -> None:
    ann, ben = sit_still(claimed.table, Seat.BLUE), sit_still(claimed.table, Seat.ORANGE)
    claimed.wait(31)
    assert claimed.misses_the_host()
    seen = claimed.table.snapshot(ben).version
    assert isinstance(claimed.table.runner.answer(ben, seen, HandHost(Seat.ORANGE)), Accepted)
    claimed.wait(29)
    assert not claimed.misses_the_host()
    claimed.wait(2)
    assert claimed.misses_the_host()
    seen = claimed.table.snapshot(ann).version
    assert isinstance(claimed.table.runner.answer(ann, seen, HandHost(Seat.BLUE)), Accepted)


def test_after_a_restart_the_host_has_half_a_minute_to_come_back(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        sit_still(ClaimedTable(journal).table, Seat.BLUE)
    with Journal(tmp_path) as journal:
        again = ClaimedTable(journal)
        again.wait(29)
        assert not again.misses_the_host()
        again.wait(2)
        assert again.misses_the_host()


def test_a_table_waits_no_longer_than_until_the_first_thing_is_due(claimed: ClaimedTable) -> None:
    claimed.ask(Seat.BLUE)
    waits = []
    for seconds in (0.0, 45.5, 30.0):
        claimed.now += seconds
        waits.append(claimed.table.runner.seconds_until_due)
    assert waits == [60.0, 14.5, 0.0]


def test_a_table_that_misses_nobody_or_has_said_so_waits_for_nothing(claimed: ClaimedTable) -> None:
    assert claimed.table.runner.seconds_until_due is None
    sit_still(claimed.table, Seat.BLUE)
    for _ in range(2):
        claimed.wait(31)
        assert claimed.misses_the_host()
        assert claimed.table.runner._timers.due == inf
