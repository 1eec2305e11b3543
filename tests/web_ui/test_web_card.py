"""The table on a phone as a card: its zones stand still, and nothing covers what can be pressed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from common.message import Message
from engine.actions import Build, Move, Piece
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.squares import square
from engine.state import Outcome, StepKind
from engine.views import SeenCard
from hardware.board import LinkState
from table.session.lobby import Rematch
from table.session.rematch import RematchKind
from table.session.snapshot import BoardIssue, BoardMode, LogLine, Phase, Snapshot
from table.session.turns import Act, ConfirmTurn, UndoStep
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, open_sheet, phone
from tests.web_ui.fake_table import CAST, FOLLOWING, SmallTable, atlas_build, draft, happened, lobby, playing
from tests.web_ui.layout import in_each_language, unreadable
from tests.web_ui.test_web_turn import remembering
from web_ui.languages import catalogue

B2, C3 = square("b2"), square("c3")
NEAR = 40
"""Pixels between the middle of a square and a bubble that points at it, at most."""
SIZES = [(320, 568), (390, 844), (740, 360)]
SEEN = ".play button, .thumb button, #menu > button, .ask-help"
COVERED = f"""() => [...document.querySelectorAll("{SEEN}")].flatMap((one) => {{
    const {{ left, top, width, height }} = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return one === hit || one.contains(hit) ? [] : [one.textContent.trim() || one.getAttribute("aria-label")];
}})"""
UNDER = """() => [...document.querySelectorAll("#app .under button")].flatMap((one) => {
    one.scrollIntoView({ block: "center" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return one === hit || one.contains(hit) ? [] : [one.textContent.trim()];
})"""


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def sized(request: pytest.FixtureRequest, lend: Lend, address: str) -> Iterator[Page]:
    """The page of a phone of each size, upright and lying."""
    complaints: list[str] = []
    width, height = request.param
    with lend(complaints, width, height) as opened:
        opened.goto(address)
        expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
        yield opened
    assert complaints == []


def drawn(page: Page, table_api: SmallTable, shown: Snapshot) -> None:
    table_api.show(shown)
    expect(page.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))


def place(page: Page) -> dict[str, float]:
    """Where the board is."""
    box = page.locator(".play > .board").bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def warned() -> Snapshot:
    """Something stands wrong, and it takes many words."""
    message = Message("board.too_high", (("seen", "3"), ("square", "d3"), ("wanted", "2")))
    lost = Message("board.stray", (("squares", "a1, b1"),))
    board = replace(
        FOLLOWING,
        mode=BoardMode.RESTORE,
        message=message,
        issue=BoardIssue.WRONG_HEIGHT,
        warnings=(lost, lost),
        link=LinkState.DEGRADED.value,
    )
    return replace(playing(), board=board)


def others() -> Snapshot:
    return replace(playing(), seats_held=(Seat.ORANGE,), can_undo=False)


def confirming() -> Snapshot:
    return replace(playing(()), prompt=None, confirming=Seat.BLUE)


def asked() -> Snapshot:
    """The board was read in two ways."""
    builds = (Build(B2, C3), Build(B2, C3, Piece.DOME))
    return replace(playing(), choices=((Move(B2, C3), *builds), (Move(B2, C3),)))


def test_the_board_stands_still_whatever_appears(sized: Page, table_api: SmallTable) -> None:
    drawn(sized, table_api, playing())
    before = place(sized)
    width = sized.viewport_size
    assert width is not None
    assert before["x"] >= 0
    assert before["x"] + before["width"] <= width["width"]
    assert before["y"] + before["height"] <= width["height"]
    sized.get_by_role("button", name="d4").click()
    expect(sized.get_by_role("status").filter(has_text="d4: there is a dome")).to_be_visible()
    assert place(sized) == before
    for shown in (warned(), others(), atlas_build(), asked(), confirming()):
        drawn(sized, table_api, shown)
        assert place(sized) == before
        assert sized.evaluate(COVERED) == []
        assert unreadable(sized) == []
        assert sized.evaluate(UNDER) == []
    drawn(sized, table_api, atlas_build())
    sized.get_by_role("button", name="c3, level 1").click()
    expect(sized.get_by_role("button", name="Build a dome on c3")).to_be_visible()
    assert place(sized) == before


def test_text_of_twice_the_size_is_neither_cut_off_nor_covered(sized: Page, table_api: SmallTable) -> None:
    sized.evaluate("document.documentElement.style.fontSize = '32px'")
    for shown in (playing(), others(), atlas_build(), asked(), confirming(), over(Seat.BLUE)):
        drawn(sized, table_api, shown)
        assert unreadable(sized) == []
        overlaps = sized.evaluate("""() => {
            const zones = [...document.querySelectorAll("#app > .banner, #app > .play, #app > .under")];
            const boxes = zones.map((zone) => zone.getBoundingClientRect());
            return boxes.some((one, at) => boxes.some((other, then) => at < then
                && one.left < other.right - 1 && other.left < one.right - 1
                && one.top < other.bottom - 1 && other.top < one.bottom - 1));
        }""")
        assert not overlaps
        assert sized.evaluate(
            "[...document.querySelectorAll('.banner .words')].every((one) => one.scrollHeight <= one.clientHeight + 1)"
        )


PRESSED = """() => [...document.querySelectorAll(".play .square, .thumb button")].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return one === hit || one.contains(hit) ? [] : [one.textContent.trim() || one.getAttribute("aria-label")];
})"""


@pytest.mark.parametrize("size", [(320, 568), (320, 640), (390, 844)], ids=lambda size: "x".join(map(str, size)))
@in_each_language
def test_with_text_of_twice_the_size_every_square_and_every_button_can_be_pressed_without_scrolling(
    lend: Lend, address: str, table_api: SmallTable, language: str, size: tuple[int, int]
) -> None:
    with lend([], *size) as page:
        page.goto(f"{address}/?preview={language}")
        expect(page.locator("#app > .banner")).to_be_visible()
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        for shown in (playing(), others(), atlas_build(), confirming()):
            drawn(page, table_api, shown)
            assert page.evaluate(PRESSED) == []
            assert unreadable(page) == []


def test_the_bar_takes_the_taps_on_it_where_it_lies_over_squares(
    lend: Lend, address: str, table_api: SmallTable
) -> None:
    with lend([], 320, 400) as page:
        page.goto(address)
        expect(page.locator("#app > .banner")).to_be_visible()
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        drawn(page, table_api, confirming())
        bar = page.locator(".thumb").bounding_box()
        assert bar is not None
        board = place(page)
        assert board["y"] + board["height"] > bar["y"] + 40, "the bar lies over squares"
        over = page.evaluate(PRESSED)
        assert "Confirm turn" not in over
        assert "Undo" not in over
        page.get_by_role("button", name="Confirm turn").click()
        assert table_api.command() == ConfirmTurn()


def test_each_phase_begins_at_its_top(sized: Page, table_api: SmallTable) -> None:
    drawn(sized, table_api, lobby(*CAST))
    for shown in (draft(), playing(), lobby(*CAST)):
        sized.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        drawn(sized, table_api, shown)
        assert sized.evaluate("window.scrollY") == 0
        expect(sized.locator(".banner")).to_be_in_viewport(ratio=1)


def test_what_is_asked_is_under_the_board_where_the_band_has_no_room_for_it(sized: Page, table_api: SmallTable) -> None:
    shown = remembering(playing((Move(B2, C3), Build(B2, C3))), "prometheus", ())
    drawn(sized, table_api, shown)
    asked = sized.locator(".ask:not(:empty)")
    expect(asked).to_have_count(1)
    expect(asked).to_contain_text("Or first build with a worker; then it must not move up.")
    sized.evaluate("document.documentElement.style.fontSize = '32px'")
    sized.evaluate("window.dispatchEvent(new Event('resize'))")
    expect(sized.locator(".under > .ask")).to_contain_text("Or first build with a worker; then it must not move up.")
    expect(asked).to_have_count(1)


def test_ones_own_turn_is_told_from_that_of_others(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, atlas_build())
    band = screen.locator(".banner")
    expect(screen.get_by_role("heading", name="Your turn: build")).to_be_visible()
    filled = band.evaluate("(one) => getComputedStyle(one).backgroundColor")
    drawn(screen, table_api, replace(atlas_build(), seats_held=(Seat.ORANGE,)))
    expect(screen.get_by_role("heading", name="Ann is building")).to_be_visible()
    assert band.evaluate("(one) => getComputedStyle(one).backgroundColor") != filled
    expect(screen.locator(".strip")).to_contain_text("Bo you")


# Reasons.


def test_a_reason_is_a_bubble_at_its_square(sized: Page, table_api: SmallTable) -> None:
    drawn(sized, table_api, playing())
    view = sized.viewport_size
    assert view is not None
    for name in ("a5", "e5", "e1", "d4"):
        at = sized.locator(f'.play [data-square="{name}"]')
        at.click()
        bubble = sized.locator(".bubble")
        expect(bubble).to_have_attribute("data-at", name)
        box, tapped = bubble.bounding_box(), at.bounding_box()
        assert box is not None
        assert tapped is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= view["width"]
        middle = tapped["x"] + tapped["width"] / 2
        assert box["x"] < middle < box["x"] + box["width"]
        centre = tapped["y"] + tapped["height"] / 2
        assert 0 < centre - box["y"] - box["height"] < NEAR or 0 < box["y"] - centre < NEAR
    assert violations(sized) == []


def test_a_bubble_goes_by_escape_a_tap_elsewhere_and_when_the_game_goes_on(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, playing())
    bubble = screen.locator(".bubble")
    dark = screen.get_by_role("button", name="d4")
    ways: tuple[Callable[[], None], ...] = (
        lambda: screen.keyboard.press("Escape"),
        lambda: screen.locator(".banner").click(),
        lambda: table_api.show(playing()),
    )
    for gone in ways:
        dark.click()
        expect(bubble).to_contain_text("there is a dome")
        gone()
        expect(bubble).to_be_empty()


# Sheets.


@pytest.mark.parametrize("name", ["More", "Log", "Players"])
def test_back_closes_a_sheet_and_stays_at_the_table(screen: Page, table_api: SmallTable, name: str) -> None:
    drawn(screen, table_api, replace(playing(), can_restart=True, can_take_back=True))
    more = screen.get_by_role("button", name="More", exact=True)
    more.click()
    sheet = screen.get_by_role("dialog", name=name)
    if name != "More":
        screen.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    expect(sheet).to_be_visible()
    assert violations(screen) + unreadable(screen) == []
    screen.go_back()
    expect(screen.get_by_role("dialog")).to_have_count(0)
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()


def test_a_sheet_gives_the_focus_back(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, playing())
    more = screen.get_by_role("button", name="More", exact=True)
    more.press("Enter")
    expect(screen.get_by_role("dialog").get_by_role("button", name="Close")).to_be_focused()
    screen.keyboard.press("Escape")
    expect(screen.get_by_role("dialog")).to_have_count(0)
    expect(more).to_be_focused()
    expect(screen).to_have_url(re.compile("^[^#]*$"))


def test_a_sheet_that_is_open_goes_on_with_the_game_and_goes_with_it(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, playing())
    screen.get_by_role("button", name="Log").click()
    sheet = screen.get_by_role("dialog", name="Log")
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    built = LogLine(3, happened("built", (("piece", "dome"), ("seat", "orange"), ("square", "e5"))))
    table_api.show(replace(table_api.current, log=(*table_api.current.log, built)))
    expect(sheet.get_by_role("listitem")).to_have_count(3)
    table_api.show(over(Seat.BLUE))
    expect(screen.get_by_role("heading", name="You win! Ann wins")).to_be_visible()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("powers", [("hades", "pan"), ("artemis", "atlas")])
def test_one_tap_lays_the_cards_of_both_beside_each_other_while_the_other_plays(
    screen: Page, table_api: SmallTable, powers: tuple[str, str]
) -> None:
    screen.set_viewport_size({"width": 360, "height": 640})
    screen.emulate_media(reduced_motion="reduce")  # the sheet does not rise while it is measured
    view = others()
    assert view.game is not None
    cast = tuple(
        replace(player, power=PowerName(power), uses=(PowerName(power),))
        for player, power in zip(view.game.players, powers, strict=True)
    )
    shown = replace(view, game=replace(view.game, players=cast))
    drawn(screen, table_api, shown)
    screen.locator(".strip").click()
    sheet = screen.get_by_role("dialog", name="Players")
    texts = catalogue("en", "powers")
    cards = [sheet.get_by_text(texts[f"power.{power}.text"]) for power in powers]
    for card in cards:
        expect(card).to_be_in_viewport(ratio=1)
    one, other = (card.bounding_box() for card in cards)
    assert one
    assert other
    assert one["y"] == pytest.approx(other["y"], abs=1)
    assert one["x"] + one["width"] <= other["x"]
    meeting = sheet.get_by_role("region", name="What they mean for each other")
    told = "Pan can only win as all others do" if powers[0] == "hades" else "Nothing special"
    expect(meeting).to_contain_text(told)
    assert violations(screen) + unreadable(screen) == []
    built = LogLine(3, happened("built", (("piece", "dome"), ("seat", "orange"), ("square", "e5"))))
    table_api.show(replace(shown, log=(*shown.log, built)))
    expect(sheet.get_by_role("log").locator("p").last).to_have_text("Bo built a dome on e5.")
    expect(meeting).to_be_visible()
    table_api.show(replace(playing(), game=replace(view.game, players=cast)))
    expect(meeting).to_be_visible()


def test_the_card_that_all_may_use_tells_what_it_does(screen: Page, table_api: SmallTable) -> None:
    view = others()
    assert view.game is not None
    mortal = tuple(replace(player, power=MORTAL, uses=(PowerName("bia"),)) for player in view.game.players)
    beside = (SeenCard(PowerName("bia"), (Seat.BLUE, Seat.ORANGE)),)
    drawn(screen, table_api, replace(view, game=replace(view.game, players=mortal, beside=beside)))
    sheet = open_sheet(screen, "Players")
    expect(sheet.get_by_text(catalogue("en", "powers")["power.bia.text"])).to_be_visible()
    assert violations(screen) + unreadable(screen) == []


def test_back_closes_a_card_and_leaves_the_sheet_below_it(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, playing())
    screen.get_by_role("button", name="Players").click()
    players = screen.get_by_role("dialog", name="Players")
    players.get_by_role("button", name="All about Artemis").click()
    card = screen.get_by_role("dialog", name="Artemis")
    expect(card).to_be_visible()
    screen.go_back()
    expect(card).to_have_count(0)
    expect(players).to_be_visible()
    players.get_by_role("button", name="All about Artemis").click()
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    screen.wait_for_function("!history.state?.dialog")  # the browser goes back by itself first
    screen.go_back()
    expect(players).to_have_count(0)
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()


# The end.


def over(*winners: Seat) -> Snapshot:
    """Somebody climbed to the third level."""
    shown = playing(())
    assert shown.game is not None
    won = LogLine(3, happened("worker_moved", (("origin", "c4"), ("seat", "blue"), ("to", "d3"))))
    reason = Reason("win.moved_up", (("square", "d3"),))
    game = replace(shown.game, prompt=None, outcome=Outcome(winners, reason))
    return replace(shown, phase=Phase.OVER, prompt=None, can_undo=False, game=game, log=(*shown.log, won))


@pytest.mark.parametrize(
    ("held", "heading"),
    [
        ((Seat.BLUE,), "You win! Ann wins"),
        ((Seat.ORANGE,), "Ann wins"),
        ((), "Ann wins"),
        ((Seat.BLUE, Seat.ORANGE), "Ann wins"),
    ],
)
def test_a_win_is_a_moment_of_its_own_on_each_phone(
    sized: Page, table_api: SmallTable, held: tuple[Seat, ...], heading: str
) -> None:
    drawn(sized, table_api, replace(over(Seat.BLUE), seats_held=held))
    expect(sized.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    decided = sized.get_by_role("group", name="What decided it")
    expect(decided).to_have_text("A worker climbed to the third level on d3.Ann moved from c4 to d3.")
    expect(sized.get_by_role("table", name="Board")).to_have_count(0)
    assert sized.evaluate(COVERED) == []
    assert violations(sized) + unreadable(sized) == []
    rematch = sized.get_by_role("button", name="Rematch")
    if held:
        rematch.click()
        assert table_api.command() == Rematch(RematchKind.SAME)
    else:
        expect(rematch).to_have_count(0)
    sized.get_by_role("button", name="See the board").click()
    expect(sized.get_by_role("table", name="Board")).to_be_visible()
    assert violations(sized) + unreadable(sized) == []
    table_api.show(playing())
    expect(sized.get_by_role("heading", name="Ann wins")).to_have_count(0)
    table_api.show(over(Seat.BLUE))
    expect(sized.get_by_role("heading", name="Ann wins")).to_be_visible()


def test_nothing_moves_at_the_end_where_motion_is_not_wished(screen: Page, table_api: SmallTable) -> None:
    screen.emulate_media(reduced_motion="reduce")
    drawn(screen, table_api, over(Seat.BLUE))
    expect(screen.get_by_role("heading", name="You win!")).to_be_visible()
    assert screen.evaluate("document.getAnimations().length") == 0


# Read aloud, and by keyboard.


def test_a_turn_of_others_is_told_once_and_then_ones_own(screen: Page, table_api: SmallTable) -> None:
    table_api.show(others())
    spoken = screen.get_by_role("log").locator("p").last
    expect(spoken).to_have_text("Bo moved from b2 to b1.")
    built = LogLine(3, happened("built", (("piece", "dome"), ("seat", "blue"), ("square", "e5"))))
    table_api.show(replace(others(), log=(*others().log, built)))
    expect(spoken).to_have_text("Ann built a dome on e5.")
    table_api.show(replace(playing(), seats_held=(Seat.BLUE,), log=(*others().log, built)))
    expect(spoken).to_have_text("Your turn: move. Move one of your workers.")
    all_told = screen.get_by_role("log").locator("p")
    expect(all_told).to_have_count(3)  # what came fast can still be read aloud
    known = spoken.get_attribute("data-key")
    assert known is not None
    table_api.show(replace(playing(), seats_held=(Seat.BLUE,), log=(*others().log, built)))
    expect(screen.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))
    expect(spoken).to_have_attribute("data-key", known)


def test_what_is_taken_back_is_told(screen: Page, table_api: SmallTable) -> None:
    built = LogLine(3, happened("built", (("piece", "dome"), ("seat", "blue"), ("square", "e5"))))
    drawn(screen, table_api, replace(others(), log=(*others().log, built)))
    spoken = screen.get_by_role("log").locator("p").last
    table_api.show(others())
    expect(spoken).to_have_text("Taken back: Ann built a dome on e5.")
    other = LogLine(3, happened("built", (("piece", "dome"), ("seat", "blue"), ("square", "a1"))))
    table_api.show(replace(others(), log=(*others().log, built)))
    expect(spoken).to_have_text("Ann built a dome on e5.")
    table_api.show(replace(others(), log=(*others().log, other)))
    expect(spoken).to_have_text("Taken back: Ann built a dome on e5. Ann built a dome on a1.")


def test_what_happens_is_told_while_a_sheet_is_open(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, others())
    sheet = open_sheet(screen, "Players")
    built = LogLine(3, happened("built", (("piece", "dome"), ("seat", "blue"), ("square", "e5"))))
    table_api.show(replace(others(), log=(*others().log, built)))
    expect(sheet.get_by_role("log").locator("p").last).to_have_text("Ann built a dome on e5.")
    screen.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(screen.get_by_role("log")).to_have_count(1)


def test_what_waits_for_a_confirmation_is_not_in_the_log_yet(screen: Page, table_api: SmallTable) -> None:
    log = playing().log
    ended = (
        LogLine(3, happened("built", (("piece", "dome"), ("seat", "blue"), ("square", "e5")))),
        LogLine(4, happened("turn_began", (("seat", "orange"),))),
    )
    drawn(screen, table_api, replace(confirming(), log=(*log, *ended)))
    sheet = open_sheet(screen, "Log")
    expect(sheet).to_contain_text("Ann built a dome on e5.")
    expect(sheet).not_to_contain_text("Bo's turn began.")
    drawn(screen, table_api, replace(others(), log=(*log, *ended)))
    expect(sheet).to_contain_text("Bo's turn began.")
    expect(screen.locator(".last-line")).to_contain_text("Ann built a dome on e5.")


def test_the_own_god_is_told_in_few_words_and_leads_to_its_card(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, playing())
    own = screen.get_by_role("button", name="Artemis Move twice")
    expect(own).to_be_visible()
    own.click()
    expect(screen.get_by_role("dialog", name="Artemis")).to_be_visible()


def test_a_phone_of_several_players_tells_of_no_god_as_its_own(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, replace(playing(), seats_held=(Seat.BLUE, Seat.ORANGE)))
    expect(screen.locator(".strip")).to_contain_text("Artemis")
    expect(screen.locator(".own-power")).to_have_count(0)


def test_where_nothing_can_be_undone_it_is_not_offered(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, replace(confirming(), can_undo=False))
    expect(screen.get_by_text("Turn done. Confirm it.").first).to_be_visible()
    drawn(screen, table_api, confirming())
    expect(screen.get_by_text("Turn done. Confirm, or undo.").first).to_be_visible()


def test_a_turn_is_played_by_keyboard_alone(screen: Page, table_api: SmallTable) -> None:
    drawn(screen, table_api, playing((Move(B2, C3),), StepKind.MOVE))
    screen.locator("body").press("Tab")
    while not screen.evaluate("document.activeElement.matches('.square')"):
        screen.keyboard.press("Tab")
    screen.keyboard.press("Enter")
    assert table_api.command() == Act(Move(B2, C3))


# A table that is out of reach.


def test_a_table_that_is_gone_is_seen_at_once_and_is_live_again_without_loading(
    chrome: Browser, address: str, table_api: SmallTable
) -> None:
    screen = phone(chrome, [])  # the browser's console tells of the requests that fail
    screen.goto(address)
    expect(screen.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    drawn(screen, table_api, playing())
    undo = screen.get_by_role("button", name="Undo", exact=True)
    undo.focus()
    screen.clock.install()
    screen.route("**/stream", lambda route: route.abort())
    with screen.expect_event("requestfailed"):
        screen.evaluate("window.dispatchEvent(new Event('online'))")
    screen.clock.run_for(2500)
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()
    screen.clock.run_for(3000)
    expect(screen.get_by_role("heading", name="Reconnecting")).to_be_visible()
    assert screen.locator(".play").evaluate("(one) => one.inert")
    assert screen.locator(".thumb").evaluate("(one) => one.inert")
    assert violations(screen) + unreadable(screen) == []
    screen.unroute("**/stream")
    screen.clock.run_for(2000)
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()
    expect(undo).to_be_focused()
    undo.click()
    assert table_api.command() == UndoStep()
    screen.context.close()
