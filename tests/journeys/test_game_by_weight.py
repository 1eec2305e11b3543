"""A whole game by weight, on two phones: hands only move workers and set down blocks, the firmware reads the sensors
and the load cells, and everything it says and shows goes over the wire."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from engine import square_name
from engine.squares import squares
from hardware.board import Button
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.journeys.players import PATIENCE, Phone, Room, room_with
from tests.journeys.test_alone_at_the_virtual_board import LAST, PLACED, TURNS
from tests.journeys.weighing_table import TableHands, first_sits_down, is_let_in, weighing_table

WINNER = "blue-1"
WORKERS = (WINNER, "orange-1")
"""The worker that each of the two moves."""
CUP, GRAMS = "a5", 180.0
"""Where a cup stands for a turn, and how heavy it is."""
WRONG = "e3"
"""Where a block is set down that belongs elsewhere."""


def sees_level(who: Phone, on: str, level: int) -> None:
    """Wait until a phone shows a tower."""
    expect(who.square(on, f"level {level}")).to_be_visible(timeout=PATIENCE)


def may_build(who: Phone) -> tuple[str, ...]:
    """The squares on which a phone says that its player can build now."""
    who.sees("Build next to the worker that moved.")
    labels = who.app.get_by_role("button", name=re.compile("you can build"))
    return tuple((label.get_attribute("aria-label") or "")[:2] for label in labels.all())


def two_sit_down(room: Room, hands: TableHands) -> tuple[Phone, Phone]:
    """Two sit down, and choose a game without gods."""
    ann, bo = room.phone("Ann"), room.phone("Bo")
    first_sits_down(ann, hands)
    is_let_in(bo, ann)
    ann.begins("Just play")
    return ann, bo


def place(ann: Phone, bo: Phone, hands: TableHands) -> None:
    """All workers are placed."""
    for who, seat, names in ((ann, "blue", PLACED[0]), (bo, "orange", PLACED[1])):
        for number, name in enumerate(names, start=1):
            who.sees("Put a worker on a free square.")
            hands.carry(f"{seat}-{number}", name)
            expect(who.square(name, "your worker")).to_be_visible(timeout=PATIENCE)
        hands.press(Button.DONE)


def play(ann: Phone, bo: Phone, hands: TableHands) -> None:
    """All turns of a game, as short as it can be, with a block on a wrong square, and a cup on the plate for a turn."""
    towers = dict.fromkeys((square_name(each) for each in squares()), 0)
    for number, turn in enumerate(TURNS):
        who = (ann, bo)[number % 2]
        _, to, on = turn.split()
        who.sees("Move one of your workers.")
        if number == 1:
            puts_cup(ann, bo, hands)
        hands.carry(WORKERS[number % 2], to)
        hands.sees_lit(*may_build(who))
        if number == 0:
            builds_wrong(ann, bo, hands)
            hands.sees_lit(*may_build(who))
        hands.set_block(on)
        towers[on] += 1
        for each in (ann, bo):
            sees_level(each, on, towers[on])
        hands.press(Button.DONE)
        if number == 1:
            takes_cup(ann, bo, hands)
    ann.sees("Move one of your workers.")
    hands.carry(WINNER, LAST[1])
    ann.sees("wins")
    hands.press(Button.DONE)


def builds_wrong(ann: Phone, bo: Phone, hands: TableHands) -> None:
    """A block comes down where none may be built; it is named on both phones and by a light, and taken off."""
    told = f"A piece came down on {WRONG}, where nothing is to be built now."
    hands.set_block(WRONG)
    for each in (ann, bo):
        each.sees(told)
    hands.sees_lit(WRONG)
    hands.take_block(WRONG)
    for each in (ann, bo):
        expect(each.app.get_by_text(told)).to_have_count(0, timeout=PATIENCE)


def puts_cup(ann: Phone, bo: Phone, hands: TableHands) -> None:
    """Somebody puts a cup on the board."""
    hands.put_cup(CUP, GRAMS)
    for each in (ann, bo):
        each.sees(f"Something that is no piece lies on the board near {CUP}.")


def takes_cup(ann: Phone, bo: Phone, hands: TableHands) -> None:
    """The cup goes away again."""
    hands.take_cup()
    for each in (ann, bo):
        expect(each.app.get_by_text("Something that is no piece")).to_have_count(0, timeout=PATIENCE)


@contextmanager
def no_command_from(*phones: Phone) -> Iterator[None]:
    """Nothing is asked of the table from these phones meanwhile."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.method != "GET":
            asked.append(f"{request.method} {request.url}: {request.post_data}")

    for each in phones:
        each.page.on("request", note)
    yield
    assert asked == []


def sees_towers(who: Phone, levels: tuple[int, ...]) -> None:
    """A phone shows these towers, and no others."""
    for each in squares():
        level = re.search(r"level (\d)", who.square(square_name(each)).get_attribute("aria-label") or "")
        assert (0 if level is None else int(level[1])) == levels[each], square_name(each)


@NEEDS_MICROPYTHON
@pytest.mark.timeout(300)
def test_two_play_to_the_win_and_only_move_workers_and_set_down_blocks(chrome: Browser, tmp_path: Path) -> None:
    with weighing_table(tmp_path) as table, room_with(chrome, table.address) as room:
        hands = TableHands(table.board)
        ann, bo = two_sit_down(room, hands)
        with no_command_from(ann, bo):
            place(ann, bo, hands)
            play(ann, bo, hands)
            for each in (ann, bo):
                each.sees("Ann wins")
                expect(each.app.get_by_role("button", name="Rematch")).to_be_visible(timeout=PATIENCE)
        bo.picture("by-weight-over")
        for each in (ann, bo):
            each.sees_the_board()
            sees_towers(each, table.board.look().levels)


@NEEDS_MICROPYTHON
@pytest.mark.timeout(300)
def test_a_block_that_comes_down_while_the_pico_restarts_is_built(chrome: Browser, tmp_path: Path) -> None:
    with weighing_table(tmp_path) as table, room_with(chrome, table.address) as room:
        hands = TableHands(table.board)
        ann, bo = two_sit_down(room, hands)
        place(ann, bo, hands)
        ann.sees("Move one of your workers.")
        hands.carry(WINNER, "b2")
        hands.sees_lit(*may_build(ann))
        table.pico.reset()
        hands.set_block("b3")
        for each in (ann, bo):
            sees_level(each, "b3", 1)
        hands.press(Button.DONE)
        bo.sees("Move one of your workers.")
