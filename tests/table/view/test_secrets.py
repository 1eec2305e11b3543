"""What one player hides leaves the table for nobody else: not in a snapshot as the stream sends it, not in a light."""

from __future__ import annotations

import json

import pytest

from engine import PUBLIC, PowerName, StepKind
from table.session.commands import BeginGame, ChoosePower, ConfirmTurn, NameStartPlayer, OfferPowers
from table.view.led_patterns import lights_of
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, ORANGE, WITH_POWERS, Runner, seated
from tests.web_ui.posted import json_of
from web_ui.forms.snapshot_forms import snapshot_form

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

    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("apollo"), PowerName("hecate"))))
    table.do(BEN, ChoosePower(PowerName("hecate")))
    table.do(ANN, NameStartPlayer(BLUE))
    step(ANN, "@b2", "@d4")
    step(BEN, *placed)
    step(ANN, "b2-b3", "b3+a3")
    step(BEN, *turn)
    return told, sent(table, BEN)


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
    reference, own_reference = told_to_others(("@c3", "@e5"), ("c3-c4", "c4+c5"))
    told, own = told_to_others(placed, turn)
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
    told = [marked_in_secret(power, placed, secret) for secret in secrets]
    assert len({repr(others) for others, _ in told}) == 1
    assert len({own for _, own in told}) == len(secrets)


def marked_in_secret(power: str, placed: tuple[str, ...], secret: str) -> tuple[Told, str]:
    """Set up Ben's power against Ann's Apollo; what others got after each step, and what Ben has in the end."""
    table = seated()
    told: Told = []
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("apollo"), PowerName(power))))
    table.do(BEN, ChoosePower(PowerName(power)))
    table.do(ANN, NameStartPlayer(ORANGE))
    due = {ANN: ["@b4", "@d2"], BEN: list(placed)}
    while (game := table.state.saved.game) is not None and not game.turn:
        marks = ANN if (table.state.saved.confirming or game.to_act) is BLUE else BEN
        if table.state.saved.confirming is not None:
            table.do(marks, ConfirmTurn())
        else:
            asked = game.view(PUBLIC).prompt
            table.act(marks, secret if asked is not None and asked.kind is StepKind.TOKEN else due[marks].pop(0))
        told.append((sent(table, ANN), sent(table, EVE), repr(lights_of(table.state))))
    return told, sent(table, BEN)
