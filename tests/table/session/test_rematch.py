"""Playing again: with a new draft, with the same cards, with the cards of the player before."""

from __future__ import annotations

import pytest

from engine.actions import Resign
from engine.seats import Seat
from engine.setup import Player, PowerName, Setup
from table.session.answers import Refusal, Stale
from table.session.journal_entries import replay
from table.session.lobby import AnswerRematch, Rematch
from table.session.rematch import RematchKind, next_setup
from table.session.snapshot import Phase, RematchView
from table.session.turns import Act
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    CLEO,
    EVE,
    ORANGE,
    PURPLE,
    WHITE,
    Runner,
    everyone,
    playing,
    refusal,
)
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
def test_a_phone_with_all_seats_begins_the_next_game_at_once(kind: RematchKind, phase: Phase) -> None:
    table = over()
    table.do(everyone(3), Rematch(kind))
    assert table.seen(EVE).phase is phase
    assert [seat.name for seat in table.seen(EVE).seats] == ["Ann", "Ben", "Cleo", None]
    assert replay(table.entries) == table.state.saved


SAME = Rematch(RematchKind.SAME)
YES, NO = AnswerRematch(agree=True), AnswerRematch(agree=False)


def test_a_rematch_begins_once_another_player_agrees() -> None:
    table = over()
    table.do(ANN, SAME)
    for marks in (ANN, BEN, CLEO, EVE):
        assert table.seen(marks).phase is Phase.OVER
        assert table.seen(marks).rematch == RematchView(BLUE, RematchKind.SAME)
    table.do(CLEO, YES)
    assert (table.seen(BEN).phase, table.seen(BEN).rematch) == (Phase.PLACING, None)
    assert replay(table.entries) == table.state.saved


def test_the_same_wish_of_another_player_agrees_and_another_wish_takes_its_place() -> None:
    table = over()
    table.do(ANN, SAME, SAME)
    table.do(BEN, Rematch(RematchKind.SWAPPED))
    assert table.seen(ANN).rematch == RematchView(ORANGE, RematchKind.SWAPPED)
    table.do(ANN, Rematch(RematchKind.SWAPPED))
    assert table.seen(ANN).phase is Phase.PLACING


def test_a_rematch_is_declined_withdrawn_and_asked_for_again() -> None:
    table = over()
    table.do(ANN, SAME)
    table.do(BEN, NO)
    assert table.seen(ANN).rematch == RematchView(BLUE, RematchKind.SAME, refused=ORANGE)
    assert refusal(table.ask(CLEO, YES))[0] == Refusal.NO_REMATCH
    table.do(BEN, SAME)
    assert table.seen(ANN).rematch == RematchView(ORANGE, RematchKind.SAME)
    assert refusal(table.ask(BEN, YES))[0] == Refusal.NO_REMATCH
    table.do(BEN, NO)
    assert table.seen(ANN).rematch is None
    assert refusal(table.ask(CLEO, NO))[0] == Refusal.NO_REMATCH
    assert refusal(table.ask(EVE, YES)) == (Refusal.NOT_YOUR_SEAT, True)


def test_an_answer_to_another_wish_is_stale() -> None:
    table = over()
    table.do(ANN, SAME)
    seen = table.state.version
    table.do(BEN, Rematch(RematchKind.SWAPPED))
    assert isinstance(table.ask(CLEO, YES, seen), Stale)


def test_the_way_to_the_lobby_needs_nobody_else() -> None:
    table = over()
    table.do(ANN, SAME)
    table.do(BEN, Rematch(RematchKind.LOBBY))
    assert (table.seen(ANN).phase, table.seen(ANN).rematch) == (Phase.LOBBY, None)


def test_without_powers_the_next_draft_is_the_next_game() -> None:
    table = playing()
    table.do(ANN, Act(Resign(BLUE)))
    table.do(everyone(2), Rematch(RematchKind.DRAFT))
    assert table.seen(EVE).phase is Phase.PLACING


def test_a_deck_is_shuffled_anew() -> None:
    seeds = set()
    for fresh in ("one", "two"):
        table = drafted(2, "chaos", "pan")
        table.do(ANN, Act(Resign(BLUE)))
        table.ask(everyone(2), Rematch(RematchKind.SAME), fresh=fresh)
        assert table.state.saved.game is not None
        seeds.add(table.state.saved.game.setup.seed)
    assert len(seeds) == 2


@pytest.mark.parametrize("kind", [RematchKind.LOBBY, RematchKind.DRAFT])
def test_what_begins_elsewhere_has_no_setup(kind: RematchKind) -> None:
    with pytest.raises(ValueError, match="no setup of its own"):
        next_setup(setup((BLUE, "pan"), (ORANGE, "atlas")), kind)
