"""Every power can be played from phones alone: whatever a phone is asked it is shown in words, and can answer."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine import Seat
from engine.casting.catalogue import CARDS
from engine.setup import PowerName
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from table.moves.follower import Follower
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.lobby import BeginGame, ChooseOptions
from table.session.snapshot import Phase
from table.session.turns import Act, ConfirmTurn, UndoStep
from table.settings.options import GameOptions
from table.view.led_patterns import LightPlan, lights_of
from tests.sampling import one_in
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, ORANGE, Runner, seated
from tests.web_ui.posted import json_of, read_action
from web_ui.forms.snapshot_forms import snapshot_form
from web_ui.languages import catalogue

STEPS = 60
OPPONENTS = ("apollo", "charon", "europa", "selene", "siren")
"""Whom a power meets: in turn, so that each kind of step is seen on both sides."""


def drafted(power: str, other: str, start: Seat) -> Runner:
    table = seated()
    table.do(
        ANN, ChooseOptions(GameOptions(powers=True)), BeginGame(), OfferPowers((PowerName(power), PowerName(other)))
    )
    table.do(BEN, ChoosePower(PowerName(other)))
    draft = table.state.saved.draft
    assert draft is not None
    table.do(ANN, NameStartPlayer(start if start in draft.starters else draft.starters[0]))
    return table


def shown(table: Runner, marks: frozenset[str]) -> dict[str, Any]:
    """What the stream sends to a phone."""
    sent: dict[str, Any] = json.loads(json.dumps(json_of(snapshot_form(table.seen(marks)))))
    return sent


def keys_without_words(snapshot: dict[str, Any]) -> set[str]:
    """The keys in a snapshot that English has no words for."""
    prompt = snapshot["prompt"]
    keys = {line["message"]["key"] for line in snapshot["log"]}
    keys |= {message["key"] for message in snapshot["dark"].values()}
    keys |= {line["message"]["args"]["reason"] for line in snapshot["log"] if "reason" in line["message"]["args"]}
    if prompt is not None:
        keys |= {f"ask.{prompt['kind']}", f"power.{prompt['power']}.name"}
    return keys - catalogue("en").keys()


@pytest.mark.parametrize("number", one_in(4, range(len(CARDS))))
def test_a_power_is_played_from_phones(number: int) -> None:
    chance = random.Random(number)  # noqa: S311 - a game, no secret
    power = CARDS[number].power
    other = next(each for each in OPPONENTS[number % len(OPPONENTS) :] + OPPONENTS if each != power)
    table = drafted(power, other, chance.choice((BLUE, ORANGE)))
    follower = Follower(FieldModel(Geometry()), {BLUE: 1, ORANGE: -1})
    wordless: set[str] = set()
    for _ in range(STEPS):
        saved = table.state.saved
        if saved.phase is Phase.OVER:
            break
        follower.expect(saved.game, locked=saved.confirming is not None)
        plan: LightPlan = lights_of(table.state)
        assert len(plan.at(0).colours) == 25
        seen = {marks: shown(table, marks) for marks in (ANN, BEN, EVE)}
        wordless |= {key for snapshot in seen.values() for key in keys_without_words(snapshot)}
        acting = saved.confirming or saved.to_act
        marks = ANN if acting is BLUE else BEN
        if saved.confirming is not None:
            table.do(marks, ConfirmTurn())
            continue
        if seen[marks]["can_undo"] and chance.random() < 0.1:
            table.do(marks, UndoStep())
            continue
        assert seen[marks]["game"]["options"]
        assert not seen[EVE]["dark"]
        table.do(marks, Act(read_action(chance.choice(seen[marks]["game"]["options"]))))
    assert wordless == set()
