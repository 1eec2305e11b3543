"""Lots that decide in place of a player give gods for first games, until a game with gods was finished at the table."""

from __future__ import annotations

import random

from engine.casting.catalogue import FIRST_GAMES
from engine.setup import PowerName
from table.session.answers import Accepted
from table.session.drafting import DrawLots, NameStartPlayer, OfferPowers, VoteForPowers
from table.session.journal_entries import JournalShortened, TableCleared, evolve, replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions
from table.session.saved_state import SavedState
from table.session.table_state import TableState
from table.settings.options import DraftMode, GameOptions
from table.storage.journal import shortened
from tests.table.session.reduced_table import ANN, BEN, BLUE, ORANGE, WITH_POWERS, Runner, play_on, seated

MANY = 12


def offered(table: Runner) -> set[str]:
    draft = table.state.saved.draft
    assert draft is not None
    return set(draft.offered)


def beginners(table: Runner) -> bool:
    draft = table.seen(ANN).draft
    assert draft is not None
    return draft.beginners


def drawn(*, gods_played: bool) -> set[str]:
    """What lots lay out in the place of the Challenger, in many drafts."""
    found: set[str] = set()
    for luck in range(MANY):
        table = Runner(TableState.opening(SavedState(gods_played=gods_played)))
        table.sit(BLUE, "Ann", "ann")
        table.sit(ORANGE, "Ben", "ben")
        table.do(ANN, WITH_POWERS, BeginGame())
        assert isinstance(table.ask(ANN, DrawLots(), fresh=str(luck)), Accepted)
        found |= offered(table)
    return found


def test_a_family_that_has_never_played_with_gods_is_dealt_those_for_first_games() -> None:
    assert drawn(gods_played=False) <= FIRST_GAMES
    assert not drawn(gods_played=True) <= FIRST_GAMES


def test_what_the_players_vote_for_comes_first_all_the_same() -> None:
    for luck in range(MANY):
        table = seated(2)
        table.do(ANN, ChooseOptions(GameOptions(powers=True, mode=DraftMode.VOTE)), BeginGame())
        table.do(ANN, VoteForPowers(BLUE, (PowerName("zeus"),), done=True))
        assert isinstance(table.ask(BEN, VoteForPowers(ORANGE, (), done=True), fresh=str(luck)), Accepted)
        assert "zeus" in offered(table)
        assert offered(table) - {"zeus"} <= FIRST_GAMES


def test_what_the_options_have_the_table_deal_is_as_the_host_chose() -> None:
    found: set[str] = set()
    for luck in range(MANY):
        table = seated(2)
        table.do(ANN, ChooseOptions(GameOptions(powers=True, mode=DraftMode.DEALT)))
        assert isinstance(table.ask(ANN, BeginGame(), fresh=str(luck)), Accepted)
        found |= offered(table)
    assert not found <= FIRST_GAMES


def test_a_finished_game_with_gods_ends_that_and_an_abandoned_one_or_one_without_does_not() -> None:
    table = seated(2)
    table.do(ANN, WITH_POWERS, BeginGame())
    assert beginners(table)
    table.do(ANN, AbandonGame(), ChooseOptions(GameOptions()), BeginGame())
    play_on(table, random.Random(1))  # noqa: S311 - a game, no secret
    table.do(ANN, AbandonGame(), WITH_POWERS, BeginGame())
    assert beginners(table)
    table.do(ANN, OfferPowers((PowerName("pan"), PowerName("atlas"))))
    finish(table)
    table.do(ANN, AbandonGame(), BeginGame())
    assert not beginners(table)
    assert replay(table.entries) == table.state.saved


def finish(table: Runner) -> None:
    """Take the gods that lie there, and play."""
    both = ANN | BEN
    assert isinstance(table.ask(both, DrawLots(), fresh="choice"), Accepted)
    table.do(both, NameStartPlayer(BLUE))
    play_on(table, random.Random(2))  # noqa: S311 - a game, no secret


def test_a_compacted_journal_and_a_cleared_table_still_know_it() -> None:
    saved = SavedState(starts=1, gods_played=True)
    entries = shortened(saved)
    assert entries is not None
    assert entries[0] == JournalShortened(1, gods_played=True)
    assert replay(entries) == saved
    assert evolve(saved, TableCleared()).gods_played
