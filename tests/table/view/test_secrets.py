"""What one player hides leaves the table for nobody else: not in a snapshot as the stream sends it, not in a light."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from table.view.led_patterns import lights_of
from tests.table.session.reduced_table import ANN, BEN, EVE, Runner
from tests.table.session.secret_games import marked_in_secret, with_hecate
from tests.web_ui.posted import json_of
from web_ui.forms.snapshot_forms import snapshot_form

Told = list[tuple[str, str, str]]
"""After each step: what goes to the other player, to a spectator, and to the lights."""


def told_to_others(steps: Iterable[Runner]) -> tuple[Told, str]:
    """What others get after each step, and what Ben himself has in the end."""
    told: Told = []
    own = ""
    for table in steps:
        told.append((sent(table, ANN), sent(table, EVE), repr(lights_of(table.state))))
        own = sent(table, BEN)
    return told, own


def sent(table: Runner, marks: frozenset[str]) -> str:
    return json.dumps(json_of(snapshot_form(table.seen(marks))))


@pytest.mark.parametrize(
    ("placed", "turn"),
    [
        (("@a5", "@e1"), ("a5-b4", "b4+c5")),
        (("@e5", "@d5"), ("d5-c4", "c4+c5")),
        (("@c2", "@b5"), ("b5-b4", "b4+c5")),
    ],
)
def test_hecates_workers_are_told_to_nobody_else(placed: tuple[str, str], turn: tuple[str, str]) -> None:
    reference, own_reference = told_to_others(with_hecate(("@c3", "@e5"), ("c3-c4", "c4+c5")))
    told, own = told_to_others(with_hecate(placed, turn))
    assert told == reference
    assert own != own_reference


@pytest.mark.parametrize(
    ("power", "placed", "secrets"),
    [
        ("moerae", ("@b2", "@c3", "@d4"), ("*a1", "*d4", "*b3")),
        ("tartarus", ("@b2", "@d4"), ("*a1", "*e5", "*c3")),
    ],
)
def test_where_fate_or_the_abyss_lies_is_told_to_nobody_else(
    power: str, placed: tuple[str, ...], secrets: tuple[str, ...]
) -> None:
    told = [told_to_others(marked_in_secret(power, placed, secret)) for secret in secrets]
    assert len({repr(others) for others, _ in told}) == 1
    assert len({own for _, own in told}) == len(secrets)


@pytest.mark.parametrize(
    ("power", "placed", "count"), [("moerae", ("@b2", "@c3", "@d4"), 4), ("tartarus", ("@b2", "@d4"), 1)]
)
def test_secret_squares_are_sent_to_their_player_alone(power: str, placed: tuple[str, ...], count: int) -> None:
    *_, table = marked_in_secret(power, placed, "*b3")
    known = {marks: json.loads(sent(table, marks))["game"]["secrets"] for marks in (ANN, BEN, EVE)}
    assert (known[ANN], known[EVE]) == ([], [])
    assert {token["power"] for token in known[BEN]} == {power}
    assert len(known[BEN]) == count
