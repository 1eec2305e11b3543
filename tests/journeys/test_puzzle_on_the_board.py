"""A puzzle is played with the pieces on the board: by hands that lay and carry everything, and where pieces follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from engine import PUBLIC
from engine.actions import Action, Build, Move
from engine.game import Game
from engine.seats import Seat
from engine.squares import square_name
from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, room_with, sits_down
from tests.journeys.started_table import table_started
from tests.journeys.test_alone_at_the_virtual_board import Taps, sits_down_twice, square
from tests.table.session.judged_puzzles import number_of_puzzle, puzzle_with, wrong_turn

NUMBER = number_of_puzzle(2)
PUZZLE = puzzle_with(NUMBER)
FIRST, DEFENCE, LAST = PUZZLE.solution
START = Game.at(PUZZLE.start()).view(PUBLIC)
TASK = "win in two turns"


class Hands:
    """Hands that know which worker stands where, of somebody who looks at a phone."""

    def __init__(self, board: VirtualBoard, phone: Phone) -> None:
        self._board = board
        self._phone = phone
        self._at: dict[str, str] = {}

    def set_up(self) -> None:
        """All workers of the puzzle, one after the other."""
        count = dict.fromkeys(Seat, 0)
        for worker in START.workers:
            count[worker.seat] += 1
            self._carry(f"{worker.seat.value}-{count[worker.seat]}", square_name(worker.square))

    def take(self, turn: Sequence[Action]) -> None:
        """A turn: a worker goes, and touches the square where it builds; then the piece is laid."""
        for step in turn:
            match step:
                case Move(worker=start, to=to):
                    self._carry(self._at.pop(square_name(start)), square_name(to))
                    expect(self._phone.square(square_name(to), "worker")).to_be_visible(timeout=PATIENCE)
                case Build(on=on):
                    self._board.touch(square_name(on))
                    self._board.finish_the_wood()

    def put_back(self, turn: Sequence[Action]) -> None:
        """The piece is taken off, and the worker goes back to where it came from."""
        self._board.finish_the_wood()
        move = turn[0]
        assert isinstance(move, Move)
        self._carry(self._at.pop(square_name(move.to)), square_name(move.worker))

    def _carry(self, worker: str, to: str) -> None:
        self._board.carry(worker, to)
        self._at[to] = worker


def puts_on_board(phone: Phone, number: int = NUMBER) -> None:
    """Open a puzzle on a phone, have it played on the board, and wait until the phone has left the page of puzzles,
    which shows a board and the same task."""
    phone.answered()
    phone.page.evaluate(f"location.hash = '#puzzles/{number}'")
    phone.page.get_by_role("button", name="Play it on the board").click(timeout=PATIENCE)
    expect(phone.app.get_by_role("button", name="Put it away", exact=True)).to_be_visible(timeout=PATIENCE)


@pytest.mark.timeout(300)
def test_hands_set_a_puzzle_up_try_a_wrong_turn_and_solve_it(room: Room) -> None:
    board = room.board()
    me = Phone.of(board.page, "Ann")
    sits_down(me, board)
    hands, wrong = Hands(board, me), wrong_turn(PUZZLE)
    puts_on_board(me)
    me.sees("Lay blocks and domes as in the picture.")
    me.picture("puzzle-blocks")
    board.finish_the_wood()
    me.press("The blocks are laid")
    me.sees("Put each worker on the square that is lit in its colour.")
    hands.set_up()
    me.sees(TASK)
    hands.take(wrong)
    me.confirm()
    me.sees("That does not win in time.")
    me.picture("puzzle-wrong")
    me.press("Try another turn")
    hands.put_back(wrong)
    me.sees(TASK)
    hands.take(FIRST)
    me.confirm()
    me.sees("Right.")
    me.picture("puzzle-answer")
    hands.take(DEFENCE)
    me.sees("win with this turn")
    hands.take(LAST)
    me.confirm()
    me.sees("Solved! That wins.")
    me.picture("puzzle-solved")
    me.press("Put it away")
    me.sees("Puzzle of the day")


def taps(page_taps: Taps, turn: Sequence[Action]) -> None:
    for step in turn:
        match step:
            case Move(worker=start, to=to):
                page_taps.move(square_name(start), square_name(to))
            case Build(on=on):
                page_taps.build(square_name(on))


@pytest.mark.timeout(300)
def test_where_pieces_follow_a_puzzle_sets_itself_up_and_a_restart_leaves_the_table(
    chrome: Browser, tmp_path: Path
) -> None:
    with table_started(tmp_path) as address, room_with(chrome, address) as room:
        me = room.phone("Ann", 390, 844)
        finger = Taps(me.page)
        sits_down_twice(me.page, finger)
        puts_on_board(me)
        me.sees(TASK)
        taps(finger, FIRST)
        me.confirm()
        me.sees("win with this turn")  # the pieces have carried the answer out
        me.press("Show me")
        expect(me.app.locator(".puzzle-steps li")).to_have_count(sum(map(len, PUZZLE.solution)), timeout=PATIENCE)
        me.picture("puzzle-solution")
        me.press("Set it up again")
        me.sees(TASK)
        taps(finger, wrong_turn(PUZZLE))
        me.confirm()
        me.sees("That does not win in time.")
        me.picture("puzzle-refuted")
        me.press("Try another turn")
        me.sees(TASK)
        taps(finger, FIRST[:1])
        expect(square(me.page, square_name(FIRST[0].to))).to_have_accessible_name(re.compile("your worker"))  # type: ignore[union-attr] # a move
        cookies = me.page.context.cookies()
    with table_started(tmp_path) as address, room_with(chrome, address) as room:
        me = room.phone("Ann", 390, 844)
        known = [(each.get("name", ""), each.get("value", "")) for each in cookies]
        me.page.context.add_cookies([{"name": name, "value": value, "url": address} for name, value in known])
        me.page.reload()
        expect(me.page.get_by_role("button", name="Stand up")).to_have_count(2, timeout=PATIENCE)
        puts_on_board(me)
        me.sees(TASK)
        me.press("Put it away")
        me.begins("Just play")
        me.sees("Put a worker on a free square.")
