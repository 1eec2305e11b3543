"""Claims for seats and the settings on the page, in a real browser at a phone of 320 px."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from engine.seats import Seat
from engine.squares import square
from hardware.board import Button
from table.session.board_choice import BoardKind
from table.session.command import Command
from table.session.lobby import AbandonGame
from table.session.seating import AnswerClaim, ClaimSeat, HandHost, LeaveSeat, WithdrawClaim
from table.session.snapshot import (
    BoardsView,
    ClaimEnd,
    ClaimView,
    Corner,
    OfferKind,
    Snapshot,
    TurnBoard,
    TurnedAwayView,
)
from table.session.table_setup import ChooseSettings, ResumeGame, ShowColours, WatchCorner
from table.session.turns import TakeOffer
from table.settings.options import TableSettings
from tests.web_ui.browser import Lend, go_to, press_button
from tests.web_ui.fake_table import CAST, SmallTable, lobby, playing
from web_ui.callers import SEAT_COOKIE

WOOD = BoardsView(BoardKind.REAL, offered=None, moved=False, troubles=())
HOSTED = replace(lobby(*CAST), seats_held=(Seat.BLUE,), host=True, leader=Seat.BLUE, boards=WOOD)
ENDS = (
    (ClaimEnd.REFUSED, "A player refused this time. You can ask again."),
    (ClaimEnd.LATE, "Your minute is over. You can ask again."),
    (ClaimEnd.QUICKER, "Somebody else was quicker and has that seat now."),
    (ClaimEnd.FREED, "That seat is free now. You can sit down there."),
    (ClaimEnd.BEGUN, "The game has begun. You can watch, and play in the next one."),
    (ClaimEnd.CROWDED, "Too many asked from the same address as this phone."),
)
CLEO = ClaimView(Seat.WHITE, "Cleo", "KTRM", mine=False, answers=True)
SIGN = tuple(map(square, ("e5", "a1", "a5")))
PRESSES = (Button.UNDO, Button.DONE, Button.DONE, Button.UNDO, Button.UNDO, Button.DONE)
MINE = replace(CLEO, mine=True, answers=False, corners=SIGN, presses=PRESSES, asked=(Seat.BLUE,))


@contextmanager
def arrived(lend: Lend, address: str, complaints: list[str]) -> Iterator[Page]:
    """A phone of 320 pixels that shows the table."""
    with lend(complaints, 320, 640) as opened:
        opened.goto(address)
        expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
        yield opened


@pytest.fixture
def small(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with arrived(lend, address, complaints) as opened:
        yield opened
        assert opened.evaluate("document.documentElement.scrollWidth") <= 320
    assert complaints == []


@pytest.fixture
def overtaken(lend: Lend, address: str) -> Iterator[Page]:
    """As `small`, when the table goes on before it hears of what the page asks: the browser's console tells of that."""
    complaints: list[str] = []
    with arrived(lend, address, complaints) as opened:
        yield opened
    assert all("409 (CONFLICT)" in complaint for complaint in complaints)


def test_who_asks_is_told_how_to_show_that_they_are_there(small: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), leader=Seat.BLUE, claims=(MINE,), boards=WOOD))
    shown = small.get_by_role("region", name="Take your seat")
    expect(shown.get_by_text("in order, with any worker: e5, a1, a5.")).to_be_visible()
    for place, number in (("ne", "1"), ("sw", "2"), ("nw", "3"), ("se", "")):
        expect(shown.locator(f".little-board .{place}")).to_have_text(number)
    expect(shown.get_by_text("KTRM")).to_be_visible()
    shown.get_by_text("Or with the buttons at the rim").click()
    expect(shown.locator(".presses li")).to_have_text(["Undo", "Done", "Done", "Undo", "Undo", "Done"])
    press_button(small, "Cancel")
    assert table_api.command() == WithdrawClaim(Seat.WHITE)


def test_where_the_board_is_on_a_screen_somebodys_yes_comes_first(small: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), leader=Seat.BLUE, claims=(MINE,), boards=None))
    shown = small.get_by_role("region", name="Take your seat")
    expect(shown.get_by_text("Ask one of these players to accept you on their phone: ")).to_be_visible()
    expect(shown.get_by_text("KTRM")).to_be_visible()
    expect(shown.get_by_text("in order, with any worker")).to_be_hidden()
    shown.get_by_text("Or touch corners of the board on the screen").click()
    told = shown.get_by_text("in order, with any worker: e5, a1, a5.")
    expect(told).to_be_visible()
    words, corners = told.bounding_box(), shown.locator(".little-board").bounding_box()
    assert words is not None
    assert corners is not None
    assert words["x"] + words["width"] <= corners["x"] or words["y"] + words["height"] <= corners["y"]
    table_api.show(replace(lobby(), claims=(replace(MINE, asked=()),), boards=None))
    expect(shown.get_by_text("The board is open on another screen.")).to_be_visible()


def test_where_all_phones_with_seats_are_lost_the_page_says_how_to_free_them(
    small: Page, table_api: SmallTable
) -> None:
    """At a virtual board nobody but those who have seats may do the sign."""
    lost = replace(MINE, asked=())
    for state in (replace(lobby(*CAST), claims=(lost,)), replace(playing(), seats_held=(), claims=(lost,))):
        table_api.show(replace(state, boards=None))
        shown = small.get_by_role("region", name="Take your seat")
        expect(shown.get_by_text("Type thera seats free on the table")).to_be_visible()
        expect(shown.get_by_text("in order, with any worker")).to_have_count(0)


def test_a_stranger_who_asks_again_and_again_does_not_bury_the_table(small: Page, table_api: SmallTable) -> None:
    strangers = tuple(replace(CLEO, name=f"X{number}", code=f"KTR{number}") for number in range(9))
    table_api.show(replace(HOSTED, claims=(CLEO, *strangers)))
    expect(small.get_by_text("Cleo asks to sit down at White.")).to_be_visible()
    expect(small.get_by_role("button", name="Let in")).to_have_count(2)
    expect(small.get_by_role("button", name="Sit here").first).to_be_visible()
    small.get_by_text("Others asking for a seat: 8").click()
    expect(small.get_by_role("button", name="Let in")).to_have_count(10)
    small.get_by_role("button", name="Let in").last.click()
    assert table_api.command() == AnswerClaim("KTR8", accept=True)


def test_one_tap_lets_in_all_who_ask_if_there_is_a_seat_for_each(small: Page, table_api: SmallTable) -> None:
    dan = replace(CLEO, name="Dan", code="ABCD")
    table_api.show(replace(HOSTED, claims=(CLEO, dan)))
    small.get_by_role("button", name="Let in Cleo, Dan").click()
    assert table_api.command() == AnswerClaim("KTRM", accept=True)
    assert table_api.command(1) == AnswerClaim("ABCD", accept=True)
    table_api.show(replace(HOSTED, claims=(CLEO, dan, replace(CLEO, name="Eve", code="EFGH"))))
    expect(small.get_by_text("Others asking for a seat: 1")).to_be_visible()
    expect(small.get_by_role("button", name="Let in Cleo")).to_have_count(0)


def test_a_finger_on_its_way_lets_nobody_else_in(small: Page, table_api: SmallTable) -> None:
    """A stranger takes the claim above away just as the one below is to be answered."""
    strangers = tuple(replace(CLEO, name=f"X{number}", code=f"KTR{number}") for number in range(2))
    table_api.show(replace(HOSTED, claims=(strangers[0], CLEO)))
    second = small.get_by_role("button", name="Let in").nth(1)
    expect(second).to_be_enabled()
    where = second.bounding_box()
    assert where is not None
    table_api.show(replace(HOSTED, claims=(CLEO, strangers[1])))
    expect(small.get_by_text("X1 asks to sit down at White.")).to_be_visible()
    expect(second).to_be_disabled()
    small.mouse.click(where["x"] + 10, where["y"] + 10)
    expect(second).to_be_enabled()
    assert table_api.asked == []
    second.click()
    assert table_api.command() == AnswerClaim("KTR1", accept=True)


def test_a_claim_that_came_to_nothing_is_reported(small: Page, table_api: SmallTable) -> None:
    for why, told in ENDS:
        table_api.show(replace(lobby(*CAST), claims=(MINE,)))
        expect(small.get_by_role("region", name="Take your seat")).to_be_visible()
        table_api.show(replace(lobby(*CAST), turned_away=TurnedAwayView(Seat.WHITE, why)))
        expect(small.get_by_text(told)).to_be_visible()
    press_button(small, "OK")
    assert table_api.command() == WithdrawClaim(Seat.WHITE)


def test_a_seat_that_somebody_else_has_just_taken_is_reported(small: Page, table_api: SmallTable) -> None:
    table_api.show(lobby())
    expect(small.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))
    table_api.answering.clear()
    small.get_by_role("button", name="Sit here").first.click()
    table_api.command()
    table_api.show(lobby(*CAST))
    expect(small.get_by_text("Ann", exact=True)).to_be_visible()
    table_api.answering.set()
    expect(small.get_by_text("Somebody else was quicker and has that seat now.")).to_be_visible()


@pytest.mark.parametrize(("button", "accept"), [("Let in", True), ("Refuse", False)])
def test_those_who_sit_say_yes_or_no(small: Page, table_api: SmallTable, button: str, *, accept: bool) -> None:
    table_api.show(replace(HOSTED, claims=(CLEO,)))
    expect(small.get_by_text("Cleo asks to sit down at White.")).to_be_visible()
    expect(small.get_by_text("KTRM")).to_be_visible()
    press_button(small, button)
    assert table_api.command() == AnswerClaim("KTRM", accept=accept)


def test_a_player_comes_back_with_another_phone(small: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), seats_held=(), host=False, leader=Seat.BLUE))
    small.get_by_text("Lost your phone, or battery dead?").click()
    small.get_by_role("button", name="Bo", exact=True).click()
    assert table_api.command() == ClaimSeat(Seat.ORANGE, "Bo")
    mine = ClaimView(Seat.ORANGE, "Bo", "HJRW", mine=True, answers=False, asked=(Seat.BLUE,))
    back = replace(playing(), seats_held=(), host=False, leader=Seat.BLUE, claims=(mine,), boards=WOOD)
    table_api.show(back)
    expect(
        small.get_by_text("Ask one of these players to accept you on their phone: Ann. Your code: HJRW")
    ).to_be_visible()
    table_api.show(replace(back, claims=(replace(mine, asked=()),)))
    expect(small.get_by_text("Nobody can accept your request right now.")).to_be_visible()
    expect(small.get_by_text("Your code")).to_have_count(0)
    table_api.show(replace(back, found=True, claims=(replace(mine, presses=PRESSES, asked=()),)))
    sign = small.get_by_role("region", name="Take your seat").locator(".presses li")
    expect(sign).to_have_text(["Undo", "Done", "Done", "Undo", "Undo", "Done"])


def test_the_player_hears_that_their_seat_is_asked_for(small: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), claims=(replace(CLEO, seat=Seat.BLUE, name="Ann"),)))
    expect(small.get_by_text("Ann asks for your seat with another phone.")).to_be_visible()
    gone = small.get_by_text("Your seat is on another phone now.")
    table_api.show(replace(playing(), seats_held=(), host=False))
    expect(gone).to_be_visible()
    # The game goes on, and the phone may be found much later.
    table_api.show(replace(playing(), seats_held=(), host=False, can_undo=False))
    expect(small.get_by_role("button", name="Undo")).to_have_count(0)
    expect(gone).to_be_visible()
    table_api.show(playing())
    expect(gone).to_have_count(0)


def test_the_host_hands_on_the_lead_and_frees_seats(small: Page, table_api: SmallTable) -> None:
    table_api.show(HOSTED)
    expect(small.get_by_text("You · Host")).to_be_visible()
    small.get_by_label("More about Bo").click()
    press_button(small, "Let Bo be the host")
    assert table_api.command() == HandHost(Seat.ORANGE)
    press_button(small, "Free the seat")
    assert table_api.command(1) == LeaveSeat(Seat.ORANGE)


def test_a_found_game_goes_on_or_is_given_up(small: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), found=True, leader=Seat.BLUE))
    expect(small.get_by_role("heading", name="A game was found")).to_be_visible()
    press_button(small, "Go on")
    assert table_api.command() == ResumeGame()
    press_button(small, "Give it up")
    expect(small.get_by_text("End this game for everyone? Nobody wins then.")).to_be_visible()
    press_button(small, "End the game")
    assert table_api.command(1) == AbandonGame()


@pytest.mark.parametrize(("held", "host"), [((), False), ((Seat.ORANGE,), False)])
def test_only_the_host_gives_up_a_found_game(
    small: Page, table_api: SmallTable, held: tuple[Seat, ...], *, host: bool
) -> None:
    table_api.show(replace(playing(), found=True, seats_held=held, host=host, leader=Seat.BLUE))
    expect(small.get_by_role("heading", name="A game was found")).to_be_visible()
    expect(small.get_by_role("button", name="Give it up")).to_have_count(0)
    expect(small.get_by_role("button", name="Go on")).to_have_count(len(held))


# The settings.


def shown(table_api: SmallTable, page: Page, snapshot: Snapshot, view: str = "settings") -> None:
    table_api.show(snapshot)
    page.goto(f"{page.url.split('#', maxsplit=1)[0]}#{view}")


def test_the_host_changes_the_settings(small: Page, table_api: SmallTable) -> None:
    table_api.show(replace(HOSTED, settings=TableSettings("Oia", greeted=True)))
    go_to(small, "Settings")
    small.get_by_label("Brightness of the board").fill("45")
    assert table_api.command() == ChooseSettings(TableSettings("Oia", brightness=45, greeted=True))
    press_button(small, "Night")
    assert table_api.command(1) == ChooseSettings(TableSettings("Oia", brightness=20, greeted=True))
    expect(small.get_by_label("Brightness of the board")).to_have_value("20")
    small.get_by_label("Name of the table").fill("Fira")
    small.get_by_label("Name of the table").blur()
    assert table_api.command(2) == ChooseSettings(TableSettings("Fira", greeted=True))


def test_on_a_slow_network_no_quick_change_is_lost(small: Page, table_api: SmallTable) -> None:
    table_api.show(replace(HOSTED, settings=TableSettings("Oia", greeted=True)))
    go_to(small, "Settings")
    table_api.answering.clear()
    small.get_by_label("Brightness of the board").fill("45")
    assert table_api.command() == ChooseSettings(TableSettings("Oia", brightness=45, greeted=True))
    small.get_by_label("Name of the table").fill("Fira")
    small.get_by_label("Name of the table").blur()
    table_api.show(replace(HOSTED, settings=TableSettings("Oia", brightness=45, greeted=True)))
    table_api.answering.set()
    assert table_api.command(1) == ChooseSettings(TableSettings("Fira", brightness=45, greeted=True))


def test_a_change_that_meets_a_table_that_has_gone_on_is_made_of_what_is_there_now(
    overtaken: Page, table_api: SmallTable
) -> None:
    table_api.show(replace(HOSTED, settings=TableSettings("Oia", greeted=True)))
    go_to(overtaken, "Settings")
    table_api.go_on_unheard(replace(HOSTED, settings=TableSettings("Fira", greeted=True)))
    overtaken.get_by_label("Brightness of the board").fill("45")
    assert table_api.command() == ChooseSettings(TableSettings("Fira", brightness=45, greeted=True))


def test_others_read_them(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, replace(lobby(*CAST), leader=Seat.BLUE, settings=TableSettings("Oia", brightness=30)))
    expect(small.get_by_text("Only the host changes these.")).to_be_visible()
    expect(small.get_by_text("Its lights are at 30 %.")).to_be_visible()
    expect(small.get_by_text("Ann is the host.")).to_be_visible()
    expect(small.get_by_label("Brightness of the board")).to_have_count(0)


def test_a_phone_chooses_its_language(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, lobby(*CAST))
    with small.expect_navigation():
        small.get_by_label("Language").select_option("en")
    expect(small.get_by_role("heading", name="This phone")).to_be_visible()
    assert [cookie["value"] for cookie in small.context.cookies() if cookie["name"] == "thera_language"] == ["en"]


def test_the_corner_is_looked_for(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, HOSTED, "settings/first/corner")
    press_button(small, "Look for the corner")
    assert table_api.command() == WatchCorner(watching=True)
    table_api.show(replace(HOSTED, corner=Corner(square("a1"))))
    expect(small.get_by_text("That corner is already a1.")).to_be_visible()
    table_api.show(replace(HOSTED, corner=Corner(square("e5")), offers=(TurnBoard(2),)))
    press_button(small, "Call it a1")
    assert table_api.command(1) == TakeOffer(OfferKind.TURN)
    table_api.show(HOSTED)
    expect(small.get_by_text("Done: that corner is a1 from now on.")).to_be_visible()


def test_nobody_looks_for_the_corner_once_that_page_is_left(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, replace(HOSTED, corner=Corner()), "settings/first/corner")
    expect(small.get_by_text("Touch the one that is to be a1 with a worker.")).to_be_visible()
    go_to(small, "The table")
    assert table_api.command() == WatchCorner(watching=False)


def test_the_board_shows_the_four_colours_as_long_as_they_are_asked_about(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, HOSTED, "settings/first/colours")
    assert table_api.command() == ShowColours(showing=True)
    table_api.show(replace(HOSTED, colours=True))
    expect(small.get_by_text("The corners of the board rise and fall now in the colours of the seats")).to_be_visible()
    press_button(small, "Not all")
    expect(small.get_by_text("You can still play")).to_be_visible()
    small.get_by_role("link", name="Next").click()
    expect(small.get_by_role("heading", name="A name for the table")).to_be_visible()
    assert table_api.command(1) == ShowColours(showing=False)


@pytest.mark.parametrize(
    ("step", "corner", "asked"),
    [("corner", Corner(), WatchCorner(watching=False)), ("sensors", None, ShowColours(showing=True))],
)
def test_what_the_page_needs_is_asked_for_again_if_the_table_has_gone_on(
    overtaken: Page, table_api: SmallTable, step: str, corner: Corner | None, asked: Command
) -> None:
    shown(table_api, overtaken, replace(HOSTED, corner=corner), f"settings/first/{step}")
    expect(overtaken.get_by_role("link", name="Next")).to_be_visible()
    expect(overtaken.get_by_text("Touch the one that is to be a1")).to_have_count(0 if corner is None else 1)
    table_api.go_on_unheard(replace(HOSTED, corner=corner))
    overtaken.get_by_role("link", name="Next").click()
    assert table_api.command() == asked


def test_who_becomes_the_host_on_that_page_sees_the_colours(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, lobby(*CAST), "settings/first/colours")
    expect(small.get_by_text("The host sets up the table.")).to_be_visible()
    table_api.show(HOSTED)
    assert table_api.command() == ShowColours(showing=True)


def test_a_phone_that_slept_has_the_colours_shown_again(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, replace(HOSTED, colours=True), "settings/first/colours")
    expect(small.get_by_text("rise and fall now")).to_be_visible()
    table_api.show(HOSTED)
    assert table_api.command() == ShowColours(showing=True)


def test_a_board_on_a_screen_is_set_up_without_sensors_and_lights(small: Page, table_api: SmallTable) -> None:
    on_screen = replace(HOSTED, boards=None, settings=TableSettings(greeted=False))
    table_api.show(on_screen)
    expect(small.get_by_text("Two short steps: language and a name.")).to_be_visible()
    shown(table_api, small, on_screen, "settings/first")
    expect(small.get_by_text("Step 1 of 2")).to_be_visible()
    small.get_by_role("link", name="Next").click()
    expect(small.get_by_role("heading", name="A name for the table")).to_be_visible()


def test_who_does_not_lead_sets_up_nothing(small: Page, table_api: SmallTable) -> None:
    shown(table_api, small, lobby(), "settings/first")
    expect(small.get_by_text("Sit down first: the first player is the host.")).to_be_visible()
    expect(small.get_by_role("link", name="Next")).to_have_count(0)


def test_a_new_phone_speaks_the_tables_language(app: Flask, table_api: SmallTable) -> None:
    """There is only what was translated; a language that is not offered is English."""
    table_api.show(replace(lobby(), settings=TableSettings(language="xx")))
    page = app.test_client().get("/", headers={"Accept-Language": "xx"}).get_data(as_text=True)
    assert '<html lang="en">' in page


def test_a_browser_stores_its_seat_anew_when_the_page_is_opened_on_another_day(
    small: Page, address: str, table_api: SmallTable
) -> None:
    """The stream says so, which a page has open anyway."""
    table_api.show(playing())
    small.context.add_cookies([{"name": SEAT_COOKIE, "value": "19000.token-of-blue", "url": address}])
    with small.expect_response("**/stream"):
        small.reload()
    expect(small.locator("#app > *").first).to_be_visible()
    [seat] = [cookie for cookie in small.context.cookies() if cookie["name"] == SEAT_COOKIE]
    day, _, token = seat["value"].partition(".")
    assert (int(day) > 19000, token) == (True, "token-of-blue")
    assert seat["expires"] > 0
