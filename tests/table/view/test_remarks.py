"""What the table says as a player: about what everybody sees, and nothing about what is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Game, Seat
from engine.notation import parse_position, parse_turn, state_of
from opponent.levels import LevelName
from table.session.chess_clock import TurnStood
from table.session.saved_state import SavedState, SeatedPlayer, Seating
from table.settings.options import GameOptions
from table.view.remarks import remark_of

BLUE, ORANGE, WHITE = Seat.BLUE, Seat.ORANGE, Seat.WHITE

HIGH_BLUE = "00000/00000/02300/00000/00000"
"""Blue on b3 stands beside the tower on c3."""


def after(
    position: str,
    turn: str,
    *,
    table: tuple[Seat, ...] = (ORANGE,),
    level: LevelName = LevelName.CASUAL,
    options: GameOptions | None = None,
) -> str | None:
    """What the table says after this turn, without its variant, and of whom it speaks."""
    game = Game.at(state_of(parse_position(position)))
    seats = [player.seat for player in game.setup.players]
    for action in parse_turn(turn):
        game = game.play(action)
    players = tuple(SeatedPlayer(seat, seat, seat, level if seat in table else None) for seat in seats)
    turns = (TurnStood(0), TurnStood(len(game.plies)))
    saved = SavedState(seating=Seating(players), game=game, turns=turns, options=options or GameOptions())
    remark = remark_of(saved)
    if remark is None:
        return None
    occasion = remark.message.key.split(".")[1]
    return " ".join([remark.seat, occasion, *(value for _, value in remark.message.args)])


def position(levels: str, *players: str) -> str:
    return "/".join([levels.replace("/", ""), "1", *players])


@pytest.mark.parametrize(
    ("levels", "players", "turn", "said"),
    [
        # The table builds a dome where blue could have won; then blue does so to it.
        (HIGH_BLUE, ("orange=mortal:d5,e1", "blue=mortal:b3,a1"), "d5-d4 d4^c3", "orange stopped blue"),
        (HIGH_BLUE, ("blue=mortal:d5,e1", "orange=mortal:b3,a1"), "d5-d4 d4^c3", "orange was_stopped blue"),
        # A dome where nobody could have won is nothing to speak of.
        (HIGH_BLUE, ("orange=mortal:d5,e1", "blue=mortal:e5,a1"), "d5-d4 d4^c3", None),
        # Blue comes to stand beside a tower; who stood there before says nothing new.
        (
            "00000/00000/12300/00000/00000",
            ("blue=mortal:a3,e1", "orange=mortal:e5,d5"),
            "a3-b3 b3+b4",
            "orange threatened blue",
        ),
        (HIGH_BLUE, ("blue=mortal:b3,e1", "orange=mortal:e5,d5"), "e1-e2 e2+e1", None),
    ],
)
def test_the_table_speaks_of_wins_that_were_stopped_or_threaten(
    levels: str, players: tuple[str, ...], turn: str, said: str | None
) -> None:
    assert after(position(levels, *players), turn) == said


CLIMBS = position("00000/00000/12300/00000/00000", "orange=mortal:a3,e1", "blue=mortal:e5,d5"), "a3-b3 b3+b4"


def test_only_a_weak_level_says_where_it_could_win_unless_there_are_hints() -> None:
    assert after(*CLIMBS, level=LevelName.CHILD) == "orange threatens"
    assert after(*CLIMBS, level=LevelName.STRONG) is None
    assert after(*CLIMBS, level=LevelName.STRONG, options=GameOptions(hints=True)) == "orange threatens"


def test_it_says_nothing_if_it_is_not_to_talk_or_plays_alone() -> None:
    assert after(*CLIMBS, level=LevelName.CHILD, options=GameOptions(talks=False)) is None
    assert after(*CLIMBS, level=LevelName.CHILD, table=(ORANGE, BLUE)) is None


def test_it_ends_a_game_with_a_word_to_who_won_or_lost() -> None:
    wins = position(HIGH_BLUE, "blue=mortal:b3,a1", "orange=mortal:e5,d5"), "b3-c3"
    assert after(*wins) == "orange lost blue"
    assert after(*wins, table=(BLUE,)) == "blue won"


def test_among_three_it_points_at_nobody_who_threatens() -> None:
    three = position("00000/00000/12300/00000/00000", "blue=apollo:a3,e1", "orange=pan:e5,d5", "white=atlas:a1,b1")
    assert after(three, "a3-b3 b3+b4") is None


def test_it_does_not_speak_of_workers_that_nobody_sees() -> None:
    hidden = position("00000/00000/12300/00000/00000", "orange=hecate:a3,e1", "blue=mortal:e5,d5")
    assert after(hidden, "a3-b3 b3+b4", level=LevelName.CHILD) is None


def test_each_game_and_each_turn_has_its_own_variant_and_the_same_one_on_all_phones() -> None:
    game = Game.at(state_of(parse_position(CLIMBS[0])))
    seating = Seating((SeatedPlayer(ORANGE, "", "", LevelName.CHILD), SeatedPlayer(BLUE, "Ann", "ann")))
    begun = [SavedState(seating=seating, game=game, name=f"20260101T00000{number}Z-1") for number in range(9)]
    keys = [said.message.key for said in map(remark_of, begun) if said is not None]
    assert set(keys) == {"remark.begins.1", "remark.begins.2", "remark.begins.3"}
    assert keys == [said.message.key for said in map(remark_of, begun) if said is not None]
    again = remark_of(replace(begun[0], again=True))
    assert again is not None
    assert again.message.key.startswith("remark.again.")
