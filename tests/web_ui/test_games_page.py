"""Finished games on the page: found, stepped through with keys alone, shown on the lights, saved, deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from common.atomic_files import write_whole
from common.message import Message
from engine import Game, Player, Seat, Setup
from engine.notation import parse_action, record_of
from table.session.answers import UNKNOWN_CALLER, Answer, Caller
from table.session.archive import DeleteGames, ShowGame, StopShowing
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.saved_state import EndedGame
from table.session.snapshot import Phase, ShowingView
from table.session.table_setup import DismissMending
from table.storage.finished_game import game_text
from table.storage.game_archive import GameArchive
from tests.table.storage.finished_games import NAME, NOW, played
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, go_to
from tests.web_ui.fake_table import SmallTable, lobby
from tests.web_ui.layout import in_each_language, unreadable
from web_ui.app import create_app
from web_ui.languages import catalogue

SMALL = (320, 640)
CLEO_DAN = "Cleo \u2013 Dan"
CLEO_AND_DAN = ((Seat.BLUE, "Cleo"), (Seat.ORANGE, "Dan"))
AT_HOME = replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo")), seats_held=(Seat.BLUE,), host=True)


def short_game() -> Game:
    """Blue gives up after a turn."""
    game = Game.begin(Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1))))
    for text in ("@b2", "@b4", "@d2", "@d4", "b2-c3", "c3+b3", "resign=blue"):
        game = game.after(parse_action(text))
    return game


@pytest.fixture
def games(tmp_path: Path) -> GameArchive:
    games = GameArchive(tmp_path / "games", write_whole, lambda: NOW)
    games.save(EndedGame(NAME, short_game(), CLEO_AND_DAN), just_now=True)
    return games


class Lit(SmallTable):
    """A table whose lights show what they are to."""

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        answer = super().submit(tokens, version, command, caller)
        match command:
            case ShowGame(game, ply, better):
                self.show(replace(self.current, showing=ShowingView(game, ply, 7, better)))
            case StopShowing():
                self.show(replace(self.current, showing=None))
            case _:
                pass
        return answer


@pytest.fixture
def table_api() -> Iterator[Lit]:
    table_api = Lit(AT_HOME)
    yield table_api
    table_api.close()


@pytest.fixture
def app(table_api: SmallTable, games: GameArchive) -> Flask:
    return create_app(table_api, None, games=games)


@pytest.fixture
def screen(lend: Lend, address: str) -> Iterator[Page]:
    """A small phone's page, open. A browser complains of every answer that is a no, whether it was to be one or not."""
    complaints: list[str] = []
    with lend(complaints, *SMALL) as opened:
        opened.goto(address)
        expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
        yield opened
    assert [complaint for complaint in complaints if "the server responded with a status of 4" not in complaint] == []


def game_list(screen: Page) -> Locator:
    return screen.get_by_role("list", name="Games")


def open_game(screen: Page) -> None:
    go_to(screen, "Games")
    game_list(screen).get_by_role("link").first.click()
    expect(screen.get_by_role("slider", name="Steps of the game")).to_be_visible()


def told(screen: Page, text: str) -> None:
    expect(screen.get_by_role("status").filter(has_text=text)).to_be_visible()


def fits(screen: Page) -> None:
    assert screen.evaluate("document.documentElement.scrollWidth") == SMALL[0]


def test_the_games_are_listed_with_who_played_and_what_is_counted(screen: Page) -> None:
    go_to(screen, "Games")
    expect(screen.get_by_text("Games stored at this table: 1")).to_be_visible()
    entry = game_list(screen).get_by_role("link")
    expect(entry).to_contain_text("Cleo")
    expect(entry).to_contain_text("Dan wins")
    row = screen.get_by_role("row", name="Dan")
    expect(row.get_by_role("cell")).to_have_text(["1", "1", "2"])
    fits(screen)


def test_a_table_that_reviews_no_games_is_not_asked_for_a_review(lend: Lend, address: str) -> None:
    complaints: list[str] = []
    with lend(complaints, *SMALL) as screen:
        screen.goto(address)
        open_game(screen)
        expect(screen.get_by_role("heading", name=CLEO_DAN)).to_be_visible()
        with screen.expect_response("**/games.json"):  # what was asked for before is answered by now
            go_to(screen, "Games")
        expect(screen.get_by_text("Games stored at this table: 1")).to_be_visible()
    assert complaints == []


def test_a_game_is_stepped_through_with_the_keyboard_alone(screen: Page) -> None:
    open_game(screen)
    expect(screen.get_by_role("heading", name=CLEO_DAN)).to_be_visible()
    slider = screen.get_by_role("slider", name="Steps of the game")
    told(screen, "The board is empty.")
    slider.focus()
    slider.press("ArrowRight")
    told(screen, "Cleo placed a worker on b2.")
    expect(screen.get_by_role("button", name=re.compile("^b2, .*worker of Cleo"))).to_be_visible()
    expect(slider).to_have_attribute("aria-valuetext", "Step 1 of 7")
    slider.press("End")
    told(screen, "Dan won. Cleo gave up.")
    slider.press("ArrowLeft")
    told(screen, "Cleo built a block on b3.")
    expect(screen.get_by_role("button", name=re.compile("^b3, level 1"))).to_be_visible()
    expect(screen.get_by_text("Turn 1, Cleo · Step 6 of 7")).to_be_visible()
    slider.press("Home")
    told(screen, "The board is empty.")
    screen.get_by_role("button", name="One step on").focus()
    for text in ("b2", "b4", "d2"):
        screen.keyboard.press("Enter")
        told(screen, f"placed a worker on {text}.")
    screen.get_by_role("button", name="To the end").press("Space")
    told(screen, "Dan won.")
    expect(screen.get_by_role("button", name="To the end")).to_be_focused()
    screen.get_by_role("button", name="One step back").press("Enter")
    told(screen, "Cleo built a block on b3.")
    fits(screen)


def test_all_steps_are_listed_by_turns_and_each_leads_there(screen: Page) -> None:
    open_game(screen)
    screen.get_by_text("All steps").click()
    expect(screen.get_by_role("heading", name="Turn 1, Cleo")).to_be_visible()
    step = screen.get_by_role("button", name="Cleo moved from b2 to c3.")
    step.click()
    expect(step).to_have_attribute("aria-current", "step")
    expect(screen.get_by_text("Step 5 of 7")).to_be_visible()


def test_a_game_plays_by_itself_until_its_end(screen: Page) -> None:
    open_game(screen)
    screen.get_by_role("slider").press("End")
    screen.get_by_role("button", name="One step back").click()
    screen.get_by_role("button", name="One step back").click()
    screen.get_by_role("button", name="Play automatically").click()
    expect(screen.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    told(screen, "Dan won.")
    expect(screen.get_by_role("button", name="Play automatically")).to_be_visible()


def test_a_tap_on_a_square_shows_what_stood_there(screen: Page) -> None:
    open_game(screen)
    screen.get_by_role("slider").press("End")
    screen.get_by_role("button", name=re.compile("^b3, ")).click()
    told(screen, "b3, level 1")


def test_the_board_follows_while_it_is_to(screen: Page, table_api: Lit) -> None:
    open_game(screen)
    screen.get_by_role("button", name="One step on").click()
    table_api.answering.clear()
    screen.get_by_label("Show it on the lights").click(force=True)
    assert table_api.command(0) == ShowGame(NAME, 1)
    screen.get_by_role("button", name="One step on").click()
    screen.get_by_role("button", name="One step on").click()
    table_api.answering.set()
    assert table_api.command(1) == ShowGame(NAME, 3)
    expect(screen.get_by_label("Show it on the lights")).to_be_checked()
    screen.get_by_role("button", name="To the end").click()
    assert table_api.command(2) == ShowGame(NAME, 7)
    go_to(screen, "The table")
    assert table_api.command(3) == StopShowing()


def test_when_somebody_else_shows_something_the_board_follows_no_more(screen: Page, table_api: Lit) -> None:
    open_game(screen)
    screen.get_by_label("Show it on the lights").click(force=True)
    assert table_api.command(0) == ShowGame(NAME, 0)
    expect(screen.get_by_label("Show it on the lights")).to_be_checked()
    table_api.show(AT_HOME)
    expect(screen.get_by_label("Show it on the lights")).not_to_be_checked()


def test_who_only_watches_steps_through_games_and_changes_none(screen: Page, table_api: SmallTable) -> None:
    table_api.show(lobby(*((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo"))))
    open_game(screen)
    expect(screen.get_by_label("Show it on the lights")).to_have_count(0)
    expect(screen.get_by_role("button", name="Delete this game")).to_have_count(0)
    screen.get_by_role("link", name="All games").click()
    expect(game_list(screen)).to_be_visible()
    expect(screen.get_by_label("Add a game from a file")).to_have_count(0)
    expect(screen.get_by_role("button", name="Delete all games")).to_have_count(0)


def test_a_game_is_saved_as_a_file(screen: Page) -> None:
    open_game(screen)
    with screen.expect_download() as download:
        screen.get_by_role("link", name="Save as a file").click()
    assert download.value.suggested_filename == f"thera-{NAME}.json"
    assert '"Cleo"' in Path(download.value.path()).read_text("utf-8")


def test_a_game_from_a_file_is_there_at_once_and_what_is_none_is_reported(
    screen: Page, tmp_path: Path, games: GameArchive
) -> None:
    go_to(screen, "Games")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(game_text(record_of(played("pan", "hermes")), {Seat.BLUE: "Eve", Seat.ORANGE: "Finn"}), "utf-8")
    bad.write_text("a shopping list", "utf-8")
    chooser = screen.get_by_label("Add a game from a file")
    chooser.set_input_files(bad)
    told(screen, "This is no game that can be read")
    chooser.set_input_files(good)
    expect(screen.get_by_role("heading", name="Eve \u2013 Finn")).to_be_visible()
    assert len(games.games) == 2
    screen.get_by_role("link", name="All games").click()
    screen.get_by_label("Add a game from a file").set_input_files(good)
    told(screen, "This game is here already.")


def test_the_host_deletes_one_game_or_all_after_being_asked(
    screen: Page, table_api: SmallTable, games: GameArchive
) -> None:
    go_to(screen, "Games")
    screen.get_by_role("button", name="Delete all games").click()
    screen.get_by_role("button", name="Keep").click()
    game_list(screen).get_by_role("link").click()
    screen.get_by_role("button", name="Delete this game").click()
    expect(screen.get_by_text("Delete this game? This cannot be undone")).to_be_visible()
    games.delete([NAME])
    screen.get_by_role("button", name="Delete", exact=True).click()
    assert table_api.command(0) == DeleteGames((NAME,))
    expect(screen.get_by_text("No game is stored yet.")).to_be_visible()


def test_the_table_reports_a_game_that_could_not_be_stored_and_one_on_the_lights(
    screen: Page, table_api: SmallTable
) -> None:
    told_so = Message("games.not_kept", (("detail", "No space left on device"),))
    table_api.show(replace(AT_HOME, unkept=told_so, showing=ShowingView(NAME, 3, 7)))
    told(screen, "could not be stored: No space left on device")
    expect(screen.get_by_text("The lights show a finished game, step 3 of 7.")).to_be_visible()
    screen.get_by_role("link", name="Look at it").click()
    expect(screen.get_by_role("slider")).to_have_attribute("aria-valuetext", "Step 3 of 7")
    go_to(screen, "The table")
    screen.get_by_role("button", name="Stop showing it").click()
    assert table_api.command(0) == StopShowing()


def test_the_table_reports_what_became_of_its_journal_until_the_host_has_read_it(
    screen: Page, table_api: SmallTable
) -> None:
    file = "journal.sqlite3.damaged-20260301T191205Z"
    full = Message("storage.full", (("detail", "database or disk is full"),))
    mended = Message("storage.mended", (("file", file), ("kept", "17")))
    table_api.show(replace(AT_HOME, unwritten=full, mended=mended))
    expect(
        screen.get_by_role("alert").filter(has_text="cannot store anything: database or disk is full")
    ).to_be_visible()
    told(screen, "Its first 17 entries are intact")
    assert not unreadable(screen)
    screen.get_by_role("button", name="I have read it").click()
    assert table_api.command(0) == DismissMending()


def test_a_game_that_cannot_be_looked_at_says_why(screen: Page, address: str) -> None:
    screen.goto(f"{address}/#games/nothing")
    told(screen, "This game cannot be shown: there is no game 'nothing' here")


def test_a_finished_game_leads_to_its_steps(screen: Page, table_api: SmallTable) -> None:
    game = short_game()
    over = replace(AT_HOME, phase=Phase.OVER, game=game.view(Seat.BLUE), kept=NAME)
    table_api.show(over)
    screen.get_by_role("link", name="Look at this game again").click()
    expect(screen.get_by_role("heading", name=CLEO_DAN)).to_be_visible()


@in_each_language
def test_games_are_readable_in_every_language(lend: Lend, address: str, games: GameArchive, language: str) -> None:
    names = ((Seat.BLUE, "Bartholomew Longfellow II"[:24]), (Seat.ORANGE, "W" * 24))
    for number, powers in enumerate((("tartarus", "charybdis"), ("moerae", "europa"))):
        games.save(EndedGame(f"20260101T00000{number}Z-1", played(*powers), names), just_now=True)
    texts = {**catalogue(language), **catalogue(language, "games")}
    with lend([], *SMALL) as page:
        page.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
        page.goto(f"{address}/#games")
        expect(page.get_by_role("heading", name=texts["games.gods"], exact=True)).to_be_visible()
        assert violations(page) + unreadable(page) == []
        page.get_by_role("list").get_by_role("link").first.click()
        page.get_by_role("slider").press("End")
        page.get_by_text(texts["games.all_steps"]).click()
        expect(page.get_by_role("heading", name=texts["games.setup"], exact=True)).to_be_visible()
        page.get_by_role("button", name=texts["games.delete"]).click()
        expect(page.get_by_text(texts["games.delete_sure"])).to_be_visible()
        assert violations(page) + unreadable(page) == []
