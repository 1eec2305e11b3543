"""The pages of refusals and denied wins: every sentence says what causes it, in each language."""

from __future__ import annotations

import re

import pytest

from engine.casting.catalogue import CARDS, PowerSet, card_of
from engine.setup import PowerName
from tests.engine.cases import Refusal, game_at
from tests.engine.denied_wins import DENIED
from tests.engine.reason_truth import check_refusal
from tests.engine.refusal_pages import denied_reasons
from tests.engine.refusals import REFUSALS
from web_ui.languages import catalogue, offered, sentence

VAGUE = frozenset({"step.other", "no_legal_finish", "done.not_optional", "game_over", "card.which"})
"""Reasons that say what is due and not what stands against an act."""
POWERS = frozenset(card.power for card in CARDS)


def test_there_are_more_than_sixty_of_all_sets_and_kinds_of_games() -> None:
    assert len(REFUSALS) > 60
    assert len({(each.position, each.steps) for each in REFUSALS}) == len(REFUSALS)
    played = " ".join(each.position for each in REFUSALS)
    sets = {card_of(PowerName(power)).group for power in re.findall(r"[a-z]+", played) if power in POWERS}
    assert sets == set(PowerSet)
    assert "/*" in played, "none of the Golden Fleece"
    assert "gods_per_player=2" in played, "none of 2007"
    assert any(len(game_at(each.position).setup.players) == 4 for each in REFUSALS)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda each: f"{each.position} {each.steps}")
def test_a_refusal_is_true_of_the_position(refusal: Refusal) -> None:
    check_refusal(refusal.game, refusal.refused, refusal.reason)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda each: f"{each.position} {each.steps}")
def test_no_refusal_is_vague(refusal: Refusal) -> None:
    reason = refusal.reason
    args = dict(reason.args)
    assert reason.key not in VAGUE
    if reason.key.endswith(".occupied") and "reason" not in args:
        assert "seat" in args, "nobody hears whose worker stands there"
    power = reason.key.partition(".")[0]
    for language in offered():
        said = sentence(language, reason.key, args)
        assert said not in (reason.key, "")
        assert "{" not in said
        if power in POWERS and "holder" in args and "{holder}" in catalogue(language)[reason.key]:
            assert catalogue(language)[f"seat.{args['holder']}"] in said


@pytest.mark.parametrize("case", DENIED, ids=lambda each: each.verdict)
def test_a_denied_win_has_its_sentence_and_the_game_goes_on(case: Refusal) -> None:
    assert game_at(case.position, case.steps).outcome is None
    (reason,) = denied_reasons(case)
    for language in offered():
        assert "{" not in sentence(language, reason.key, dict(reason.args))
