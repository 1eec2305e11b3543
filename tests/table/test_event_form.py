"""Events as JSON: whatever happens in a game is read as it was written."""

from __future__ import annotations

import re

import pytest

from common.numbers import seeded
from engine import Game
from table.log_forms import event_text, read_event
from table.typed_json import MalformedError
from tests.engine.test_games_told import setup_of


@pytest.mark.parametrize(
    "powers", [("hecate", "medusa"), ("harpies", "chaos"), ("siren", "hera"), ("europa", "dionysus")]
)
def test_what_happened_is_read_as_it_was_written(powers: tuple[str, str]) -> None:
    game, chance = Game.begin(setup_of(*powers, teams=2)), seeded("events", *powers)
    while game.outcome is None and len(game.plies) < 150:
        game = game.play(chance.choice(game.winning_actions() or game.legal_actions()))
    events = [event for ply in game.plies for event in ply.events]
    assert [read_event(event_text(event)) for event in events] == events


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no event"),
        ("7", "no event"),
        ('["Fell",{}]', "there is no event 'Fell'; there are ActedInSecret, ActionCancelled"),
        ('["Built",{"seat":"blue"}]', "missing required field `square`"),
        ('["Built",{"seat":"green","square":1,"piece":"block","level":0}]', "Invalid enum value 'green'"),
    ],
)
def test_what_is_no_event_is_refused(text: str, why: str) -> None:
    with pytest.raises(MalformedError, match=re.escape(why)):
        read_event(text)
