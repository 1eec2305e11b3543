"""How a family starts an evening, over HTTP: what the host chooses, and who goes on when somebody's phone is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web_ui.family import Body, Family, family
from tests.web_ui.one_server import OneServer

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
