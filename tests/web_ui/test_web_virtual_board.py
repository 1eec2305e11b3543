"""The page of the virtual board: one board on which pieces are dragged, their supply, and the bench in its drawer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import Square
from engine.actions import Action, Build, Move, Piece, Place
from engine.seats import Seat
from engine.squares import square
from engine.state import StepKind
from engine.views import SeenWorker
from hardware.hand_actions import SetUp
from table.session.snapshot import BoardDifference, BoardMode, DifferenceKind, Phase, Snapshot
from table.session.turns import Act
from tests.web_ui.accessibility import violations
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import CAST, FOLLOWING, SmallHands, SmallTable, atlas_build, lobby, playing
from tests.web_ui.layout import unreadable

SIZES = ((390, 844), (768, 1024), (740, 360), (1280, 800), (320, 640))
MISSED = """(kind) => [...document.querySelectorAll(`#app [data-${kind}]`)].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(`[data-${kind}]`);
    return hit === one ? [] : [one.dataset[kind]];
})"""
"""Squares, or pieces of the supply, that a tap at their middle does not hit."""


@pytest.fixture
def page(lend: Lend, address: str) -> Iterator[Page]:
    """The page on a screen of its own."""
    complaints: list[str] = []
    with lend(complaints, 390, 844) as opened:
        opened.goto(f"{address}/board")
        expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
        yield opened
    assert complaints == []


def on(page: Page, name: str) -> Locator:
    return page.locator(f'#app [data-square="{name}"]')


def supplied(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Supply").get_by_role("button", name=name)


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: Locator, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(thing))
    page.mouse.down()
    page.mouse.move(*to, steps=5)
    page.mouse.up()


def shows(page: Page, table_api: SmallTable, snapshot: Snapshot) -> None:
    table_api.show(snapshot)
    expect(page.get_by_role("table", name="Board", exact=True)).to_be_visible()


def asked(table_api: SmallTable) -> list[Action]:
    """What the page has asked to be played."""
    return [command.action for _, command in table_api.asked if isinstance(command, Act)]


@contextmanager
def playing_only(page: Page, table_api: SmallTable, action: Action) -> Iterator[None]:
    """What happens within asks for this, once, and for nothing else."""
    with page.expect_response("**/command"):
        yield
    assert asked(table_api) == [action]


def placing() -> Snapshot:
    shown = playing((Place(square("a1")), Place(square("e1"))), StepKind.PLACE)
    assert shown.game is not None
    return replace(shown, phase=Phase.PLACING, game=replace(shown.game, workers=()))


LOOKS = """(where) => [...document.querySelectorAll(`${where} .figure *`)].map((part) => {
    const { fill, stroke, strokeWidth } = getComputedStyle(part);
    return [part.getAttribute("class"), fill, stroke, strokeWidth].join(" ");
})"""
"""How the parts of a worker are painted there."""


def test_a_worker_of_the_supply_looks_as_one_on_the_board_also_while_it_is_dragged(
    page: Page, table_api: SmallTable
) -> None:
    waiting = placing()
    assert waiting.game is not None
    shows(page, table_api, replace(waiting, game=replace(waiting.game, workers=(SeenWorker(Seat.BLUE, square("c3")),))))
    on_board = page.evaluate(LOOKS, "#app .board")
    assert on_board
    assert page.evaluate(LOOKS, "#app .supply") == on_board
    page.mouse.move(*middle(supplied(page, "worker of")))
    page.mouse.down()
    page.mouse.move(200, 700, steps=4)
    assert page.evaluate(LOOKS, "body > .carried") == on_board
    page.mouse.up()


@pytest.mark.parametrize("width", [1200, 1345, 1366, 1920])
def test_band_and_bar_reach_the_edge_of_every_wide_screen(page: Page, table_api: SmallTable, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    shows(page, table_api, playing())
    for part in (".banner", ".thumb"):
        box = page.locator(f"#app > {part}").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] == width


def carries_beside_the_board(page: Page, square: str) -> None:
    """Drag the worker there off the board, and do not let go."""
    page.mouse.move(*middle(on(page, square)))
    page.mouse.down()
    page.mouse.move(30, 800, steps=4)


def test_a_worker_is_dragged_to_its_square(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, playing())
    with playing_only(page, table_api, Move(square("b2"), square("c3"))):
        drag(page, on(page, "b2"), middle(on(page, "c3")))


def test_while_it_is_dragged_its_squares_are_lit_and_beside_the_board_nothing_happens(
    page: Page, table_api: SmallTable
) -> None:
    shows(page, table_api, playing())
    carries_beside_the_board(page, "c4")
    expect(page.locator("#app .square.may")).to_have_count(3)
    expect(page.locator(".carried")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator("#app .square.may")).to_have_count(0)
    assert asked(table_api) == []


def test_a_phone_that_falls_asleep_in_a_drag_puts_the_piece_back_and_plays_on(
    page: Page, table_api: SmallTable
) -> None:
    shows(page, table_api, playing())
    carries_beside_the_board(page, "c4")
    expect(page.locator(".carried")).to_have_count(1)
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        delete document.hidden;
    }""")
    expect(page.locator(".carried")).to_have_count(0)
    page.mouse.up()
    assert asked(table_api) == []
    with playing_only(page, table_api, Move(square("b2"), square("c3"))):
        drag(page, on(page, "b2"), middle(on(page, "c3")))


def test_back_closes_the_test_bench_where_it_covers_the_page(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, playing())
    bench = page.locator("svg.bench")
    open_bench(page)
    page.go_back()
    expect(bench).to_have_count(0)
    expect(page.get_by_role("table", name="Board", exact=True)).to_be_visible()
    open_bench(page)
    page.keyboard.press("Escape")
    expect(bench).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_dragged_to_a_dark_square_it_is_told_why(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, playing())
    drag(page, on(page, "c4"), middle(on(page, "d4")))
    expect(page.locator(".bubble")).to_contain_text("d4")
    assert asked(table_api) == []


@pytest.mark.parametrize(("name", "piece"), [("Block", Piece.BLOCK), ("Dome", Piece.DOME)])
def test_a_piece_of_the_supply_says_what_is_built(page: Page, table_api: SmallTable, name: str, piece: Piece) -> None:
    shows(page, table_api, atlas_build())
    with playing_only(page, table_api, Build(square("b2"), square("c3"), piece)):
        drag(page, supplied(page, name), middle(on(page, "c3")))


def test_a_piece_is_chosen_by_a_tap_and_put_by_another(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, atlas_build())
    supplied(page, "Dome").tap()
    expect(supplied(page, "Dome")).to_have_attribute("aria-pressed", "true")
    with playing_only(page, table_api, Build(square("b2"), square("c3"), Piece.DOME)):
        on(page, "c3").tap()


def test_a_chosen_piece_is_put_back_with_escape(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, atlas_build())
    supplied(page, "Dome").press("Enter")
    page.keyboard.press("Escape")
    expect(supplied(page, "Dome")).to_have_attribute("aria-pressed", "false")
    with playing_only(page, table_api, Build(square("b2"), square("b3"))):
        on(page, "b3").press("Enter")


def test_workers_come_out_of_the_supply(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, placing())
    with playing_only(page, table_api, Place(square("e1"))):
        drag(page, supplied(page, "worker of"), middle(on(page, "e1")))


def test_what_cannot_be_put_anywhere_cannot_be_taken(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, playing())
    expect(supplied(page, "Block")).to_be_disabled()
    expect(supplied(page, "Dome")).to_be_disabled()


def test_whoever_has_no_turn_has_no_supply(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, replace(playing(), seats_held=(Seat.ORANGE,)))
    expect(page.get_by_role("group", name="Supply")).to_have_count(0)
    drag(page, on(page, "b2"), middle(on(page, "c3")))
    assert asked(table_api) == []


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_board_prompt_and_supply_are_seen_at_once_and_every_square_can_be_hit(
    page: Page, table_api: SmallTable, width: int, height: int, *, flat: bool
) -> None:
    page.evaluate(f"localStorage.setItem('thera-flat', '{'yes' if flat else 'no'}')")
    page.set_viewport_size({"width": width, "height": height})
    page.reload()
    shows(page, table_api, atlas_build())
    for seen in (page.locator("#app .banner"), page.locator("#app .board"), supplied(page, "Block")):
        box = seen.bounding_box()
        assert box is not None
        assert box["x"] >= -1
        assert box["y"] >= -1
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] + box["height"] <= height + 1
    for kind, count in (("square", 25), ("supply", 2)):
        expect(page.locator(f"#app [data-{kind}]")).to_have_count(count)
        assert page.evaluate(MISSED, kind) == []
    assert violations(page) == []


# The drawer.


def test_the_bench_is_closed_until_somebody_opens_it_and_stays_as_it_was_left(page: Page, hands: SmallHands) -> None:
    expect(page.locator("svg.bench")).to_have_count(0)
    open_bench(page)
    assert unreadable(page) == []
    page.reload()
    expect(page.locator("svg.bench")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("svg.bench")).to_have_count(0)
    expect(page.get_by_role("button", name="For makers")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    expect(page.locator("svg.bench")).to_have_count(0)
    assert hands.did == []


def test_in_a_game_the_drawer_opens_from_the_sheet_and_escape_closes_it(page: Page, table_api: SmallTable) -> None:
    shows(page, table_api, playing())
    open_bench(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Close").press("Escape")
    expect(page.locator("svg.bench")).to_have_count(0)
    expect(page.get_by_role("button", name="More", exact=True)).to_be_focused()


def test_pieces_are_moved_by_hand_alone_if_one_likes(page: Page, table_api: SmallTable, hands: SmallHands) -> None:
    shows(page, table_api, playing())
    open_bench(page)
    by_hand = page.get_by_label("Move all pieces by hand")
    by_hand.click()
    expect(by_hand).to_be_checked()  # a drawing in between may show it as it was, until the answer comes
    assert hands.done("follow", False)  # noqa: FBT003 - off
    page.get_by_label("Move all pieces by hand").click()
    assert hands.done("follow", True)  # noqa: FBT003 - on


def displaced() -> Snapshot:
    """A worker of Blue was moved from b2 to e1."""
    told = (
        BoardDifference(Square(square("b2")), DifferenceKind.MISSING, Seat.BLUE),
        BoardDifference(Square(square("e1")), DifferenceKind.EXTRA, Seat.BLUE),
    )
    return replace(playing(), board=replace(FOLLOWING, mode=BoardMode.RESTORE, differences=told))


def test_one_button_puts_all_pieces_right(page: Page, table_api: SmallTable, hands: SmallHands) -> None:
    shows(page, table_api, displaced())
    page.get_by_role("button", name="Put it right").click()
    assert hands.done("set_up")
    game = displaced().game
    assert game is not None
    standing = {(int(worker.square), worker.seat.value) for worker in game.workers}
    wood = hands.positions[-1]
    assert (wood.levels, {number for number, dome in enumerate(wood.domes) if dome}) == (
        game.levels,
        set(map(int, game.domes)),
    )
    assert set(wood.standing) == standing
    assert isinstance(wood, SetUp)


def test_who_moves_pieces_by_hand_puts_them_right_by_hand(page: Page, table_api: SmallTable, hands: SmallHands) -> None:
    hands.follow_game(on=False)
    shows(page, table_api, displaced())
    expect(page.get_by_text("from e1 to b2").or_(page.get_by_text("e1")).first).to_be_visible()
    expect(page.get_by_role("button", name="Put it right")).to_have_count(0, timeout=20_000)


# The way there.


def test_a_fresh_table_offers_a_game_on_this_screen_until_somebody_sits(
    page: Page, table_api: SmallTable, address: str
) -> None:
    page.goto(address)
    page.get_by_role("link", name="The board", exact=True).click()
    expect(page).to_have_url(f"{address}/board".replace("//board", "/board"))
    together = page.get_by_role("button", name="Play together here")
    expect(together).to_be_visible()
    page.goto(address)
    expect(together).to_be_visible()
    table_api.show(lobby(CAST[0]))
    expect(together).to_have_count(0)
