"""Coming to the table: a new table is set up, a seat is claimed with a worker or with a word, a phone is lost, and the
power goes in the middle of a game."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.house import ROOT
from tests.journeys.players import PATIENCE, Room, sits_down, two_begin
from tests.web_ui.browser import go_to


@contextmanager
def table_at(folder: Path, port: str = "0") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A table that keeps its game in this folder, and its address; killed at the end if it still runs."""
    play = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", port, "--seed", "7"]
    command = [*play, "--data", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        found = next(filter(None, (re.search(r"open at (http://\S+?)/?$", line.strip()) for line in table.stdout)))
        try:
            yield table, found[1]
        finally:
            table.kill()


@pytest.mark.timeout(300)
def test_a_new_table_is_set_up(room: Room) -> None:
    ann, board = room.phone("Ann", 320, 640), room.board()
    sits_down(ann, board)
    ann.sees("A new table?")
    ann.follow("Set it up")

    ann.sees("Which language?")
    expect(ann.app.get_by_role("button", name="English")).to_have_attribute("aria-pressed", "true")
    ann.follow("Next")  # a board on a screen has neither sensors nor lights to be asked about
    ann.page.get_by_label("Name of the table").fill("Oia")
    ann.press("Finish")
    expect(ann.page.get_by_role("heading", name="Welcome to Oia")).to_be_visible(timeout=PATIENCE)
    expect(ann.page.get_by_text("A new table?")).to_have_count(0)
    expect(board.page.get_by_role("heading", name="Welcome to Oia")).to_be_visible(timeout=PATIENCE)

    go_to(ann.page, "Settings")
    ann.press("Night")
    expect(ann.page.get_by_role("button", name="Night")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    expect(ann.page.get_by_label("Brightness of the board")).to_have_value("20")
    ann.picture("door-settings")


@pytest.mark.timeout(300)
def test_seats_are_claimed_and_a_lost_phone_is_got_over(room: Room) -> None:
    ann, bo, eve = (room.phone(name, 390, 740, "/j") for name in ("Ann", "Bo", "Eve"))
    board, watching = room.board(of=ann), room.board(of=eve, watching=True)
    expect(watching.page.get_by_text("You are only watching.")).to_be_visible(timeout=PATIENCE)

    # Ann has the board open, before all others, and so she is at the table.
    ann.wants_a_seat()
    expect(ann.stands_up).to_be_visible(timeout=PATIENCE)

    # Eve, who is elsewhere, and Bo both ask for a seat. Hands at the board do the sign that Bo's phone shows.
    eve.asks_for_a_seat()
    bo.asks_for_a_seat()
    assert bo.sign() != eve.sign()
    bo.picture("door-claim")
    for name in ("Eve", "Bo"):
        ann.sees(f"{name} asks to sit down at Orange.")
    code = bo.page.get_by_text(re.compile("^[A-Y]{4}$")).inner_text()
    expect(ann.page.get_by_text(code, exact=True)).to_be_visible(timeout=PATIENCE)
    ann.picture("door-let-in")
    board.do_sign(bo.sign())
    expect(bo.stands_up).to_be_visible(timeout=PATIENCE)

    # Bo was quicker. Eve is asked about for another seat, and refused.
    ann.sees("Eve asks to sit down at White.")
    ann.press("Refuse")
    eve.sees("A player refused this time.")
    expect(watching.page.get_by_role("toolbar")).to_have_count(0)
    ann.begins("Just play")
    ann.sees("Your turn")

    # Bo's phone is lost. Done at the rim shows nothing; Ann lets him in with another one.
    new = room.phone("Bo", 390, 740)
    new.page.get_by_text("Lost your phone, or battery dead?").click()
    new.press("Bo")
    new.sees("Take your seat")
    bo.sees("Bo asks for your seat with another phone.")
    board.press("Done")
    ann.sees("Bo asks to continue for Bo with another phone.")
    ann.press("Let in")
    bo.sees("Your seat is on another phone now.")
    expect(new.page.get_by_text("Take your seat")).to_have_count(0, timeout=PATIENCE)
    with new.sheet("More") as more:
        expect(more.get_by_role("button", name="Give up")).to_be_visible(timeout=PATIENCE)
    with bo.sheet("More") as more:
        expect(more.get_by_role("button", name="Give up")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.timeout(300)
def test_after_a_power_cut_in_a_turn_the_game_is_found_and_after_another_it_is_given_up(
    chrome: Browser, tmp_path: Path
) -> None:
    """Phones complain of the lost connection to their consoles; that is not looked at here."""
    with table_at(tmp_path) as (table, address):
        room = Room(chrome, address)
        ann, bo, board = room.phone("Ann"), room.phone("Bo"), room.board()
        two_begin(ann, bo, board)
        ann.sees("Move one of your workers.")
        board.carry("blue-1", "c3")
        ann.sees("Build next to the worker that moved.")
        pull_the_plug(table)
    port = address.rsplit(":", 1)[1]
    with table_at(tmp_path, port) as (table, again):
        assert again == address
        for who in (ann, bo):
            who.sees("A game was found")
        expect(bo.app.get_by_role("button", name="Give it up")).to_have_count(0)
        expect(ann.app.get_by_role("button", name="Give it up")).to_be_visible()
        ann.picture("door-found")
        bo.press("Go on")
        for who in (ann, bo):
            expect(who.page.get_by_text("A game was found")).to_have_count(0, timeout=PATIENCE)
            expect(who.square("c3", "worker")).to_be_visible(timeout=PATIENCE)
        ann.sees("Build next to the worker that moved.")
        ann.tap("c2", "you can build here")
        expect(ann.app.get_by_role("button", name="Confirm turn")).to_be_visible(timeout=PATIENCE)
        pull_the_plug(table)
    with table_at(tmp_path, port):
        expect(ann.square("c2", "level 1")).to_be_visible(timeout=PATIENCE)
        ann.press("Give it up")
        ann.press("End the game")
        bo.sees("Welcome to the table")
        room.leave()


def pull_the_plug(table: subprocess.Popen[str]) -> None:
    table.send_signal(signal.SIGKILL)
    table.wait(20)
