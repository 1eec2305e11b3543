"""Seats of the table and its turn, the choice of a board, hints, warnings and a review can be read on the smallest
phone, also with text of twice the size, in each language and in both colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from common.atomic_files import write_whole
from engine import Seat
from hardware.virtual.virtual_device import VirtualDevice
from opponent.levels import LevelName
from table.session.board_choice import BoardKind
from table.session.saved_state import EndedGame
from table.session.snapshot import BoardsView, Snapshot, TableTurnView
from table.storage.game_archive import GameArchive
from table.storage.game_review import VERSION, StoredReview, StoredTurn, mark_of
from tests.engine.cases import game_at
from tests.table.storage.finished_games import NAME, NOW
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend
from tests.web_ui.fake_hints import FakeHints
from tests.web_ui.fake_reviewer import FakeReviewer
from tests.web_ui.fake_table import CAST, SmallTable, lobby, playing
from tests.web_ui.layout import in_each_language, unreadable
from tests.web_ui.test_games_page import CLEO_AND_DAN, short_game
from tests.web_ui.test_web_hints import LOSES, POSITION, own_turn, to_confirm
from web_ui.app import create_app
from web_ui.languages import catalogue

TEXT_SIZES = (16, 32)


def seats_of_the_table() -> Snapshot:
    """The host lets the table play for two seats."""
    shown = lobby(*CAST, (Seat.WHITE, ""))
    seats = tuple(
        replace(seat, level=LevelName.CASUAL) if seat.seat in (Seat.ORANGE, Seat.WHITE) else seat
        for seat in shown.seats
    )
    return replace(shown, seats=seats, seats_held=(Seat.BLUE,), host=True, leader=Seat.BLUE, levels=tuple(LevelName))


def turn_of_the_table(*, thinks: bool) -> Snapshot:
    shown = playing()
    assert shown.game is not None
    assert shown.prompt is not None
    return replace(
        shown,
        seats=tuple(replace(seat, level=LevelName.CASUAL) if seat.seat is Seat.BLUE else seat for seat in shown.seats),
        seats_held=(Seat.ORANGE,),
        table_turn=TableTurnView(Seat.BLUE, thinks, () if thinks else shown.game.options[:2], by_hand=not thinks),
    )


def at_board(kind: BoardKind, offered_board: BoardKind | None, *, moved: bool = False) -> Snapshot:
    return replace(playing(), boards=BoardsView(kind, offered_board, moved, ()), found=moved)


PLACES: tuple[tuple[str, Snapshot, str, str], ...] = (
    ("lobby", seats_of_the_table(), "tableseats", "plays.offer"),
    ("thinks", turn_of_the_table(thinks=True), "tableseats", "plays.now"),
    ("turn", turn_of_the_table(thinks=False), "tableseats", "plays.done"),
    ("board", at_board(BoardKind.VIRTUAL, BoardKind.REAL), "boards", "boards.real.go"),
    ("moved", at_board(BoardKind.REAL, BoardKind.VIRTUAL, moved=True), "boards", "boards.virtual.go"),
)


@pytest.fixture
def hints() -> FakeHints:
    return FakeHints()


@pytest.fixture
def app(table_api: SmallTable, hints: FakeHints, tmp_path: Path) -> Flask:
    games = GameArchive(tmp_path / "games", write_whole, lambda: NOW)
    games.save(EndedGame(NAME, short_game(), CLEO_AND_DAN), just_now=True)
    reviewer = FakeReviewer(games)
    first = StoredTurn(4, 1, Seat.BLUE, (600, 400), 210, "b2-b3 b3+c3")
    reviewer.found[NAME] = StoredReview(VERSION, mark_of(games.game(NAME)), (first,))
    return create_app(table_api, VirtualDevice(patience=0), games=games, reviews=reviewer, hints=hints)


@pytest.fixture
def opened(lend: Lend, address: str) -> Iterator[Callable[[str, str], Page]]:
    complaints: list[str] = []

    def at(path: str, language: str) -> Page:
        page = pages.enter_context(lend(complaints, 320, 640))
        page.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
        page.goto(address + path)
        return page

    with ExitStack() as pages:
        yield at
    assert complaints == []


def faults(page: Page, language: str, name: str) -> list[str]:
    """What cannot be read of a place, in both sizes of text, and in English what axe-core has against it."""
    found = []
    for size in TEXT_SIZES:
        page.evaluate(
            "size => { document.documentElement.style.fontSize = `${size}px`; dispatchEvent(new Event('resize')); }",
            size,
        )
        found += [f"{name}, text of {size} px: {fault}" for fault in unreadable(page)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found + ([f"{name}: {fault}" for fault in violations(page)] if language == "en" else [])


@in_each_language
def test_seats_of_the_table_and_its_boards(
    opened: Callable[[str, str], Page], table_api: SmallTable, language: str
) -> None:
    page = opened("/", language)
    found = []
    for name, shown, part, key in PLACES:
        table_api.show(shown)
        text = catalogue(language, part)[key]
        expect(page.get_by_text(text).locator("visible=true").first).to_be_visible()
        found += faults(page, language, name)
    assert found == []


@in_each_language
def test_hints_and_warnings(
    opened: Callable[[str, str], Page], table_api: SmallTable, hints: FakeHints, language: str
) -> None:
    words = catalogue(language, "hints")
    table_api.show(own_turn())
    page = opened("/#hint", language)
    page.get_by_role("button", name=words["hint.best"]).click()
    expect(page.locator(".card.hint")).to_be_visible()
    found = faults(page, language, "hint")
    page.evaluate("localStorage.setItem('thera-guard', 'on')")
    hints.against = LOSES
    table_api.show(to_confirm(game_at(POSITION, "b2-b3 b3+b2")))
    page.goto(page.url.partition("#")[0])
    page.reload()
    page.locator(".thumb .primary").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert found + faults(page, language, "warning") == []


@in_each_language
def test_a_review(opened: Callable[[str, str], Page], language: str) -> None:
    page = opened(f"/#games/{NAME}", language)
    page.locator(".points button").first.click()
    assert faults(page, language, "review") == []
