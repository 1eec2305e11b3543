"""Games in which Ben hides something from Ann, step by step, as tests of what leaves the table play them."""

from __future__ import annotations

from collections.abc import Iterator

from engine import PUBLIC, PowerName, StepKind
from engine.seats import Seat
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.lobby import BeginGame
from table.session.turns import ConfirmTurn
from tests.table.session.reduced_table import ANN, BEN, BLUE, ORANGE, WITH_POWERS, Runner, seated


def against_apollo(power: str, first: Seat) -> Runner:
    """Ann's Apollo and Ben's power, before anything is placed."""
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("apollo"), PowerName(power))))
    table.do(BEN, ChoosePower(PowerName(power)))
    table.do(ANN, NameStartPlayer(first))
    return table


def with_hecate(placed: tuple[str, str], turn: tuple[str, str]) -> Iterator[Runner]:
    """The table after each step of a game with Hecate, who places and moves like this."""
    table = against_apollo("hecate", BLUE)
    for marks, texts in ((ANN, ("@b2", "@d4")), (BEN, placed), (ANN, ("b2-b3", "b3+a3")), (BEN, turn)):
        for text in texts:
            table.act(marks, text)
            yield table
        table.do(marks, ConfirmTurn())
        yield table


def marked_in_secret(power: str, placed: tuple[str, ...], secret: str) -> Iterator[Runner]:
    """The table after each step of the set-up of a power that marks a space, which is this one."""
    table = against_apollo(power, ORANGE)
    due = {ANN: ["@b4", "@d2"], BEN: list(placed)}
    while (game := table.state.saved.game) is not None and not game.turn:
        marks = ANN if (table.state.saved.confirming or game.to_act) is BLUE else BEN
        if table.state.saved.confirming is not None:
            table.do(marks, ConfirmTurn())
        else:
            asked = game.view(PUBLIC).prompt
            table.act(marks, secret if asked is not None and asked.kind is StepKind.TOKEN else due[marks].pop(0))
        yield table
