"""Who comes and goes at a running table: claims wait a minute, hands at the board prove them, a trace tells the seat
alone, and the host's phone is missed after half a minute."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.seats import Seat
from engine.squares import square
from hardware.board import BoardEvent, Button, ButtonPressed, Colour, Frame
from table.commands import BeginGame, ChooseSettings, ClaimSeat, HandHost
from table.door import Accepted, Tokens
from table.entries import Entry, SeatTaken
from table.journal import Journal
from table.letters import Listening
from table.present import lights_of
from table.recording import Source, Unrecorded
from table.resuming import resume
from table.runtime import Table
from table.settings import Settings
from tests.table.quiet_board import QuietBoard, ToldReader, blank_frame
from tests.table.sitting_down import NOBODY, sit_still


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


class Heard(Unrecorded):
    """What a trace would be told."""

    def __init__(self) -> None:
        self.told: list[tuple[Entry, Source]] = []

    def came(self, event: BoardEvent) -> None:
        """Events are not looked at."""

    def brought(self, entry: Entry, source: Source) -> None:
        self.told.append((entry, source))


class Door:
    """A table that was not started, with its clock."""

    def __init__(self, journal: Journal) -> None:
        self.board, self.touches, self.heard, self.now = QuietBoard(), Touches(), Heard(), 0.0
        self.table = Table(self.board, ToldReader(), lights_of, journal, resume(journal), watches=self.touches)
        self.table.clock = lambda: self.now
        self.table.recorder = self.heard
        self.table.begin()

    def ask(self, seat: Seat) -> Tokens:
        answer = self.table.answer(NOBODY, self.table.snapshot(NOBODY).version, ClaimSeat(seat, "Ann"))
        assert isinstance(answer, Accepted)
        assert answer.token is not None
        return frozenset({answer.token})

    def opens(self, phone: Tokens) -> None:
        """A phone opens its page."""
        self.table._count_phones(Listening(phone, joined=True))

    def closes(self, phone: Tokens) -> None:
        """A phone closes its page, or falls asleep."""
        self.table._count_phones(Listening(phone, joined=False))

    def misses_the_host(self) -> bool:
        return self.table.snapshot(NOBODY).host_gone

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.table.let_time_pass()


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    with Journal(tmp_path) as journal:
        yield Door(journal)


def test_a_claim_waits_for_a_minute(door: Door) -> None:
    ann = door.ask(Seat.BLUE)
    door.wait(59)
    assert [claim.mine for claim in door.table.snapshot(ann).claims] == [True]
    door.wait(2)
    assert door.table.snapshot(ann).claims == ()


def test_the_second_claim_has_its_own_minute(door: Door) -> None:
    door.ask(Seat.BLUE)
    door.wait(40)
    door.ask(Seat.WHITE)
    door.wait(40)
    assert [claim.seat for claim in door.table.snapshot(NOBODY).claims] == [Seat.WHITE]


def test_hands_are_watched_only_while_somebody_asks(door: Door) -> None:
    door.table.deal_with(blank_frame(1))
    assert door.touches.fed == 0
    ann = door.ask(Seat.WHITE)
    door.table.deal_with(blank_frame(2))
    assert door.touches.fed == 1
    door.touches.coming = (square("e5"),)
    door.table.deal_with(blank_frame(3))
    assert door.table.snapshot(ann).seats_held == (Seat.WHITE,)
    door.table.deal_with(blank_frame(4))
    assert door.touches.fed == 0


def test_a_trace_tells_of_the_seat_as_of_what_a_phone_did(door: Door) -> None:
    """Going through the trace again, nobody asks for a seat: the press must not be waited for."""
    door.ask(Seat.BLUE)
    door.table.deal_with(ButtonPressed(5, Button.DONE))
    assert [(type(entry), source) for entry, source in door.heard.told] == [(SeatTaken, Source.PHONE)]


def test_the_claimed_corner_shines_brighter_than_the_others(door: Door) -> None:
    def brightest(corner: str) -> int:
        colours = [lights.colours[square(corner)] for lights in door.board.shown]
        return max(max(colour.red, colour.green, colour.blue) for colour in colours)

    door.ask(Seat.BLUE)
    for _ in range(40):
        door.now += 0.05
        door.table.shine()
    assert brightest("a1") > 2 * brightest("a5") > 0


def test_the_whole_board_shines_as_bright_as_it_is_set(door: Door) -> None:
    ann = sit_still(door.table, Seat.BLUE)
    door.table.shine()
    before = door.board.shown[-1].colours[square("e5")]
    seen = door.table.snapshot(ann).version
    assert isinstance(door.table.answer(ann, seen, ChooseSettings(Settings(brightness=50))), Accepted)
    door.table.shine()
    halved = Colour(*(round(part / 2) for part in (before.red, before.green, before.blue)))
    assert door.board.shown[-1].colours[square("e5")] == halved


def test_nobody_waits_at_the_door_of_a_game(door: Door) -> None:
    ann = sit_still(door.table, Seat.BLUE)
    sit_still(door.table, Seat.ORANGE)
    cleo = door.ask(Seat.WHITE)
    seen = door.table.snapshot(ann).version
    assert isinstance(door.table.answer(ann, seen, BeginGame()), Accepted)
    assert door.table.snapshot(cleo).claims == ()
    door.wait(100)


# The host's phone.


def test_the_hosts_phone_is_missed_half_a_minute_after_its_page_was_closed(door: Door) -> None:
    ann, ben = sit_still(door.table, Seat.BLUE), sit_still(door.table, Seat.ORANGE)
    for phone in (ann, ben):
        door.opens(phone)
    door.wait(1000)
    assert not door.misses_the_host()
    door.closes(ann)
    door.wait(29)
    assert not door.misses_the_host()
    door.wait(2)
    assert door.misses_the_host()
    door.opens(ann)
    assert not door.misses_the_host()


def test_a_phone_that_sleeps_again_and_again_is_missed_only_after_half_a_minute_at_a_time(door: Door) -> None:
    ann = sit_still(door.table, Seat.BLUE)
    for _ in range(5):
        door.opens(ann)
        door.closes(ann)
        door.wait(20)
    assert not door.misses_the_host()


def test_one_open_page_of_several_is_enough(door: Door) -> None:
    ann = sit_still(door.table, Seat.BLUE)
    door.opens(ann)
    door.opens(ann)
    door.closes(ann)
    door.wait(60)
    assert not door.misses_the_host()


def test_the_next_host_has_half_a_minute_of_their_own(door: Door) -> None:
    ann, ben = sit_still(door.table, Seat.BLUE), sit_still(door.table, Seat.ORANGE)
    door.wait(31)
    assert door.misses_the_host()
    seen = door.table.snapshot(ben).version
    assert isinstance(door.table.answer(ben, seen, HandHost(Seat.ORANGE)), Accepted)
    door.wait(29)
    assert not door.misses_the_host()
    door.wait(2)
    assert door.misses_the_host()
    seen = door.table.snapshot(ann).version
    assert isinstance(door.table.answer(ann, seen, HandHost(Seat.BLUE)), Accepted)


def test_after_a_restart_the_host_has_half_a_minute_to_come_back(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        sit_still(Door(journal).table, Seat.BLUE)
    with Journal(tmp_path) as journal:
        again = Door(journal)
        again.wait(29)
        assert not again.misses_the_host()
        again.wait(2)
        assert again.misses_the_host()


def test_a_table_that_misses_nobody_or_has_said_so_waits_for_nothing(door: Door) -> None:
    assert door.table._patience is None
    sit_still(door.table, Seat.BLUE)
    for _ in range(2):
        door.wait(31)
        assert door.misses_the_host()
        assert door.table._vestibule.patience is None
