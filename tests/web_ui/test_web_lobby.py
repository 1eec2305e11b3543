"""Sitting down and beginning, with two, three and four players, on the page in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from common.message import Message
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.state import Outcome
from engine.views import SeenPlayer
from table.session.answers import Refused
from table.session.seating import ClaimSeat
from table.session.snapshot import ClaimView, Phase, Snapshot
from table.settings.names import NAME_LENGTH
from tests.web_ui.browser import Lend, open_sheet, press_button, press_in_more
from tests.web_ui.fake_table import SmallTable, lobby, playing
from tests.web_ui.layout import unreadable

FOUR = ((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo"), (Seat.WHITE, "Cleo"), (Seat.PURPLE, "Dan"))


def test_sit_down_under_a_name(screen: Page, table_api: SmallTable) -> None:
    screen.get_by_label("Your name").fill("Ann")
    press_button(screen, "Sit here")
    assert table_api.command() == ClaimSeat(Seat.BLUE, "Ann")
    assert table_api.heard({"token-of-blue"}), "the stream was not opened again with the new seat's token"


def test_who_hears_the_page_knows_which_seat_each_button_is_of(screen: Page) -> None:
    for place, colour in enumerate(("Blue", "Orange", "White", "Purple")):
        expect(screen.get_by_role("button", name="Sit here").nth(place)).to_have_accessible_description(colour)


@pytest.mark.parametrize(("language", "colour"), [("nl", "Oranje"), ("pl", "Pomarańczowy")])
def test_who_sits_down_without_a_name_is_called_by_the_colour_in_each_phones_language(
    screen: Page, table_api: SmallTable, address: str, language: str, colour: str
) -> None:
    press_button(screen, "Sit here")
    assert table_api.command() == ClaimSeat(Seat.BLUE, "")
    screen.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
    screen.goto(address)
    table_api.show(replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "")), seats_held=(Seat.BLUE,)))
    taken = screen.locator(".seat.orange")
    expect(taken.locator("strong")).to_have_text(colour)
    expect(taken.locator("small")).not_to_contain_text(colour)
    expect(taken.get_by_role("button")).to_have_count(0)
    table_api.show(replace(playing(), seats=lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "")).seats))
    expect(screen.locator(".strip")).to_contain_text(colour)


@pytest.mark.parametrize("malformed", [False, True], ids=["by the table", "before it"])
def test_a_refusal_is_in_the_language_of_the_phone_and_seen(
    lend: Lend, table_api: SmallTable, address: str, *, malformed: bool
) -> None:
    table_api.refusal = Refused(Message("table.name_unreadable"))
    said = "De tafel kan dit niet lezen." if malformed else "Een naam heeft hoogstens 24 tekens"
    with lend([], 360, 640) as phone:
        phone.context.add_cookies([{"name": "thera_language", "value": "nl", "url": address}])
        phone.goto(address)
        if malformed:
            wrong = {"error": "command.name: something in English"}
            phone.route("**/command", lambda route: route.fulfill(status=400, json=wrong))
        phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        phone.locator(".seat.purple").get_by_role("button").click()
        expect(phone.get_by_text(said)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_the_longest_name_stays_in_its_band_and_its_row(
    screen: Page, table_api: SmallTable, size: tuple[int, int]
) -> None:
    longest = "W" * NAME_LENGTH
    people = ((Seat.BLUE, "Ann"), (Seat.ORANGE, longest))
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    table_api.show(replace(lobby(*people), seats_held=(Seat.BLUE,)))
    expect(screen.locator(".seat.orange")).to_contain_text(longest)
    assert unreadable(screen) == []
    shown = playing()
    assert shown.prompt is not None
    theirs = replace(shown, seats=lobby(*people).seats, prompt=replace(shown.prompt, seat=Seat.ORANGE))
    table_api.show(theirs)
    title = screen.locator(".banner h2")
    expect(title).to_contain_text(re.compile(longest, re.IGNORECASE))
    assert title.evaluate(
        "(title) => title.getBoundingClientRect().bottom <= title.closest('.banner').getBoundingClientRect().bottom"
        " && title.scrollHeight <= title.clientHeight + 1"
    )
    assert unreadable(screen) == []


def test_who_asks_for_a_seat_without_a_name_is_somebody(screen: Page, table_api: SmallTable) -> None:
    claim = ClaimView(Seat.ORANGE, "", "KTRM", mine=False, answers=True)
    table_api.show(replace(lobby((Seat.BLUE, "Ann")), seats_held=(Seat.BLUE,), claims=(claim,)))
    expect(screen.get_by_text("Somebody asks to sit down at Orange.")).to_be_visible()


def test_who_sits_already_is_asked_whether_to_change_seats_or_to_play_two(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby((Seat.BLUE, "Ann")), host=True, seats_held=(Seat.BLUE,)))
    white = screen.locator(".seat.white")
    white.get_by_role("button", name="Sit here").click()
    question = screen.get_by_role("group", name="Change seats, or play two with this phone?")
    expect(question).to_be_in_viewport(ratio=1)
    white.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    answers = {
        "Move here": ClaimSeat(Seat.WHITE, "Ann", leaving=Seat.BLUE),
        "Play both": ClaimSeat(Seat.WHITE, ""),
    }
    for number, (answer, command) in enumerate(answers.items()):
        white.get_by_role("button", name="Sit here").click()
        press_button(screen, answer)
        assert table_api.command(number) == command
        table_api.show(table_api.current)
        press_button(screen, "Cancel")


def test_who_types_another_name_seats_somebody_else_without_being_asked(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby((Seat.BLUE, "Ann")), host=True, seats_held=(Seat.BLUE,)))
    screen.get_by_text("Another player on this phone").click()
    screen.get_by_label("Your name").fill("Bo")
    screen.locator(".seat.white").get_by_role("button", name="Sit here").click()
    assert table_api.command() == ClaimSeat(Seat.WHITE, "Bo")


def test_a_seat_that_somebody_asks_for_is_not_called_free(screen: Page, table_api: SmallTable) -> None:
    claims = (
        ClaimView(Seat.ORANGE, "Mia", "KTRM", mine=False, answers=True),
        ClaimView(Seat.WHITE, "", "ABCD", mine=False, answers=True),
    )
    table_api.show(replace(lobby((Seat.BLUE, "Ann")), host=True, seats_held=(Seat.BLUE,), claims=claims))
    expect(screen.locator(".seat.orange small")).to_have_text("Mia asks for it")
    expect(screen.locator(".seat.white small")).to_have_text("Somebody asks for it")
    expect(screen.locator(".seat.purple small")).to_have_text("Free")


def test_a_visitor_is_told_that_a_full_table_can_be_watched(screen: Page, table_api: SmallTable) -> None:
    table_api.show(lobby(*FOUR))
    expect(screen.get_by_text("The table is full. You can watch the game here.")).to_be_visible()
    expect(screen.get_by_role("button", name="Play together here")).to_have_count(0)


@pytest.mark.parametrize(
    ("players", "free", "sentences"),
    [
        (0, 4, ["Play alone, together here, or with a phone each.", "Two, three or four can play."]),
        (1, 3, ["Waiting for a second player to sit down.", "Two, three or four can play."]),
        (2, 2, ["All set for 2 players.", "Two, three or four can play."]),
        (3, 1, ["All set for 3 players.", "Three players, each alone.", "always play with gods"]),
        (4, 0, ["All set for 4 players.", "Two teams, Ann, Cleo against Bo, Dan", "always play with gods"]),
    ],
)
def test_the_lobby_says_for_how_many_the_game_would_be_and_who_plays_with_whom(
    screen: Page, table_api: SmallTable, players: int, free: int, sentences: list[str]
) -> None:
    seats = FOUR[:players]
    table_api.show(replace(lobby(*seats), host=players > 0, seats_held=tuple(seat for seat, _ in seats[:1])))
    expect(screen.get_by_role("button", name="Sit here")).to_have_count(free)
    for sentence in sentences:
        expect(screen.get_by_text(sentence)).to_be_visible()
    if players:
        start = "Begin" if players == 1 else f"Start: choose gods, {players} players"
        expect(screen.get_by_role("button", name=start)).to_be_enabled(enabled=players > 1)
        assert screen.get_by_role("button", name="Just play").is_enabled() == (players < 3)


def of_four(view: Snapshot) -> Snapshot:
    """The game on Cleo's phone: she plays with Ann."""
    assert view.game is not None
    powers = ("artemis", "atlas", "demeter", "pan")
    players = tuple(
        SeenPlayer(seat, place % 2, PowerName(power), (PowerName(power),))
        for place, ((seat, _), power) in enumerate(zip(FOUR, powers, strict=True))
    )
    game = replace(view.game, players=players)
    return replace(view, seats=lobby(*FOUR).seats, seats_held=(Seat.WHITE,), host=False, game=game)


def test_a_team_shares_its_workers_on_the_page(screen: Page, table_api: SmallTable) -> None:
    table_api.show(of_four(playing()))
    expect(screen.get_by_role("button", name="b2,")).to_have_accessible_name(re.compile("^b2, ground, your worker"))
    expect(screen.get_by_role("button", name="d2,")).to_have_accessible_name("d2, ground, worker of Bo")
    players = open_sheet(screen, "Players").get_by_role("region", name="Players")
    dan = players.get_by_role("listitem").filter(has=screen.get_by_text("Dan", exact=True))
    expect(dan.get_by_text("Plays with Bo; they share their workers.")).to_be_visible()
    screen.keyboard.press("Escape")
    expect(players).to_have_count(0)
    press_in_more(screen, "Give up")
    expect(screen.get_by_text("Give up? Cleo, Ann lose the game together.")).to_be_visible()


def test_two_win_together(screen: Page, table_api: SmallTable) -> None:
    shown = of_four(playing(()))
    assert shown.game is not None
    game = replace(shown.game, outcome=Outcome((Seat.ORANGE, Seat.PURPLE), Reason.of("win.moved_up", square=12)))
    table_api.show(replace(shown, phase=Phase.OVER, game=game, prompt=None))
    expect(screen.get_by_role("heading", name="Bo, Dan win")).to_be_visible()


def test_who_is_out_has_nothing_left_to_give_up(screen: Page, table_api: SmallTable) -> None:
    shown = playing()
    assert shown.game is not None
    out = replace(shown.game.players[0], eliminated=True)
    table_api.show(replace(shown, host=False, game=replace(shown.game, players=(out, *shown.game.players[1:]))))
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()
    expect(open_sheet(screen).get_by_role("button", name="Give up")).to_have_count(0)
