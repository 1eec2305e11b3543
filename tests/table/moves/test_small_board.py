"""A table over a board of 4 x 4 squares: an option of the 2007 edition."""

from __future__ import annotations

import random

import pytest

from engine.setup import MORTAL, Edition, PowerName
from engine.squares import Square, square, squares
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.journal_entries import GameBegan, replay
from table.session.lobby import BeginGame, ChooseOptions
from table.session.snapshot import DraftStep, Phase
from table.session.table_state import TableState
from table.settings.options import GameOptions
from tests.table.session.reduced_table import ANN, BEN, BLUE, CLEO, EVE, ORANGE, Runner, everyone, play_on, seated


def small(players: int = 2) -> Runner:
    """A table with these players in the lobby, over a small board."""
    table = seated(players)
    opened = TableState.opening(table.state.saved, size=4)
    return Runner(opened, table.entries)


def test_the_game_has_the_size_of_the_board_and_keeps_it() -> None:
    table = small()
    table.do(ANN, BeginGame())
    assert table.entries[-1] == GameBegan(size=4)
    saved = replay(table.entries)
    assert saved.game is not None
    assert saved.size == 4
    assert saved.game.setup.profile.edition is Edition.ORIGINAL_2007
    view = table.seen(ANN).game
    assert view is not None
    assert view.size == 4
    assert {option.square for option in view.options} == set(squares(4))  # type: ignore[union-attr]  # all are placements


def test_a_square_that_the_board_does_not_have_is_not_lit_and_not_explained_away() -> None:
    table = small()
    table.do(ANN, BeginGame())
    reason = table.seen(ANN).dark[square("e5")]
    assert reason is not None
    assert table.seen(ANN).dark[square("d4")] is None


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_stays_on_the_board(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    table = small()
    table.do(ANN, BeginGame())
    play_on(table, chance)
    assert table.state.saved.phase is Phase.OVER
    game = table.seen(EVE).game
    assert game is not None
    off = [Square(number) for number in range(25) if Square(number) not in squares(4)]
    assert all(game.levels[each] == 0 for each in off)
    assert replay(table.entries) == table.state.saved


def test_in_the_edition_of_2007_all_choose_before_anything_is_told_and_may_choose_the_same() -> None:
    table = small()
    table.do(ANN, ChooseOptions(GameOptions(powers=True)), BeginGame())
    table.do(ANN, OfferPowers((PowerName("apollo"), PowerName("pan"))))
    table.do(BEN, ChoosePower(PowerName("pan")))
    seen = table.seen(ANN).draft
    assert seen is not None
    assert (seen.stage, seen.taken) == (DraftStep.CHOOSE, ())
    table.do(ANN, ChoosePower(PowerName("pan")))
    table.do(ANN, NameStartPlayer(ORANGE))
    assert [seat.power for seat in table.seen(EVE).seats] == ["pan", "pan", None, None]


def test_three_may_play_on_it_and_two_of_them_without_a_power() -> None:
    table = small(3)
    table.do(ANN, BeginGame(), OfferPowers((PowerName("apollo"),)))
    for marks, power in ((BEN, MORTAL), (CLEO, MORTAL), (ANN, PowerName("apollo"))):
        table.do(marks, ChoosePower(power))
    table.do(ANN, NameStartPlayer(BLUE))
    play_on(table, random.Random(5), everyone(3))  # noqa: S311 - a game, no secret
    assert table.state.saved.phase is Phase.OVER
