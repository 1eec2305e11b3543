"""What the table does in secret for its seat is in nobody's view, and not in the lights."""

from __future__ import annotations

import json

import msgspec

from engine import Place, Seat
from engine.setup import PowerName
from engine.squares import square
from opponent.levels import LevelName
from table.runtime.seat_thinker import SeatThinker
from table.session.journal_entries import (
    GameBegan,
    Opened,
    OptionsChosen,
    PowerChosen,
    PowersOffered,
    SeatTaken,
    StartPlayerNamed,
    TablePlays,
    replay,
)
from table.session.saved_state import token_mark
from table.session.table_setup import ResumeGame
from table.session.turns import ConfirmTurn
from table.settings.options import GameOptions
from table.view.led_patterns import lights_of
from tests.table.runtime.test_table_plays import LateAnswers
from tests.table.runtime.virtual_table import VirtualTable
from web_ui.forms.snapshot_forms import snapshot_form


def shown(secret: str) -> tuple[str, str]:
    """What the other player's phone and the lights show once the table has hidden a worker on a square."""
    apollo, hecate = PowerName("apollo"), PowerName("hecate")
    begun = replay(
        (
            Opened(),
            SeatTaken(Seat.BLUE, "Ann", token_mark("ann")),
            TablePlays(Seat.ORANGE, LevelName.CASUAL),
            OptionsChosen(GameOptions(powers=True)),
            GameBegan(),
            PowersOffered((apollo, hecate)),
            PowerChosen(hecate),
            StartPlayerNamed(Seat.BLUE),
            Opened(),
        )
    )
    answers = LateAnswers()
    table = VirtualTable(saved=begun, thinker=SeatThinker(answers, pace=0.1), moves_pieces=False)
    table.tokens = frozenset({"ann"})
    table.does(ResumeGame())
    while not answers.asked:
        if table.saved.to_act is Seat.BLUE:
            table.plays("@a1", "@a2")
            table.does(ConfirmTurn())
        table.rest(200)
    answers.answer(Place(square(secret)))
    before = len(table.game.plies)
    table.rest(500)
    assert len(table.game.plies) == before + 1
    seen = json.loads(msgspec.json.encode(snapshot_form(table.seen)))
    return json.dumps({**seen, "clock": None}), repr(lights_of(table.table.runner.state))


def test_two_hiding_places_look_the_same_to_everybody_else() -> None:
    assert shown("c3") == shown("e5")
