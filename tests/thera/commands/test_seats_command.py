"""Seats whose phones were lost are freed on the table's computer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from table.session.journal_entries import SeatHandedOver
from table.storage.journal import Journal
from tests.thera.test_cli import BOUND, command, refused, running
from thera.table_control import control_name

ASKS = """
import os, socket, sys
os.setuid(65534)
with socket.socket(socket.AF_UNIX) as table:
    table.connect(bytes.fromhex(sys.argv[1]))
    table.sendall(b'{"free": []}' + bytes([10]))
    sys.stdout.buffer.write(table.recv(1000))
"""
"""A program of a user who is neither root nor the table's."""


def posts(address: str, asked: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
    """The snapshot after a command about the newest state, and the cookie of whoever gave it."""
    with urllib.request.urlopen(f"{address}stream", timeout=BOUND) as stream:  # noqa: S310 - our own http address
        lines = iter(stream.readline, b"")
        version = next(int(line.split()[1]) for line in lines if line.startswith(b"id: "))
    body = json.dumps({"version": version, "command": asked}).encode()
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(f"{address}command", body, headers)  # noqa: S310 - our own http address
    with urllib.request.urlopen(request, timeout=BOUND) as answer:  # noqa: S310 - our own http address
        given = answer.headers["Set-Cookie"]
        snapshot: dict[str, Any] = json.loads(answer.read())["snapshot"]
        return snapshot, given.split(";")[0] if given else cookie


def begin(address: str) -> None:
    """Begin a game of two players with one phone, which is lost then."""
    _, cookie = posts(address, {"kind": "claim_seat", "seat": "blue", "name": "Ann"})
    _, cookie = posts(address, {"kind": "claim_seat", "seat": "orange", "name": "Ben"}, cookie)
    snapshot, _ = posts(address, {"kind": "begin_game"}, cookie)
    assert (snapshot["seats_held"], snapshot["phase"] != "lobby") == (["blue", "orange"], True)


def test_the_seats_of_lost_phones_are_freed_and_the_game_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, "--board", "virtual") as (_, address, _):
        begin(address)
        ask = {"kind": "claim_seat", "seat": "blue", "name": "Ann"}
        waits, cookie = posts(address, ask)
        assert waits["seats_held"] == [], "without a phone that lets them in nobody gets a seat of the game"
        posts(address, {"kind": "withdraw_claim", "seat": "blue"}, cookie)
        told = subprocess.run(
            command("seats", "free", "--data", str(tmp_path)), capture_output=True, text=True, check=True, timeout=60
        )
        assert told.stdout == "Free for other phones now: blue (Ann), orange (Ben)\n"
        found, cookie = posts(address, ask)
        assert (found["seats_held"], found["phase"]) == (["blue"], waits["phase"])
        old, _ = posts(address, {"kind": "claim_seat", "seat": "orange", "name": "Ben"}, cookie)
        assert old["seats_held"] == ["blue", "orange"]
        assert old["host"]
        assert "player here: white" in refused("seats", "free", "white", "--data", str(tmp_path))
    with Journal(tmp_path) as journal:
        assert [entry.seat for entry in journal.entries if isinstance(entry, SeatHandedOver)] == [
            "blue",
            "orange",
            "blue",
            "orange",
        ]


def test_without_a_table_it_says_where_it_looked(tmp_path: Path) -> None:
    assert f"no table is open that stores its game in {tmp_path}" in refused("seats", "free", "--data", str(tmp_path))
    assert "blue" in refused("seats", "free", "green", lines=2)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_other_users_of_the_computer_free_no_seats(tmp_path: Path) -> None:
    with running(tmp_path, "--board", "virtual") as (_, address, _):
        begin(address)
        told = subprocess.run(
            [sys.executable, "-c", ASKS, control_name(tmp_path).hex()], capture_output=True, check=True, timeout=60
        )
        assert b"only root" in told.stdout
