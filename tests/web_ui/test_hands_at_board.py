"""Whose the hands at the virtual board are: of those who sit, and while nobody does, of whoever opened it first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from werkzeug.test import Client, TestResponse

from table.session.answers import Caller
from table.session.seating import ClaimSeat
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import CAST, SmallHands, SmallTable, lobby, playing
from web_ui.callers import GRACE_SECONDS, OPENER_COOKIE, WAITING, BoardOpeners

PRESS = {"do": "press", "button": "done"}


class Browser:
    """Somebody's browser; its pages listen until they are closed."""

    def __init__(self, app: Flask) -> None:
        self.client = Client(app, TestResponse)
        self._pages: list[TestResponse] = []

    def opens_the_board(self) -> None:
        self.client.get("/board")
        page = self.client.get("/board/stream")
        next(iter(page.iter_encoded()))
        self._pages.append(page)

    def leaves(self) -> None:
        for page in self._pages:
            page.close()

    def presses(self) -> int:
        """The status of an answer to the hands."""
        return self.client.post("/board/hands", json=PRESS).status_code


@pytest.fixture
def browsers(app: Flask) -> Iterator[tuple[Browser, Browser]]:
    both = Browser(app), Browser(app)
    yield both
    for each in both:
        each.leaves()


def test_while_nobody_sits_the_first_who_opened_the_page_has_the_hands(
    browsers: tuple[Browser, Browser], hands: SmallHands
) -> None:
    first, second = browsers
    assert first.presses() == 403
    first.opens_the_board()
    second.opens_the_board()
    assert (second.presses(), first.presses()) == (403, 200)
    assert hands.did == [("press", "done")]


def test_who_has_a_seat_has_the_hands_and_nobody_else(
    browsers: tuple[Browser, Browser], table_api: SmallTable, hands: SmallHands
) -> None:
    first, second = browsers
    first.opens_the_board()
    table_api.show(replace(lobby(*CAST), seats_held=()))
    assert (first.presses(), second.presses(), hands.did) == (403, 403, [])
    table_api.show(playing())
    assert second.presses() == 200


def test_the_refusal_is_a_message_of_the_page(browsers: tuple[Browser, Browser]) -> None:
    answer = browsers[0].client.post("/board/hands", json=PRESS).get_json()
    assert answer["message"] == {"key": "bench.only_watches", "args": {}}
    assert answer["error"].startswith("You are only watching.")


def test_what_cannot_be_understood_is_reported_before_that(browsers: tuple[Browser, Browser]) -> None:
    assert browsers[0].client.post("/board/hands", json={"do": "throw"}).status_code == 400


def test_the_token_is_out_of_reach_for_scripts_and_is_given_once(app: Flask) -> None:
    client = app.test_client()
    given = client.get("/board").headers["Set-Cookie"]
    assert given.startswith(f"{OPENER_COOKIE}=")
    assert "HttpOnly" in given
    assert "SameSite=Lax" in given
    assert "Set-Cookie" not in client.get("/board").headers
    assert "Set-Cookie" not in app.test_client().get("/").headers


@pytest.mark.parametrize("token", ["", "x", "a" * 65, "a b c d e f g h i j k", "\u00fc" * 22])
def test_what_looks_like_no_token_opens_nothing(app: Flask, token: str) -> None:
    client = Client(app, TestResponse)
    with ExitStack() as pages:
        page = client.get("/board/stream", headers={"Cookie": f"{OPENER_COOKIE}={token}"})
        pages.callback(page.close)
        next(iter(page.iter_encoded()))
        assert (
            client.post("/board/hands", json=PRESS, headers={"Cookie": f"{OPENER_COOKIE}={token}"}).status_code == 403
        )


def test_who_comes_first_is_at_a_board_that_nobody_has_open_yet(
    browsers: tuple[Browser, Browser], table_api: SmallTable, hands: SmallHands
) -> None:
    """There is nothing that they could touch to show it. The pieces are not theirs until they sit."""
    first, second = browsers
    command = {"kind": "claim_seat", "seat": "blue", "name": "Ann"}
    claim = {"version": table_api.current.version, "command": command}
    first.client.post("/command", json=claim)
    assert (first.presses(), hands.did) == (403, [])
    second.opens_the_board()
    first.client.post("/command", json=claim)
    second.leaves()
    table_api.show(replace(lobby(*CAST), seats_held=()))
    first.client.post("/command", json={**claim, "version": table_api.current.version})
    assert [caller.hands for caller in table_api.callers] == [True, False, False]


def test_a_phone_that_has_the_hands_is_said_to_be_at_the_table(
    browsers: tuple[Browser, Browser], table_api: SmallTable
) -> None:
    first, second = browsers
    first.opens_the_board()
    second.opens_the_board()
    claim = {"version": table_api.current.version, "command": {"kind": "claim_seat", "seat": "blue", "name": "Ann"}}
    for browser in (second, first):
        browser.client.post("/command", json=claim)
    assert [caller.hands for caller in table_api.callers] == [False, True]
    assert {type(command) for _, command in table_api.asked} == {ClaimSeat}
    assert not Caller().hands


# Openers by themselves.


class Times:
    """Openers, and their time."""

    def __init__(self) -> None:
        self.now = 100.0
        self.openers = BoardOpeners(lambda: self.now)
        self.pages: list[ExitStack] = []

    def opens(self, token: str) -> ExitStack:
        """A page that listens until it is closed."""
        page = ExitStack()
        page.enter_context(self.openers.listening(token))
        self.pages.append(page)
        return page


def test_the_hands_pass_on_in_the_order_in_which_the_page_was_opened() -> None:
    times = Times()
    pages = [times.opens(name) for name in ("ann", "ben", "cleo")]
    assert times.openers.first == "ann"
    pages[1].close()
    pages[0].close()
    times.now += GRACE_SECONDS + 1
    assert times.openers.first == "cleo"


@pytest.mark.parametrize(("away", "first"), [(GRACE_SECONDS - 1, "ann"), (GRACE_SECONDS + 1, "ben")])
def test_who_loads_the_page_again_has_the_hands_for_a_while(away: float, first: str) -> None:
    times = Times()
    page, _ = times.opens("ann"), times.opens("ben")
    page.close()
    times.now += away
    times.opens("ann")
    assert times.openers.first == first


def test_one_of_two_pages_that_stays_open_is_enough() -> None:
    times = Times()
    page, _ = times.opens("ann"), times.opens("ann")
    times.opens("ben")
    page.close()
    times.now += 10 * GRACE_SECONDS
    assert times.openers.first == "ann"


def test_a_stranger_who_opens_the_page_again_and_again_takes_nobodys_place() -> None:
    times = Times()
    page = times.opens("ann")
    for number in range(3 * WAITING):
        times.opens(f"far{number}").close()
    page.close()
    times.opens("ann")
    assert times.openers.first == "ann"
    assert len(times.openers._openers) <= WAITING


# The page.


def test_a_page_that_only_watches_says_so_and_how_to_get_the_hands(
    lend: Lend, address: str, table_api: SmallTable, hands: SmallHands
) -> None:
    with lend([], 390, 740) as opened:
        table_api.show(replace(lobby(*CAST)))
        opened.goto(f"{address}/board")
        open_bench(opened)
        expect(opened.get_by_text("You are only watching. The players move the pieces")).to_be_visible()
        expect(opened.get_by_role("toolbar")).to_have_count(0)
        opened.locator('[data-piece="blue-1"]').press("Enter")
        opened.locator('[data-place="c3"]').click()
        table_api.show(replace(lobby(*CAST), seats_held=(CAST[0][0],)))
        expect(opened.get_by_role("toolbar")).to_be_visible()
        expect(opened.get_by_text("You are only watching.")).to_have_count(0)
        assert hands.did == []
        opened.locator('[data-piece="blue-1"]').press("Enter")
        assert hands.done("lift", "blue-1")


def test_the_next_one_gets_the_hands_when_the_first_has_gone(app: Flask, screen: Page, address: str) -> None:
    """While nobody sits."""
    first = Browser(app)
    first.opens_the_board()
    screen.goto(f"{address}/board")
    open_bench(screen)
    expect(screen.get_by_text("You are only watching.")).to_be_visible()
    first.leaves()
    expect(screen.get_by_role("toolbar")).to_be_visible(timeout=1000 * (GRACE_SECONDS + 10))
