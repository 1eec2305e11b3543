"""Who is told that an option wins: the player who is to act and a teammate who knows as much, and nobody else."""

from __future__ import annotations

from dataclasses import replace

from engine import PUBLIC, Game
from engine.notation import action_text
from engine.seats import Seat
from table.session.lobby import BeginGame
from table.view.snapshot_builder import NOTHING_DARK, present
from tests.engine.cases import game_at, line
from tests.table.session.reduced_table import ANN, BLUE, ORANGE, seated


def test_only_who_is_to_act_is_told_what_wins() -> None:
    table = seated()
    table.do(ANN, BeginGame())
    game = game_at(line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"))
    state = replace(table.state, saved=replace(table.state.saved, game=game))
    told = {seat: present(state, held, lambda: NOTHING_DARK).game for seat, held in SEEN.items()}
    assert {seat: view and [action_text(action) for action in view.wins] for seat, view in told.items()} == {
        "blue": ["b2-b3"],
        "orange": [],
        "nobody": [],
    }


SEEN = {"blue": (BLUE,), "orange": (ORANGE,), "nobody": ()}


def test_a_teammate_sees_what_wins_and_opponents_do_not() -> None:
    game = game_at(line("pan:b2,e5", "atlas:d1,a5", "b2:2 b3:3", more="apollo:/minotaur:"))
    assert told_wins(game) == {Seat.BLUE, Seat.WHITE}
    assert game.view(PUBLIC).wins == ()


def told_wins(game: Game) -> set[Seat]:
    """The seats that are told what wins."""
    return {player.seat for player in game.setup.players if game.view(player.seat).wins}
