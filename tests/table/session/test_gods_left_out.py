"""Single gods that a table never plays with: they are not dealt, not offered, not voted for and not chosen."""

from __future__ import annotations

import json

import pytest

from engine.casting.catalogue import CARDS
from engine.setup import PowerName, Profile
from table.session.answers import Accepted
from table.session.drafting import DrawLots, OfferPowers, VoteForPowers
from table.session.journal_entries import OptionsChosen, replay
from table.session.lobby import BeginGame, ChooseOptions
from table.session.saved_state import SavedState
from table.settings.options import DraftMode, GameOptions
from table.storage.entry_format import entry_text, parse_entry
from tests.table.session.reduced_table import ANN, BEN, BLUE, ORANGE, Runner, refusal, seated

LEFT = frozenset(map(PowerName, ("pan", "atlas", "zeus", "hera")))
ALL_BUT_THREE = frozenset(card.power for card in CARDS) - frozenset(map(PowerName, ("pan", "atlas", "zeus")))


def begun(options: GameOptions, fresh: str = "luck") -> Runner:
    table = seated(2)
    table.do(ANN, ChooseOptions(options))
    assert isinstance(table.ask(ANN, BeginGame(), fresh=fresh), Accepted)
    return table


def only(*powers: str, **more: object) -> GameOptions:
    """Options that leave out all powers but these."""
    left_out = frozenset(card.power for card in CARDS) - frozenset(map(PowerName, powers))
    return GameOptions(powers=True, left_out=left_out, **more)  # type: ignore[arg-type]  # fields of the options


def dealt(table: Runner) -> set[str]:
    draft = table.state.saved.draft
    assert draft is not None
    return set(draft.offered)


@pytest.mark.parametrize("mode", [DraftMode.DEALT, DraftMode.QUICK])
@pytest.mark.parametrize("each", [1, 2])
def test_what_is_left_out_is_never_dealt_as_one_god_or_as_the_second(mode: DraftMode, each: int) -> None:
    options = only("pan", "atlas", "zeus", "hera", mode=mode, rules=Profile(gods_per_player=each))
    for luck in range(8):
        offered = dealt(begun(options, str(luck)))
        assert offered <= LEFT
        assert len(offered) == 2 * each


@pytest.mark.parametrize("mode", [DraftMode.DEALT, DraftMode.QUICK])
def test_what_is_left_out_never_lies_beside_the_board(mode: DraftMode) -> None:
    options = only("pan", "athena", fleece=True, mode=mode)  # Athena has no sign of the Golden Fleece
    assert {god for luck in range(8) for god in dealt(begun(options, str(luck)))} == {"pan"}


def test_the_challenger_sees_why_it_cannot_be_offered() -> None:
    table = begun(GameOptions(powers=True, left_out=frozenset({PowerName("medusa")})))
    draft = table.seen(BEN).draft
    assert draft is not None
    refused = {card.power: card.refused.key for card in draft.cards if card.refused is not None}
    assert refused == {"medusa": "draft.left_out"}
    asked = table.ask(ANN, OfferPowers((PowerName("pan"), PowerName("medusa"))))
    assert refusal(asked) == ("draft.left_out", False)
    lots = (begun(only("pan", "atlas", "zeus", "hera")) for _ in range(3))
    for luck, drawn in enumerate(lots):
        assert isinstance(drawn.ask(ANN, DrawLots(), fresh=str(luck)), Accepted)
        assert dealt(drawn) <= LEFT


def test_nobody_votes_for_it_and_the_lot_adds_others() -> None:
    table = begun(only("pan", "atlas", "zeus", mode=DraftMode.VOTE))
    assert refusal(table.ask(ANN, VoteForPowers(BLUE, (PowerName("hera"),), done=True))) == ("draft.left_out", False)
    table.do(ANN, VoteForPowers(BLUE, (PowerName("pan"),), done=True))
    table.do(BEN, VoteForPowers(ORANGE, (), done=True))
    assert dealt(table) in ({"pan", "atlas"}, {"pan", "zeus"})


def test_too_few_that_are_left_stand_against_beginning_with_their_number() -> None:
    table = seated(4)
    table.do(ANN, ChooseOptions(GameOptions(powers=True, left_out=ALL_BUT_THREE)))
    obstacle = table.seen(ANN).obstacle
    assert obstacle is not None
    assert (obstacle.key, dict(obstacle.args)) == ("table.too_few_gods", {"count": "3", "wanted": "4"})
    assert refusal(table.ask(ANN, BeginGame())) == ("table.too_few_gods", False)
    assert table.seen(ANN).gods == 3


def test_each_set_tells_how_many_are_left_for_these_players_before_and_during_a_game() -> None:
    table = seated(3)
    table.do(ANN, ChooseOptions(GameOptions(powers=True, left_out=frozenset(map(PowerName, ("pan", "medusa"))))))
    wanted = {"simple": 9, "advanced": 16, "golden_fleece": 14, "hero": 0}
    for phase in range(2):
        shown = table.seen(BEN)
        assert {each.group: each.count for each in shown.sets} == wanted
        assert shown.gods == sum(wanted.values())
        none = {each.group: each.none.key for each in shown.sets if each.none is not None}
        assert none == {"hero": "table.set_not_for_players"}
        if not phase:
            table.do(ANN, BeginGame())


def test_they_stay_for_the_next_games_and_options_from_before_have_none() -> None:
    chosen = OptionsChosen(GameOptions(powers=True, left_out=frozenset(map(PowerName, ("medusa", "circe")))))
    text = entry_text(chosen)
    assert json.loads(text)["options"]["left_out"] == ["circe", "medusa"]
    assert replay([parse_entry(text)]).options == chosen.options
    before = '{"entry":"options_chosen","options":{"powers":true,"mode":"vote","sets":["simple"],"rules":{}}}'
    assert replay([parse_entry(before)]).options.left_out == frozenset()
    assert "left_out" not in entry_text(OptionsChosen(SavedState().options))
