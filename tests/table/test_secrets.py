"""What one player hides leaves the table for nobody else: not in a snapshot as the stream sends it, not in a light."""

from __future__ import annotations

import json

import pytest

from engine import PowerName
from table.commands import BeginGame, ChooseOptions, ChoosePower, ConfirmTurn, NameStartPlayer, OfferPowers
from table.present import lights_of
from tests.table.paper_table import ANN, BEN, BLUE, EVE, Runner, seated
from web_ui.encode import snapshot_json

Told = list[tuple[str, str, str]]
"""After each step: what goes to the other player, to a spectator, and to the lights."""


def told_to_others(placed: tuple[str, str], turn: tuple[str, str]) -> tuple[Told, str]:
    """Play Ann's Apollo against Ben's Hecate, who places and moves like this; what others and what Ben himself got."""
    table = seated()
    told: Told = []

    def note() -> None:
        told.append((sent(table, ANN), sent(table, EVE), repr(lights_of(table.state))))

    def step(marks: frozenset[str], *texts: str) -> None:
        for text in texts:
            table.act(marks, text)
            note()
        table.do(marks, ConfirmTurn())
        note()

    table.do(ANN, ChooseOptions(powers=True), BeginGame(), OfferPowers((PowerName("apollo"), PowerName("hecate"))))
    table.do(BEN, ChoosePower(PowerName("hecate")))
    table.do(ANN, NameStartPlayer(BLUE))
    step(ANN, "@b2", "@d4")
    step(BEN, *placed)
    step(ANN, "b2-b3", "b3+a3")
    step(BEN, *turn)
    return told, sent(table, BEN)


def sent(table: Runner, marks: frozenset[str]) -> str:
    return json.dumps(snapshot_json(table.seen(marks)))


@pytest.mark.parametrize(
    ("placed", "turn"),
    [
        (("@a5", "@e1"), ("a5-b4", "b4+c5")),
        (("@e5", "@d5"), ("d5-c4", "c4+c5")),
        (("@c2", "@b5"), ("b5-b4", "b4+c5")),
    ],
)
def test_hecates_workers_are_told_to_nobody_else(placed: tuple[str, str], turn: tuple[str, str]) -> None:
    reference, own_reference = told_to_others(("@c3", "@e5"), ("c3-c4", "c4+c5"))
    told, own = told_to_others(placed, turn)
    assert told == reference
    assert own != own_reference
