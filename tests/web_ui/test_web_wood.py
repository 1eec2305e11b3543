"""The virtual board's page puts the wood right in one act, and clears the board after a game: with the real virtual
board behind it, whatever hands did there before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.squares import square
from hardware.hand_actions import Knock, Lift, Put, PutBeside, Stack
from hardware.virtual.virtual_device import VirtualDevice
from table.session.snapshot import Phase, Snapshot
from tests.web_ui.accessibility import violations
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import SmallTable, draft, lobby, playing
from tests.web_ui.layout import unreadable

MATCH, CLEAR = "Set the blocks as in the game", "Clear the board"
ALL = range(25)


@pytest.fixture
def hands() -> VirtualDevice:
    """A board whose hands need nobody to scan."""
    return VirtualDevice(patience=0)


@pytest.fixture
def bench(lend: Lend, address: str) -> Iterator[Page]:
    """The page of the virtual board, with a phone's page below it."""
    complaints: list[str] = []
    with lend(complaints, 390, 1400) as opened:
        opened.goto(f"{address}/board")
        open_bench(opened)
        expect(opened.locator("[data-place]")).to_have_count(25)
        yield opened
    assert complaints == []


def stand(hands: VirtualDevice, piece: str, name: str) -> None:
    hands.act(Lift(piece))
    hands.act(Put(piece, square(name)))


def a_worker_stands_in_the_way(hands: VirtualDevice) -> None:
    """The game has a block on c3."""
    stand(hands, "blue-1", "c3")


def a_worker_lies_in_the_way(hands: VirtualDevice) -> None:
    stand(hands, "orange-1", "c4")
    hands.act(Knock("orange-1"))


def a_worker_stands_where_a_dome_belongs(hands: VirtualDevice) -> None:
    """The game has three blocks and a dome on d4."""
    for _ in range(3):
        hands.act(Stack(square("d4"), dome=False))
    stand(hands, "blue-1", "d4")


def a_worker_stands_on_too_high_a_tower(hands: VirtualDevice) -> None:
    hands.act(Stack(square("a1"), dome=False))
    stand(hands, "blue-1", "a1")


def all_squares_are_full(hands: VirtualDevice) -> None:
    for number in ALL:
        for _ in range(3):
            hands.act(Stack(number, dome=False))
        hands.act(Stack(number, dome=True))


def a_dome_lies_under_the_towers_that_belong_there(hands: VirtualDevice) -> None:
    for number in ALL:
        hands.act(Stack(number, dome=True))


def workers_are_in_hands(hands: VirtualDevice) -> None:
    for piece in ("blue-1", "orange-2"):
        hands.act(Lift(piece))


MESSES = (
    a_worker_stands_in_the_way,
    a_worker_lies_in_the_way,
    a_worker_stands_where_a_dome_belongs,
    a_worker_stands_on_too_high_a_tower,
    all_squares_are_full,
    a_dome_lies_under_the_towers_that_belong_there,
    workers_are_in_hands,
)


@pytest.mark.parametrize("mess", MESSES)
def test_one_press_makes_the_wood_match_the_game(
    bench: Page, table_api: SmallTable, hands: VirtualDevice, mess: Callable[[VirtualDevice], None]
) -> None:
    mess(hands)
    table_api.show(playing())
    bench.get_by_role("button", name=MATCH).click()
    expect(bench.get_by_role("button", name=MATCH)).to_have_count(0)
    game = playing().game
    assert game is not None
    assert hands.world.levels == game.levels
    assert {number for number, domed in enumerate(hands.world.domes) if domed} == game.domes


def over() -> Snapshot:
    return replace(playing(), phase=Phase.OVER, prompt=None)


def next_game() -> Snapshot:
    """Nobody has placed a worker yet."""
    shown = playing()
    assert shown.game is not None
    empty = replace(shown.game, levels=(0,) * 25, domes=frozenset(), workers=(), options=())
    return replace(shown, phase=Phase.PLACING, game=empty)


def is_clear(hands: VirtualDevice) -> bool:
    seen = hands.look()
    boxed = all((piece.square, piece.in_hand, piece.lying) == (None, False, False) for piece in seen.pieces)
    return boxed and not any(seen.levels) and not any(seen.domes)


def after_a_game(hands: VirtualDevice) -> None:
    """What is left on the board, and in somebody's hand."""
    hands.act(Stack(square("c3"), dome=False))
    hands.act(Stack(square("e5"), dome=True))
    stand(hands, "blue-1", "c3")
    stand(hands, "orange-1", "a1")
    hands.act(Knock("orange-1"))
    hands.act(Lift("orange-2"))
    hands.act(Lift("blue-2"))
    hands.act(PutBeside("blue-2", -40.0, 60.0))


@pytest.mark.parametrize("shown", [over, draft, lobby])
def test_after_a_game_one_press_clears_the_board_and_nothing_is_listed(
    bench: Page, table_api: SmallTable, hands: VirtualDevice, shown: Callable[[], Snapshot]
) -> None:
    after_a_game(hands)
    table_api.show(shown())
    clear = bench.get_by_role("button", name=CLEAR)
    expect(clear).to_be_visible()
    expect(bench.get_by_text("one piece more")).to_have_count(0)
    expect(bench.get_by_role("button", name=MATCH)).to_have_count(0)
    assert violations(bench) + unreadable(bench) == []
    clear.click()
    expect(clear).to_have_count(0)
    assert is_clear(hands)
    table_api.show(next_game())
    expect(bench.get_by_role("button", name=MATCH)).to_have_count(0)


def test_during_a_game_nothing_is_cleared_away(bench: Page, table_api: SmallTable, hands: VirtualDevice) -> None:
    after_a_game(hands)
    table_api.show(playing())
    expect(bench.get_by_role("button", name=MATCH)).to_be_visible()
    expect(bench.get_by_role("button", name=CLEAR)).to_have_count(0)
