"""What a phone has to keep covered: all that its player sees and others do not, and nothing else."""

from __future__ import annotations

import pytest

from engine import PUBLIC, Game
from engine.setup import Player, PowerName, Setup
from engine.squares import square
from engine.state import StepKind
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.lobby import BeginGame
from table.session.turns import ConfirmTurn
from table.view.snapshot_builder import secret_of
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, ORANGE, WITH_POWERS, Runner, seated


def drafted(power: str) -> Runner:
    """Ann's Apollo against Ben, who has this power; Ann begins, or Ben if his card says so."""
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("apollo"), PowerName(power))))
    table.do(BEN, ChoosePower(PowerName(power)))
    draft = table.state.saved.draft
    assert draft is not None
    table.do(ANN, NameStartPlayer(draft.starters[0]))
    return table


def secret_step(table: Runner, marks: frozenset[str]) -> bool:
    secret = table.seen(marks).secret
    return secret is not None and secret.step


def test_hecates_workers_and_steps_are_covered_on_her_phone() -> None:
    table = drafted("hecate")
    table.act(ANN, "@b2", "@d4")
    assert not secret_step(table, BEN)
    table.do(ANN, ConfirmTurn())
    assert secret_step(table, BEN)
    table.act(BEN, "@a5", "@e1")
    table.do(BEN, ConfirmTurn())
    secret = table.seen(BEN).secret
    assert secret is not None
    workers = [(worker.seat, worker.square) for worker in secret.workers]
    assert workers == [(ORANGE, square("e1")), (ORANGE, square("a5"))]
    assert not secret.step
    assert table.seen(ANN).secret is None
    assert table.seen(EVE).secret is None
    lines = [
        (line.event.message.key, line.secret, line.instead and line.instead.message.key) for line in table.seen(BEN).log
    ]
    assert lines.count(("log.worker_placed", True, "log.acted_in_secret")) == 2
    assert lines.count(("log.worker_placed", False, None)) == 2
    assert not any(line.secret for line in table.seen(ANN).log)


@pytest.mark.parametrize(("power", "remembered"), [("moerae", "corner"), ("tartarus", "square")])
def test_fate_and_the_abyss_are_covered_on_their_players_phone(power: str, remembered: str) -> None:
    table = drafted(power)
    free = iter(("@a1", "@e1", "@a5", "@e5", "@c1"))
    in_secret = 0
    while (game := table.state.saved.game) is not None and not game.turn:
        if table.state.saved.confirming is not None:
            table.do(ANN | BEN, ConfirmTurn())
        elif secret_step(table, BEN):
            in_secret += 1
            assert table.seen(ANN).secret is None
            table.act(BEN, "*c3")
        else:
            table.act(ANN | BEN, next(free))
    assert in_secret == 1
    secret = table.seen(BEN).secret
    assert secret is not None
    assert secret.memory == ((remembered, "c3"),)
    assert table.seen(ANN).secret is None
    assert table.seen(EVE).secret is None
    assert [line.event.message.key for line in table.seen(BEN).log if line.secret] == ["log.token_placed"]


def test_the_ram_is_put_in_the_open() -> None:
    players = (Player(BLUE, team=0), Player(ORANGE, team=1))
    game = Game.begin(Setup(players, fleece=PowerName("pan")))
    while (prompt := game.view(PUBLIC).prompt) is not None and prompt.kind is not StepKind.TOKEN:
        game = game.play(game.legal_actions()[0])
    assert prompt is not None
    assert secret_of(game, game.view(prompt.seat), game.view(PUBLIC)) is None


def test_what_everybody_sees_is_not_covered() -> None:
    table = drafted("europa")
    table.act(ANN, "@b2", "@d4")
    for marks in (ANN, BEN, EVE):
        assert table.seen(marks).secret is None
