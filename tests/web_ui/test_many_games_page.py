"""The games of years on the page: listed bit by bit, deleted all the same, and those from elsewhere known as such."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from common.atomic_files import write_whole
from engine import Seat
from engine.notation import record_of
from table.session.answers import UNKNOWN_CALLER, Answer, Caller
from table.session.archive import CountGame, DeleteGames
from table.session.command import Command
from table.session.interfaces import Tokens
from table.storage.finished_game import game_text
from table.storage.game_archive import PAGE, GameArchive
from tests.table.storage.finished_games import NOW, played
from tests.table.storage.many_games import put_games
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend
from tests.web_ui.fake_reviewer import FakeReviewer
from tests.web_ui.fake_table import SmallTable, lobby
from tests.web_ui.layout import in_each_language, unreadable
from web_ui.app import create_app
from web_ui.languages import catalogue

SMALL = (320, 640)
COUNT = 2 * PAGE + 3
LEADING = replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo")), seats_held=(Seat.BLUE,), host=True)


@pytest.fixture
def games(tmp_path: Path) -> GameArchive:
    return GameArchive(tmp_path / "games", write_whole, lambda: NOW)


class Counting(SmallTable):
    """A table that deletes and counts games; ``keeps`` those that nobody may delete."""

    def __init__(self, games: GameArchive) -> None:
        super().__init__(LEADING)
        self.games = games

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        match command:
            case DeleteGames(names):
                self.games.delete(names)
            case CountGame(name, counted):
                self.games.count(name, counted=counted)
            case _:
                pass
        return super().submit(tokens, version, command, caller)


@pytest.fixture
def table_api(games: GameArchive) -> Iterator[Counting]:
    table_api = Counting(games)
    yield table_api
    table_api.close()


@pytest.fixture
def app(table_api: SmallTable, games: GameArchive) -> Flask:
    return create_app(table_api, None, games=games, reviews=FakeReviewer(games))


@pytest.fixture
def screen(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints, *SMALL) as opened:
        opened.goto(f"{address}/#games")
        yield opened
    assert complaints == []


def entries(screen: Page) -> Locator:
    return screen.get_by_role("list", name="Games").get_by_role("link")


@pytest.fixture
def many(tmp_path: Path) -> list[str]:
    return put_games(tmp_path / "games", COUNT, [record_of(played("pan", "atlas"))])


def test_games_are_listed_bit_by_bit(many: list[str], screen: Page) -> None:
    expect(screen.get_by_text(f"Games stored at this table: {COUNT}")).to_be_visible()
    expect(entries(screen)).to_have_count(PAGE)
    for listed in (2 * PAGE, COUNT):
        screen.get_by_role("button", name="Show older games").evaluate("more => { more.click(); more.click(); }")
        expect(entries(screen)).to_have_count(listed)
    expect(screen.get_by_role("button", name="Show older games")).to_have_count(0)
    last = entries(screen).last
    expect(last).to_have_attribute("href", f"#games/{many[-1]}")


def test_the_numbers_of_those_who_played_often_stay_on_one_line(many: list[str], screen: Page) -> None:
    assert many
    cells = screen.get_by_role("row").get_by_role("cell")
    expect(cells.first).to_have_text("13")
    lines = """cells => cells.map(cell => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects().length;
    })"""
    assert set(cells.evaluate_all(lines)) == {1}


def test_all_games_are_deleted_though_not_all_are_listed(many: list[str], screen: Page, games: GameArchive) -> None:
    assert len(many) == COUNT
    screen.get_by_role("button", name="Delete all games").click()
    expect(screen.get_by_text(f"Delete all {COUNT} games")).to_be_visible()
    screen.get_by_role("button", name="Delete", exact=True).click()
    expect(screen.get_by_text("No game is stored yet.")).to_be_visible()
    assert games.games == ()


def from_elsewhere(games: GameArchive) -> str:
    names = {Seat.BLUE: "Bartholomew Longfellow", Seat.ORANGE: "Eve"}
    return games.import_game(game_text(record_of(played("pan", "atlas")), names, NOW, NOW))


def test_a_game_from_elsewhere_is_known_as_such_and_counts_when_the_host_says_so(
    games: GameArchive, screen: Page
) -> None:
    name = from_elsewhere(games)
    screen.reload()
    entry = screen.get_by_role("list", name="Games").get_by_role("link")
    expect(entry).to_contain_text("from elsewhere · not counted")
    expect(screen.get_by_role("heading", name="Players", exact=True)).to_have_count(0)
    entry.click()
    expect(screen.get_by_text("from elsewhere · not counted")).to_be_visible()
    screen.get_by_label("Count this game").click(force=True)
    expect(screen.get_by_text("from elsewhere · not counted")).to_have_count(0)
    expect(screen.get_by_text("from elsewhere")).to_be_visible()
    expect(screen.get_by_label("Count this game")).to_be_checked()
    assert games.game(name).counted
    screen.get_by_role("link", name="All games").click()
    expect(screen.get_by_role("rowheader", name="Eve")).to_be_visible()


def test_nobody_but_the_host_says_what_counts(
    games: GameArchive, table_api: Counting, screen: Page, address: str
) -> None:
    name = from_elsewhere(games)
    table_api.show(replace(LEADING, host=False))
    screen.goto(f"{address}/#games/{name}")
    expect(screen.get_by_text("from elsewhere · not counted")).to_be_visible()
    expect(screen.get_by_label("Count this game")).to_have_count(0)


@in_each_language
def test_lists_and_marks_are_readable_in_every_language(
    lend: Lend, address: str, games: GameArchive, many: list[str], language: str
) -> None:
    name = from_elsewhere(games)
    assert name not in many
    texts = {**catalogue(language), **catalogue(language, "games")}
    with lend([], *SMALL) as page:
        page.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
        page.goto(f"{address}/#games")
        expect(page.get_by_role("button", name=texts["games.more"])).to_be_visible()
        assert violations(page) + unreadable(page) == []
        page.goto(f"{address}/#games/{name}")
        expect(page.get_by_label(texts["games.counts"])).to_be_visible()
        expect(page.get_by_text(f"{texts['games.imported']} · {texts['games.uncounted']}")).to_be_visible()
        assert violations(page) + unreadable(page) == []
