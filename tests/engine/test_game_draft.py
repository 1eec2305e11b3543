"""The draft of the rulebook: offer, clockwise choice, the Challenger's last card, the Start Player."""

from __future__ import annotations

import pytest

from engine import Bans, Draft, DraftError, DraftStage, PowerName, Profile, Seat

BLUE, ORANGE, WHITE = Seat.BLUE, Seat.ORANGE, Seat.WHITE
PAN, ATLAS, GAEA, HECATE, CIRCE, HERMES = (
    PowerName(name) for name in ("pan", "atlas", "gaea", "hecate", "circe", "hermes")
)


def test_the_others_choose_clockwise_and_the_challenger_gets_the_last_power() -> None:
    draft = Draft.begin((BLUE, ORANGE, WHITE), ORANGE).offer((PAN, ATLAS, HERMES))
    assert draft.to_act is WHITE
    draft = draft.choose(ATLAS)
    assert draft.to_act is BLUE
    draft = draft.choose(PAN)
    assert draft.stage is DraftStage.START
    assert dict(draft.taken) == {WHITE: ATLAS, BLUE: PAN, ORANGE: HERMES}
    assert draft.to_act is ORANGE


def test_the_challenger_names_the_start_player_and_turns_go_clockwise_from_there() -> None:
    setup = Draft.begin((BLUE, ORANGE), BLUE).offer((PAN, ATLAS)).choose(PAN).name_start_player(ORANGE).setup()
    assert [(player.seat, player.power, player.team) for player in setup.players] == [
        (ORANGE, PAN, 0),
        (BLUE, ATLAS, 1),
    ]


@pytest.mark.parametrize(
    ("offer", "key"),
    [
        ((PAN,), "draft.offer_size"),
        ((PAN, PAN), "draft.offer_size"),
        ((PAN, ATLAS, GAEA), "draft.offer_size"),
        ((PAN, PowerName("nobody")), "draft.unknown"),
        ((HECATE, CIRCE), "draft.impossible_pair"),
    ],
)
def test_an_offer_that_cannot_be_played_is_refused_with_its_reason(offer: tuple[PowerName, ...], key: str) -> None:
    with pytest.raises(DraftError) as refused:
        Draft.begin((BLUE, ORANGE), BLUE).offer(offer)
    assert refused.value.reason.key == key


def test_a_printed_ban_warns_by_default_and_refuses_when_enforced() -> None:
    draft = Draft.begin((BLUE, ORANGE), BLUE)
    assert draft.offer((GAEA, ATLAS)).stage is DraftStage.CHOOSE
    gaea = next(card for card in draft.cards() if card.power == GAEA)
    assert [warning.args for warning in gaea.warnings] == [(("other", "atlas"), ("power", "gaea"))]
    strict = Draft.begin((BLUE, ORANGE), BLUE, Profile(bans=Bans.ENFORCE))
    with pytest.raises(DraftError, match=r"draft\.banned_pair"):
        strict.offer((GAEA, ATLAS))


def test_a_power_without_the_icon_for_three_players_is_refused_among_three() -> None:
    draft = Draft.begin((BLUE, ORANGE, WHITE), BLUE)
    refused = {card.power for card in draft.cards() if card.refused is not None}
    assert refused == {PowerName("aphrodite"), CIRCE}


def test_a_power_that_is_gone_cannot_be_taken_again() -> None:
    draft = Draft.begin((BLUE, ORANGE, WHITE), BLUE).offer((PAN, ATLAS, HERMES)).choose(PAN)
    with pytest.raises(DraftError, match=r"draft\.taken"):
        draft.choose(PAN)
    with pytest.raises(DraftError, match=r"draft\.not_offered"):
        draft.choose(GAEA)


def test_in_a_game_of_two_hecate_does_not_start() -> None:
    draft = Draft.begin((BLUE, ORANGE), BLUE).offer((HECATE, PAN)).choose(HECATE)
    assert draft.starters == (BLUE,)
    with pytest.raises(DraftError, match=r"draft\.cannot_start"):
        draft.name_start_player(ORANGE)
