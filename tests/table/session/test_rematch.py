"""Playing again: with a new draft, with the same cards, with the cards of the player before."""

from __future__ import annotations

import pytest

from engine.actions import Resign
from engine.seats import Seat
from engine.setup import Player, PowerName, Setup
from table.session.journal_entries import replay
from table.session.lobby import Rematch
from table.session.rematch import RematchKind, next_setup
from table.session.snapshot import Phase
from table.session.turns import Act
from tests.table.session.reduced_table import ANN, BEN, BLUE, CLEO, EVE, ORANGE, PURPLE, WHITE, Runner, playing
from tests.table.session.test_players import drafted

Hand = tuple[Seat, str]


def setup(*hands: Hand) -> Setup:
    teams = 2 if len(hands) == 4 else len(hands)
    return Setup(tuple(Player(seat, PowerName(power), place % teams) for place, (seat, power) in enumerate(hands)))


def hands(of: Setup) -> tuple[Hand, ...]:
    return tuple((player.seat, str(player.power)) for player in of.players)


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (
            RematchKind.SAME,
            [(BLUE, "pan"), (ORANGE, "atlas")],
            [(ORANGE, "atlas"), (BLUE, "pan")],
        ),
        (
            RematchKind.SAME,
            [(BLUE, "bia"), (ORANGE, "atlas")],
            [(BLUE, "bia"), (ORANGE, "atlas")],
        ),
        (
            RematchKind.SAME,
            [(BLUE, "atlas"), (ORANGE, "pan"), (WHITE, "apollo")],
            [(ORANGE, "pan"), (WHITE, "apollo"), (BLUE, "atlas")],
        ),
        (
            RematchKind.SAME,
            [(BLUE, "atlas"), (ORANGE, "pan"), (WHITE, "apollo"), (PURPLE, "demeter")],
            [(ORANGE, "pan"), (WHITE, "apollo"), (PURPLE, "demeter"), (BLUE, "atlas")],
        ),
        (
            RematchKind.SWAPPED,
            [(BLUE, "pan"), (ORANGE, "atlas")],
            [(ORANGE, "pan"), (BLUE, "atlas")],
        ),
        (
            RematchKind.SWAPPED,
            [(BLUE, "atlas"), (ORANGE, "pan"), (WHITE, "apollo"), (PURPLE, "demeter")],
            [(ORANGE, "atlas"), (WHITE, "pan"), (PURPLE, "apollo"), (BLUE, "demeter")],
        ),
    ],
)
def test_the_next_game_with_the_same_cards(kind: RematchKind, before: list[Hand], after: list[Hand]) -> None:
    following = next_setup(setup(*before), kind, seed=5)
    assert hands(following) == tuple(after)
    assert following.seed == 5
    assert [player.team for player in following.players] == [player.team for player in setup(*before).players]


def over() -> Runner:
    """A game of three that Cleo won."""
    table = drafted(3)
    table.do(ANN, Act(Resign(BLUE)))
    table.do(BEN, Act(Resign(ORANGE)))
    assert table.state.saved.phase is Phase.OVER
    return table


@pytest.mark.parametrize(
    ("kind", "phase"),
    [
        (RematchKind.LOBBY, Phase.LOBBY),
        (RematchKind.DRAFT, Phase.DRAFT),
        (RematchKind.SAME, Phase.PLACING),
        (RematchKind.SWAPPED, Phase.PLACING),
    ],
)
def test_anyone_who_played_begins_the_next_game(kind: RematchKind, phase: Phase) -> None:
    table = over()
    table.do(CLEO, Rematch(kind))
    assert table.seen(EVE).phase is phase
    assert [seat.name for seat in table.seen(EVE).seats] == ["Ann", "Ben", "Cleo", None]
    assert replay(table.entries) == table.state.saved


def test_without_powers_the_next_draft_is_the_next_game() -> None:
    table = playing()
    table.do(ANN, Act(Resign(BLUE)))
    table.do(BEN, Rematch(RematchKind.DRAFT))
    assert table.seen(EVE).phase is Phase.PLACING


def test_a_deck_is_shuffled_anew() -> None:
    seeds = set()
    for fresh in ("one", "two"):
        table = drafted(2, "chaos", "pan")
        table.do(ANN, Act(Resign(BLUE)))
        table.ask(BEN, Rematch(RematchKind.SAME), fresh=fresh)
        assert table.state.saved.game is not None
        seeds.add(table.state.saved.game.setup.seed)
    assert len(seeds) == 2


@pytest.mark.parametrize("kind", [RematchKind.LOBBY, RematchKind.DRAFT])
def test_what_begins_elsewhere_has_no_setup(kind: RematchKind) -> None:
    with pytest.raises(ValueError, match="no setup of its own"):
        next_setup(setup((BLUE, "pan"), (ORANGE, "atlas")), kind)
