"""How a simulated game begins: players sit down and choose their powers."""

from __future__ import annotations

from random import Random

from engine.casting.draft import DraftStage
from simulator.announced_turns import LONGEST, AnnouncedTurns
from simulator.simulation_options import GameSpec
from simulator.simulation_record import SimulationFaultKind
from simulator.step_attempts import GameFailed, StepAttempts
from simulator.table_under_test import TableUnderTest
from table.session.commands import (
    BeginGame,
    ChooseOptions,
    ChoosePower,
    ClaimSeat,
    NameStartPlayer,
    OfferPowers,
)
from table.session.saved_state import TABLE_SEATS
from table.settings.game_options import GameOptions

NAMES = ("Ida", "Ole", "Eva", "Jan")


def begin_game(
    table: TableUnderTest, attempts: StepAttempts, turns: AnnouncedTurns, spec: GameSpec, chance: Random
) -> None:
    """Let players and table sit down and begin. The first seat is the host's and the Challenger's, who gets what the
    others leave, or chooses with them. Players choose their powers in the order of the seats; where the table chooses
    by lot, they take what is left. In the Golden Fleece variant the Challenger chooses the power beside the board.

    :raises GameFailed: if the draft does not come to an end.
    """
    seats, must = TABLE_SEATS[: spec.players], attempts.must
    host = seats[0]
    for seat, name in zip(seats, NAMES, strict=False):
        if not turns.has(seat):
            must(seat, ClaimSeat(seat, name))
    turns.sit_down(host)
    offered = spec.powers if spec.fleece is None else (spec.fleece,)
    must(host, ChooseOptions(GameOptions(powers=offered is not None, fleece=spec.fleece is not None)))
    must(host, BeginGame())
    if offered is None:
        return
    must(host, OfferPowers(offered))
    wanted = {} if spec.powers is None else dict(zip(seats, spec.powers, strict=True))
    while (draft := table.state.saved.draft) is not None:
        if turns.has(draft.to_act):
            if not attempts.wait_until(lambda: table.state.saved.draft != draft, LONGEST):
                raise GameFailed(SimulationFaultKind.STUCK, "that the table chooses", "it does not")
        elif draft.stage is DraftStage.CHOOSE:
            left = [power for power in draft.offered if power not in {taken for _, taken in draft.chosen}]
            mine = wanted[draft.to_act]
            must(draft.to_act, ChoosePower(mine if mine in left else left[0]))
        else:
            must(host, NameStartPlayer(chance.choice(draft.starters)))
