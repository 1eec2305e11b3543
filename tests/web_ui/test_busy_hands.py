"""Hands at the virtual board are asked for more than they can do, and everybody else is served meanwhile."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual_hands import REACH
from tests.web_ui.board_page import board_open
from tests.web_ui.event_stream import events
from tests.web_ui.fake_table import SmallTable
from tests.web_ui.test_under_attack import FRIEND, HEAD, STRANGER, connected, friend_is_served, status
from web_ui.app import create_app
from web_ui.serve import CONNECTIONS_EACH


@pytest.fixture
def board() -> Iterator[VirtualDevice]:
    """A board that is scanned fifty times a second, as a table does it."""
    board, over = VirtualDevice(), threading.Event()

    def scan() -> None:
        while not over.wait(0.02):
            board.scan()

    scanning = threading.Thread(target=scan)
    scanning.start()
    yield board
    over.set()
    scanning.join()


@pytest.fixture
def app(table_api: SmallTable, board: VirtualDevice) -> Flask:
    return create_app(table_api, board)


@pytest.fixture
def cookie(address: str) -> Iterator[str]:
    """The cookie of the browser whose the hands are."""
    with board_open(address) as cookie:
        yield cookie


def gesture(cookie: str, **fields: object) -> str:
    """A request that asks hands for something."""
    body = json.dumps(fields)
    head = f"{HEAD}Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"POST /board/hands HTTP/1.1\r\n{head}\r\n{body}"


@pytest.mark.parametrize("far", ["501", "-501", "999999", "1e300", "-1e300", "1e999", "-1e999", "NaN", "9" * 400])
@pytest.mark.parametrize("do", ["lay_phone", "carry", "put_beside"])
def test_a_place_out_of_reach_is_not_understood(address: str, board: VirtualDevice, do: str, far: str) -> None:
    for x, y in ((far, "0"), ("0", far)):
        body = f'{{"do": "{do}", "piece": "blue-1", "x": {x}, "y": {y}}}'
        head = f"{HEAD}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        assert status(address, f"POST /board/hands HTTP/1.1\r\n{head}\r\n{body}") == 400
    assert board.idle


def test_a_phone_far_off_the_board_keeps_the_hands_of_nobody(address: str, board: VirtualDevice, cookie: str) -> None:
    assert status(address, gesture(cookie, do="lay_phone", x=999_999, y=999_999)) == 400
    assert status(address, gesture(cookie, do="lift", piece="blue-1"), FRIEND) == 200
    assert board.look().pieces[0].in_hand


def test_gestures_without_end_keep_nobody_waiting(address: str, table_api: SmallTable, cookie: str) -> None:
    """Each of them can be done and takes seconds, so that they would wait for minutes: most are refused."""
    # On a slow computer a sign of life comes between the states; it has no number.
    versions = (int(number) for _, number, _ in events(address, "/board/stream", FRIEND) if number)
    version = next(versions)
    with ExitStack() as many:
        opened = [many.enter_context(connected(address, STRANGER)) for _ in range(CONNECTIONS_EACH)]
        lays, takes = gesture(cookie, do="lay_phone", x=REACH, y=-REACH), gesture(cookie, do="take_phone")
        for number, connection in enumerate(opened):
            connection.sendall((takes if number % 2 else lays).encode())
        friend_is_served(address, table_api)
        assert next(versions) > version, "the board's page stands still"
        answers = [int(connection.makefile("rb").readline().split()[1]) for connection in opened]
    assert answers.count(429) > CONNECTIONS_EACH / 2
    assert set(answers) <= {200, 422, 429}
    assert status(address, gesture(cookie, do="lift", piece="blue-1"), FRIEND) == 200
