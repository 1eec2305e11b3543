"""How the host sets up a table over HTTP, and who goes on when the phone of the host is gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hardware.hand_actions import Lift, Put, Stack
from tests.journeys.players import Phone
from tests.web_ui.browser import phone
from tests.web_ui.http_table import Body, Family, HttpPhone, family
from tests.web_ui.shared_server import OneServer
from web_ui.callers import SEAT_COOKIE

C3 = 12
CHOICES: dict[str, Body] = {
    "by lot": {"mode": "quick"},
    "dealt": {"mode": "dealt"},
    "vote": {"mode": "vote"},
    "without heroes": {"sets": ["simple", "advanced", "golden_fleece"]},
    "clock": {"clock": {"minutes": 15, "increment": 0}},
}


@pytest.fixture
def home(tmp_path: Path, server: OneServer) -> Iterator[Family]:
    with family(tmp_path, server) as opened:
        yield opened


@pytest.mark.parametrize("chosen", CHOICES.values(), ids=CHOICES)
@pytest.mark.parametrize("players", [3, 4])
def test_a_family_changes_any_option_of_a_fresh_table_and_begins(home: Family, players: int, chosen: Body) -> None:
    ann = home.sit_down(players)[0]
    shown = ann.state()
    assert shown["powers_needed"]
    assert not shown["options"]["powers"]
    after = ann.does("choose_options", options={**shown["options"], **chosen})
    assert after["options"] == {**shown["options"], **chosen}
    assert after["obstacle"] is None
    assert ann.does("begin_game")["phase"] == "draft"


# When the host's phone is gone.


def until(told: Iterator[Body], is_so: Callable[[Body], bool]) -> Body:
    """The first snapshot that an open page is told that is so."""
    return next(state for state in told if is_so(state))


def connected(state: Body) -> set[str]:
    return {seat["seat"] for seat in state["seats"] if seat["connected"]}


def test_whoever_sits_goes_on_as_host_half_a_minute_after_the_hosts_phone_is_gone(home: Family) -> None:
    ann, ben = home.sit_down(2)
    stranger = HttpPhone(home.address)
    with ben.page() as told:
        with ann.page():
            until(told, lambda state: connected(state) == {"blue", "orange"})
            home.let_pass(100)
            assert ben.post({"kind": "hand_host", "seat": "orange"})[0] == 403, "she is there"
        until(told, lambda state: connected(state) == {"orange"})
        home.let_pass(29)
        assert ben.post({"kind": "hand_host", "seat": "orange"})[0] == 403, "she may come back"
        home.let_pass(2)
        assert until(told, lambda state: state["host_gone"])["leader"] == "blue"
        assert stranger.post({"kind": "hand_host", "seat": "orange"})[0] == 403
        assert ben.post({"kind": "hand_host", "seat": "blue"})[0] == 403, "another's seat is not his to name"
        led = ben.does("hand_host", seat="orange")
        assert (led["host"], led["leader"], led["host_gone"]) == (True, "orange", False)
        assert ben.does("begin_game")["phase"] == "placing"


def test_a_host_who_comes_back_in_time_is_the_host(home: Family) -> None:
    ann, ben = home.sit_down(2)
    with ben.page() as told:
        until(told, lambda state: connected(state) == {"orange"})
        home.let_pass(31)
        until(told, lambda state: state["host_gone"])
        with ann.page():
            until(told, lambda state: not state["host_gone"])
            assert ben.post({"kind": "hand_host", "seat": "orange"})[0] == 403


# Wood.


def left_over(home: Family) -> None:
    """A worker on a block, as after a game."""
    home.wood.act(Stack(C3, dome=False))
    home.wood.act(Lift("blue-1"))
    home.wood.act(Put("blue-1", C3))


def pieces_on(home: Family) -> int:
    seen = home.wood.look()
    return sum(seen.levels) + sum(piece.square is not None for piece in seen.pieces)


def test_each_game_begins_on_an_empty_virtual_board_and_nothing_else_clears_it(home: Family) -> None:
    ann, ben = home.sit_down(2)
    for begin in ({"kind": "begin_game"}, *({"kind": "rematch", "again": again} for again in ("same", "swapped"))):
        left_over(home)
        for player in (ann, ben) if begin["kind"] == "rematch" else (ann,):
            player.does(**begin)
        assert pieces_on(home) == 0
        left_over(home)
        mover = ben if ann.state()["prompt"]["seat"] == "orange" else ann
        for command in ({"kind": "act", "action": {"kind": "place", "square": "b2"}}, {"kind": "undo_step"}):
            mover.does(**command)
        ben.does("act", action={"kind": "resign", "seat": "orange"})
        assert pieces_on(home) == 2
        home.wood.clear()
    left_over(home)
    ann.does("rematch", again="lobby")
    assert ann.does("choose_options", options={"powers": True, "mode": "quick"})["phase"] == "lobby"
    assert ann.does("begin_game")["phase"] == "draft"
    assert pieces_on(home) == 2
    ann.does("draw_lots")
    assert pieces_on(home) == 0


# The same in browsers.


@contextmanager
def at_the_table(chrome: Browser, home: Family, name: str) -> Iterator[Phone]:
    """Somebody sits down with a phone of their own, and closes it in the end."""
    complaints: list[str] = []
    page = phone(chrome, complaints, 390, 844)
    page.context.add_cookies([{"name": SEAT_COOKIE, "value": home.seat_token(name), "url": home.address}])
    page.goto(home.address)
    who = Phone.of(page, name)
    expect(who.app.get_by_role("button", name="Stand up")).to_be_visible()
    yield who
    page.context.close()
    assert complaints == []


def test_in_browsers_a_family_goes_on_without_the_hosts_phone(chrome: Browser, home: Family) -> None:
    """In the lobby, and in a draft in which all choose at once."""
    with ExitStack() as left:
        ann = left.enter_context(at_the_table(chrome, home, "Ann"))
        ben = left.enter_context(at_the_table(chrome, home, "Ben"))
        with at_the_table(chrome, home, "Cleo") as cleo:
            ann.presses_in_more("As in 2007")
            cleo.sees("As in 2007: all choose at once")
            ann.page.goto("about:blank")
            ben.sees("If it stays away for half a minute, you can go on as host.")
            ben.picture("3-1-host-away")
            home.let_pass(31)
            ben.sees("Ann's phone has been away for a while.")
            ben.picture("3-1-host-gone")
            cleo.press("Go on as host")
            expect(ben.app.get_by_text("Ann's phone")).to_have_count(0)
            cleo.begins()
            ben.sees("The choices are shown when all have chosen.")
        ben.sees("Cleo's phone is away.")
        home.let_pass(31)
        ben.press("Go on as host")
        ben.app.get_by_role("button", name=re.compile("^Choose ")).first.click()
        ben.press("Take this god")
        ben.sees("Still choosing:")
        ben.press("Let the lot choose")
        ben.picture("3-3-lots")
        ben.press("Draw lots")
        ben.sees("Ann says who goes first.")
        ben.press("Let the lot choose")
        ben.press("Draw lots")
        expect(ben.page.get_by_role("table", name="Board", exact=True)).to_be_visible()
