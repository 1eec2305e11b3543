"""A table with two boards tells on the page which one it plays at, and players take their game to the other one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from common.message import Message
from engine.seats import Seat
from firmware_bridge import port_troubles
from firmware_bridge.messages import Hello
from hardware.virtual.virtual_device import VirtualDevice
from table.session.board_choice import BoardKind
from table.session.snapshot import BoardsView, Snapshot
from table.session.table_setup import ResumeGame, UseBoard
from tests.web_ui.fake_table import FOLLOWING, SmallTable, lobby, playing
from tests.web_ui.layout import unreadable
from web_ui.app import create_app

REAL, VIRTUAL = BoardKind.REAL, BoardKind.VIRTUAL


@pytest.fixture
def app(table_api: SmallTable) -> Flask:
    return create_app(table_api, VirtualDevice(patience=0))


def at(
    kind: BoardKind,
    shown: Snapshot,
    offered: BoardKind | None = None,
    *,
    moved: bool = False,
    troubles: tuple[Message, ...] = (),
) -> Snapshot:
    return replace(shown, boards=BoardsView(kind, offered, moved, troubles), found=moved)


def test_the_players_take_their_game_to_a_board_that_was_plugged_in(screen: Page, table_api: SmallTable) -> None:
    table_api.show(at(VIRTUAL, playing(), REAL))
    expect(screen.get_by_text("A board is plugged in.")).to_be_visible()
    screen.get_by_role("button", name="Play on the board").click()
    assert table_api.command() == UseBoard(REAL)
    table_api.show(at(REAL, playing(), VIRTUAL, moved=True))
    expect(screen.get_by_role("heading", name="Set up the board")).to_be_visible()
    expect(screen.get_by_role("button", name="Play on the screen")).to_be_visible()
    expect(screen.get_by_text("A board is plugged in.")).to_have_count(0)
    screen.get_by_role("button", name="Go on", exact=True).click()
    assert table_api.command(1) == ResumeGame()


def test_a_board_that_is_gone_is_missed_aloud_and_the_screen_is_offered(screen: Page, table_api: SmallTable) -> None:
    away = replace(playing(), board=replace(FOLLOWING, link="search"))
    table_api.show(at(REAL, away, VIRTUAL))
    expect(screen.get_by_text("Looking for the board.")).to_be_visible()
    expect(screen.get_by_text("You can wait for the board")).to_be_visible()
    screen.get_by_role("button", name="Play on the screen").click()
    assert table_api.command() == UseBoard(VIRTUAL)
    table_api.show(at(VIRTUAL, playing()))
    expect(screen.get_by_role("button", name="Play on the screen")).to_have_count(0)


def test_somebody_who_watches_is_told_and_decides_nothing(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(at(VIRTUAL, playing(), REAL), seats_held=()))
    expect(screen.get_by_text("A board is plugged in.")).to_be_visible()
    expect(screen.get_by_role("button", name="Play on the board")).to_have_count(0)


def test_what_is_wrong_with_what_is_plugged_in_is_told_before_a_game(screen: Page, table_api: SmallTable) -> None:
    silent = port_troubles.no_board("/dev/ttyACM1")
    table_api.show(at(VIRTUAL, lobby((Seat.BLUE, "Ann")), troubles=(silent,)))
    expect(screen.get_by_text("What is plugged in cannot be used as the board:")).to_be_visible()
    expect(screen.get_by_role("listitem").filter(has_text="/dev/ttyACM1: it does not answer")).to_be_visible()
    expect(screen.get_by_text("thera board flash --board /dev/ttyACM1")).to_be_visible()
    table_api.show(at(VIRTUAL, lobby((Seat.BLUE, "Ann"))))
    expect(screen.get_by_text("What is plugged in")).to_have_count(0)


def test_two_boards_of_one_name_are_told_apart(screen: Page, table_api: SmallTable) -> None:
    boards = {f"/dev/ttyACM{index}": Hello(1, 25, 25, 12, "blue", f"e66{index}", "0.1.0") for index in (0, 1)}
    table_api.show(at(VIRTUAL, lobby((Seat.BLUE, "Ann")), troubles=port_troubles.several(boards)))
    expect(screen.get_by_text("2 boards are plugged in.")).to_be_visible()
    for index in (0, 1):
        expect(screen.get_by_text(f"blue, number e66{index}, at /dev/ttyACM{index}", exact=True)).to_be_visible()


def test_a_long_name_of_a_port_fits_on_a_narrow_phone(screen: Page, table_api: SmallTable) -> None:
    port = "/dev/serial/by-id/usb-Raspberry_Pi_Pico_E6612483CB3C4A2F-if00"
    screen.set_viewport_size({"width": 320, "height": 640})
    table_api.show(at(VIRTUAL, lobby((Seat.BLUE, "Ann")), troubles=(port_troubles.no_board(port),)))
    expect(screen.get_by_text(f"thera board flash --board {port}")).to_be_visible()
    assert unreadable(screen) == []


def test_the_way_to_the_virtual_board_is_there_while_the_table_plays_at_it(screen: Page, table_api: SmallTable) -> None:
    way = screen.get_by_role("link", name="The board", exact=True)
    expect(way).to_be_visible()
    table_api.show(at(REAL, lobby()))
    expect(way).to_have_count(0)
    table_api.show(at(VIRTUAL, lobby()))
    expect(way).to_be_visible()


def test_no_two_ways_of_the_page_have_one_name(screen: Page, table_api: SmallTable) -> None:
    table_api.show(at(VIRTUAL, lobby()))
    expect(screen.get_by_role("link", name="The board", exact=True)).to_be_visible()
    screen.get_by_role("button", name="Menu", exact=True).click()
    expect(screen.get_by_role("navigation", name="Menu")).to_be_visible()
    ways = {(each.inner_text(), each.get_attribute("href")) for each in screen.get_by_role("link").all()}
    names = [name for name, _ in ways]
    assert sorted(set(names)) == sorted(names)


def test_nobody_moves_a_virtual_board_that_is_not_in_use(screen: Page, table_api: SmallTable, address: str) -> None:
    table_api.show(at(REAL, playing()))
    screen.goto(f"{address}/board")
    answer = screen.request.post(f"{address}/board/hands", data={"do": "clear"})
    assert (answer.status, answer.json()["message"]["key"]) == (403, "boards.not_here")
