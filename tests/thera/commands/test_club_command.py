"""``thera club`` where it cannot be started."""

from __future__ import annotations

import socket
from pathlib import Path

from online.club.club_store import CLUB_FILE, ClubStore
from tests.thera.test_cli import refused


def test_without_a_broker_it_says_where_to_name_one(tmp_path: Path) -> None:
    file = tmp_path / "thera.toml"
    file.write_text("", "utf-8")
    assert "[mqtt] host" in refused("club", "--config", str(file))


def test_a_port_that_is_taken_is_named(at_broker: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port}" in refused("club", "--config", at_broker, "--host", "127.0.0.1", "--port", port)


def test_a_folder_in_use_is_named(at_broker: str, tmp_path: Path) -> None:
    store = ClubStore(tmp_path / "club")
    told = refused("club", "--config", at_broker, "--host", "127.0.0.1", "--port", "0")
    store.close()
    assert f"club/{CLUB_FILE}: in use" in told
