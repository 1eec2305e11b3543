"""The board on the page in a real browser: what a finger hits is what it sees, however the board is turned."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from engine.actions import Move
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square, square, square_name
from engine.views import SeenPlayer, SeenToken, SeenWorker
from table.session.snapshot import LogLine, Phase, Snapshot
from table.session.turns import Act
from tests.web_ui.browser import Lend, press_button
from tests.web_ui.fake_table import SmallTable, happened, playing

NARROW = (320, 640)
SETTLED = "() => Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => null)"
HIT = """([x, y]) => document.elementFromPoint(x, y)?.closest("[data-square]")?.dataset.square"""
SEATS = (Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE)


@pytest.fixture
def narrow(lend: Lend, address: str) -> Iterator[Page]:
    """The page on the narrowest phone."""
    complaints: list[str] = []
    with lend(complaints, *NARROW) as opened:
        opened.goto(address)
        yield opened
    assert complaints == []


def towers(seed: int, seat: Seat = Seat.BLUE) -> Snapshot:
    """Any towers with workers on and beside them, on the phone of this seat."""
    chance = random.Random(seed)  # noqa: S311 - towers, not secrets
    levels = tuple(chance.randrange(4) for _ in range(25))
    free = [Square(at) for at in range(25)]
    chance.shuffle(free)
    workers = tuple(SeenWorker(each, free.pop()) for each in SEATS for _ in range(2))
    shown = playing(())
    assert shown.game is not None
    domes = frozenset(free[:7])
    return replace(
        shown, seats_held=(seat,), game=replace(shown.game, levels=levels, domes=domes, workers=workers, prompt=None)
    )


def middle(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def from_above(screen: Page) -> None:
    """Have the board shown from above."""
    press_button(screen, "More")
    press_button(screen, "Board from above")
    expect(screen.locator(".board .level").first).to_be_attached()
    screen.keyboard.press("Escape")
    expect(screen.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("seat", "seed"),
    [
        *zip(SEATS, range(4), strict=True),
        *(pytest.param(seat, seed, marks=pytest.mark.slow) for seat in SEATS for seed in range(4, 10)),
    ],
)
def test_a_finger_hits_the_square_that_it_sees(narrow: Page, table_api: SmallTable, seat: Seat, seed: int) -> None:
    board = narrow.get_by_role("table", name="Board", exact=True)
    table_api.show(towers(seed, seat))
    for at in range(25):
        name = square_name(Square(at))
        button = board.get_by_role("button", name=f"{name}, ")
        button.scroll_into_view_if_needed()
        assert narrow.evaluate(HIT, middle(button)) == name
        button.click(trial=True)


@pytest.mark.parametrize("seat", SEATS)
def test_the_corner_of_ones_own_seat_is_near(screen: Page, table_api: SmallTable, seat: Seat) -> None:
    table_api.show(replace(towers(1, seat)))
    corners = {name: screen.locator(f'.board [data-square="{name}"]') for name in ("a1", "a5", "e5", "e1")}
    expect(corners["a1"]).to_be_visible()
    lowest = max(corners, key=lambda name: middle(corners[name])[1])
    assert lowest == dict(zip(SEATS, corners, strict=True))[seat]


@pytest.mark.parametrize(("seat", "up"), list(zip(SEATS, ("c4", "d3", "c2", "b3"), strict=True)))
def test_arrow_keys_go_where_they_are_seen_to_go(screen: Page, table_api: SmallTable, seat: Seat, up: str) -> None:
    table_api.show(towers(1, seat))
    board = screen.get_by_role("table", name="Board", exact=True)
    board.get_by_role("button", name="c3, ").focus()
    screen.keyboard.press("ArrowUp")
    expect(board.get_by_role("button", name=f"{up}, ")).to_be_focused()
    expect(screen.locator(".board .focus-mark")).to_be_visible()
    screen.keyboard.press("ArrowDown")
    expect(board.get_by_role("button", name="c3, ")).to_be_focused()


def test_nothing_that_happens_moves_the_board(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    board = screen.locator(".board")
    before = board.bounding_box()
    screen.get_by_role("button", name="b2, ").click()
    expect(screen.locator(".board .picked-mark")).to_have_count(1)
    assert board.bounding_box() == before
    table_api.show(towers(3))
    expect(screen.locator(".board .picked-mark")).to_have_count(0)
    assert board.bounding_box() == before
    from_above(screen)
    expect(board.locator(".level").first).to_be_visible()
    assert board.bounding_box() == before


def test_the_flat_board_says_levels_in_digits_and_is_remembered(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    from_above(screen)
    levels = screen.locator(".board .level")
    expect(levels).to_have_count(7)
    assert sorted(levels.all_text_contents()) == ["1", "1", "1", "2", "2", "3", "3"]
    screen.get_by_role("button", name="b2, ").click()
    screen.get_by_role("button", name="c3, level 1, you can move here").click()
    assert table_api.command() == Act(Move(square("b2"), square("c3")))
    screen.reload()
    expect(levels.first).to_be_visible()


@pytest.mark.parametrize("media", [{"media": "print"}, {"forced_colors": "active"}])
def test_the_board_is_flat_on_paper_and_in_forced_colours(
    screen: Page, table_api: SmallTable, media: dict[str, str]
) -> None:
    table_api.show(playing())
    expect(screen.locator(".board .figure").first).to_be_visible()
    if "media" in media:
        screen.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    else:
        screen.emulate_media(forced_colors="active")
    expect(screen.locator(".board .level").first).to_be_visible()
    if "media" in media:
        screen.evaluate("window.dispatchEvent(new Event('afterprint'))")
    else:
        screen.emulate_media(forced_colors="none")
    expect(screen.locator(".board .figure").first).to_be_visible()


def moved(to: str) -> Snapshot:
    """Ann's worker from b2 has gone to this square."""
    shown = playing(())
    assert shown.game is not None
    workers = (SeenWorker(Seat.BLUE, square(to)), *shown.game.workers[1:])
    line = LogLine(3, happened("worker_moved", (("origin", "b2"), ("seat", "blue"), ("to", to))))
    return replace(shown, game=replace(shown.game, workers=workers), log=(*shown.log, line))


def test_a_worker_slides_and_ends_where_it_stands_now(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing(()))
    worker = screen.locator(".board .figure.blue").first
    expect(worker).to_be_visible()
    screen.evaluate(
        """() => {
            window.slides = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, how) {
                window.slides.push([Object.keys(Object.assign({}, ...frames)).sort().join(), how.duration]);
                return animate.call(this, frames, how);
            };
        }"""
    )
    for to in ("b3", "a3", "c3"):
        table_api.show(moved(to))
        expect(screen.get_by_role("button", name=f"{to}, ")).to_have_accessible_name(re.compile("your worker"))
    screen.evaluate(SETTLED)
    slides = screen.evaluate("window.slides")
    assert slides
    assert {tuple(slide) for slide in slides} == {("transform", 200)}
    below = middle(screen.locator('.board [data-square="c3"]'))[0]
    figures = [middle(one)[0] for one in screen.locator(".board .figure.blue").all()]
    assert min(abs(at - below) for at in figures) < 6


def test_nothing_slides_where_motion_is_not_wished(screen: Page, table_api: SmallTable) -> None:
    screen.emulate_media(reduced_motion="reduce")
    table_api.show(playing(()))
    expect(screen.locator(".board .figure.blue").first).to_be_visible()
    screen.evaluate(
        """() => {
            window.changes = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, how) {
                window.changes.push(Object.keys(frames[0]).join());
                return animate.call(this, frames, how);
            };
        }"""
    )
    table_api.show(moved("b3"))
    expect(screen.get_by_role("button", name="b3, ")).to_have_accessible_name(re.compile("your worker"))
    assert set(screen.evaluate("window.changes")) == {"opacity"}


def test_a_square_that_wins_wears_a_laurel_and_says_so(screen: Page, table_api: SmallTable) -> None:
    winning = Move(square("c4"), square("d3"))
    shown = playing()
    assert shown.game is not None
    table_api.show(replace(shown, game=replace(shown.game, wins=(winning,))))
    screen.get_by_role("button", name="c4, ").click()
    expect(screen.locator(".board .laurel")).to_have_count(1)
    expect(screen.get_by_role("button", name="d3, level 3, you can move here, this wins the game")).to_be_visible()


def test_the_laurel_of_a_teammate_is_seen_too(screen: Page, table_api: SmallTable) -> None:
    shown = playing()
    assert shown.game is not None
    partner = replace(shown.game.players[0], seat=Seat.WHITE)
    game = replace(shown.game, players=(*shown.game.players, partner), wins=(Move(square("c4"), square("d3")),))
    table_api.show(replace(shown, game=game, seats_held=(Seat.WHITE,)))
    expect(screen.locator(".board .laurel")).to_have_count(1)
    expect(screen.get_by_role("button", name=re.compile("^d3, .*this wins the game"))).to_be_visible()


def test_what_watchers_see_has_a_shape_of_its_own(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), seats_held=()))
    expect(screen.locator(".board .hint-ring")).to_have_count(7)
    expect(screen.locator(".board .legal-ring")).to_have_count(0)


def test_tokens_and_winds_of_every_power_are_drawn_and_named(screen: Page, table_api: SmallTable) -> None:
    shown = playing(())
    assert shown.game is not None
    tokens = tuple(
        SeenToken(PowerName(power), square(at))
        for power, at in (("clio", "a1"), ("charybdis", "a2"), ("europa", "a3"), ("ram", "a4"))
    )
    players = tuple(
        SeenPlayer(player.seat, player.team, PowerName(power), (PowerName(power),), (("direction", to),))
        for player, power, to in zip(shown.game.players, ("siren", "aeolus"), ("ne", "w"), strict=True)
    )
    table_api.show(replace(shown, game=replace(shown.game, tokens=tokens, players=players)))
    board = screen.get_by_role("table", name="Board", exact=True)
    for name, at in (("Clio", "a1"), ("Charybdis", "a2"), ("Europa", "a3"), ("The Ram", "a4")):
        expect(board.get_by_role("button", name=f"{at}, ")).to_have_accessible_name(f"{at}, ground, token of {name}")
    expect(screen.locator(".board .token-mark")).to_have_count(4)
    expect(screen.locator(".board .vane")).to_have_count(2)
    expect(board).to_have_accessible_description("Siren: Direction: north-east. Aeolus: Direction: west.")


def test_a_plain_token_is_drawn_anew_when_its_drawing_comes(lend: Lend, address: str, table_api: SmallTable) -> None:
    complaints: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    shown = playing(())
    assert shown.game is not None
    tokens = tuple(SeenToken(PowerName(power), square(at)) for power, at in (("ram", "a4"), ("clio", "b4")))
    table_api.show(replace(shown, game=replace(shown.game, tokens=tokens)))
    with lend(complaints) as opened:
        opened.route("**/drawings.json", hold)
        opened.goto(address)
        expect(opened.locator(".board .token-mark path.line")).to_have_count(2)
        expect(opened.locator(".board .token-mark .fleece, .board .token-mark .gold")).to_have_count(0)
        assert len(held) == 1
        held[0].continue_()
        expect(opened.locator(".board .lying .token-mark .gold")).to_have_count(1)
        expect(opened.locator(".board .token-mark .fleece")).to_have_count(1)
        expect(opened.locator(".board .lying .token-mark .fleece")).to_have_count(0)
    assert complaints == []


def test_the_board_stays_when_the_game_is_over(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(()), phase=Phase.OVER, prompt=None))
    expect(screen.locator(".board .figure")).to_have_count(4)
