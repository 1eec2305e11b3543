"""The draft: offer, clockwise choice, the Challenger's last card, the Start Player; and its variants."""

from __future__ import annotations

import pytest

from engine import MORTAL, Bans, Draft, DraftError, DraftStage, InvalidSetup, PowerName, Profile, Reason, Seat
from engine.casting.catalogue import BANNED_PAIRS, CARDS, card_of
from engine.casting.setup_checks import check_setup
from engine.setup import Edition, Rulings
from tests.engine.playing import OF_THE_RULEBOOK

BLUE, ORANGE, WHITE, PURPLE = Seat
TWO, THREE, FOUR = (BLUE, ORANGE), (BLUE, ORANGE, WHITE), (BLUE, ORANGE, WHITE, PURPLE)

STRICT = Profile(bans=Bans.ENFORCE)
OFF = Profile(bans=Bans.OFF)
TWICE = Profile(gods_per_player=2)
SHARED = Profile(same_power_allowed=True)
OLD = Profile(edition=Edition.ORIGINAL_2007)
OLD_TWICE = Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2)
FREE_START = Profile(rulings=Rulings(placement_fixes_starter=False))


def powers(words: str) -> tuple[PowerName, ...]:
    return tuple(PowerName(word) for word in words.split())


def offered(words: str, seats: tuple[Seat, ...] = TWO, profile: Profile | None = None) -> Draft:
    return Draft.begin(seats, seats[0], profile).offer(powers(words))


def chosen(words: str, seats: tuple[Seat, ...] = TWO, profile: Profile | None = None) -> Draft:
    """All powers taken in the order written, from the Challenger's left on."""
    draft = offered(words, seats, profile)
    for power in powers(words):
        if draft.stage is DraftStage.CHOOSE:
            draft = draft.choose(power)
    return draft


def test_the_others_choose_clockwise_and_the_challenger_gets_the_last_power() -> None:
    draft = Draft.begin(THREE, ORANGE).offer(powers("pan atlas hermes"))
    assert draft.to_act is WHITE
    draft = draft.choose(PowerName("atlas"))
    assert draft.to_act is BLUE
    draft = draft.choose(PowerName("pan"))
    assert draft.stage is DraftStage.START
    assert dict(draft.taken) == {WHITE: "atlas", BLUE: "pan", ORANGE: "hermes"}
    assert draft.to_act is ORANGE


def test_the_challenger_names_the_start_player_and_turns_go_clockwise_from_there() -> None:
    setup = chosen("pan atlas").name_start_player(ORANGE).setup(seed=7)
    assert [(player.seat, player.power, player.team) for player in setup.players] == [
        (ORANGE, "pan", 0),
        (BLUE, "atlas", 1),
    ]
    assert setup.seed == 7


def test_with_two_powers_each_the_round_of_choosing_is_gone_twice() -> None:
    draft = offered("pan atlas hermes ares", profile=TWICE)
    takers = []
    for power in powers("ares pan hermes"):
        takers.append(draft.to_act)
        draft = draft.choose(power)
    assert takers == [ORANGE, BLUE, ORANGE]
    setup = draft.name_start_player(BLUE).setup()
    check_setup(setup)
    assert [player.powers for player in setup.players] == [("pan", "atlas"), ("ares", "hermes")]


def test_four_sit_in_two_teams_opposite_each_other() -> None:
    setup = chosen("apollo pan atlas hermes", FOUR).name_start_player(ORANGE).setup()
    check_setup(setup)
    assert [(player.seat, player.team) for player in setup.players] == [(ORANGE, 0), (WHITE, 1), (PURPLE, 0), (BLUE, 1)]


@pytest.mark.parametrize(
    ("offer", "seats", "profile", "reason"),
    [
        ("pan", TWO, None, Reason.of("draft.offer_size", players=2, powers=2)),
        ("pan atlas gaea", TWO, None, Reason.of("draft.offer_size", players=2, powers=2)),
        ("pan atlas", FOUR, None, Reason.of("draft.offer_size", players=4, powers=4)),
        ("pan atlas", TWO, TWICE, Reason.of("draft.offer_size", players=2, powers=4)),
        ("pan", TWO, OLD_TWICE, Reason.of("draft.offer_size", players=2, powers=2)),
        ("pan pan", TWO, None, Reason.of("draft.repeated", power="pan")),
        ("pan pan pan pan", TWO, Profile(gods_per_player=2, same_power_allowed=True),
         Reason.of("draft.repeated", power="pan")),
        ("pan nobody", TWO, None, Reason.of("draft.unknown", power="nobody")),
        ("pan mortal", TWO, None, Reason.of("draft.unknown", power="mortal")),
        ("hecate circe", TWO, None, Reason.of("draft.impossible_pair", power="hecate", other="circe")),
        ("hecate circe", TWO, OFF, Reason.of("draft.impossible_pair", power="hecate", other="circe")),
        ("gaea atlas", TWO, STRICT, Reason.of("draft.banned_pair", power="gaea", other="atlas")),
        ("apollo hecate circe", TWO, OLD, Reason.of("draft.impossible_pair", power="hecate", other="circe")),
        ("pan atlas circe", THREE, None, Reason.of("draft.not_for_players", power="circe", players=3)),
        ("pan atlas jason", THREE, None, Reason.of("draft.not_for_players", power="jason", players=3)),
        ("pan atlas hermes clio", FOUR, None, Reason.of("draft.not_for_players", power="clio", players=4)),
        ("hades pan aphrodite nemesis", FOUR, STRICT, None),
        ("aphrodite urania hades pan", FOUR, STRICT, None),
        ("aphrodite urania nemesis bia", FOUR, STRICT,
         Reason.of("draft.banned_pair", power="aphrodite", other="urania")),
        ("terpsichore nemesis hypnus limus", FOUR, STRICT,
         Reason.of("draft.banned_pair", power="terpsichore", other="nemesis")),
        ("pan pan", TWO, SHARED, None),
        ("gaea atlas", TWO, None, None),
    ],
)  # fmt: skip
def test_what_the_challenger_may_offer(
    offer: str, seats: tuple[Seat, ...], profile: Profile | None, reason: Reason | None
) -> None:
    if reason is None:
        assert offered(offer, seats, profile).stage is DraftStage.CHOOSE
        return
    with pytest.raises(DraftError) as refused:
        offered(offer, seats, profile)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("offer", "seats", "profile", "picks", "reason"),
    [
        ("pan atlas hermes", THREE, None, "pan pan", Reason.of("draft.taken", power="pan")),
        ("pan atlas hermes", THREE, None, "gaea", Reason.of("draft.not_offered", power="gaea")),
        ("pan atlas", TWO, None, "mortal", Reason.of("draft.not_offered", power="mortal")),
        ("pan pan hermes ares", TWO, Profile(gods_per_player=2, same_power_allowed=True), "pan hermes pan",
         Reason.of("draft.in_hand", power="pan")),
        # Teammates sit opposite: the first and the third to choose.
        ("hades pan ares atlas", FOUR, STRICT, "hades pan",
         Reason.of("draft.banned_pair", power="pan", other="hades")),
        ("hades pan ares atlas", FOUR, STRICT, "hades ares atlas", Reason.of("draft.leaves_ruled_out", power="atlas")),
        ("hades pan ares atlas", FOUR, STRICT, "hades ares pan", None),
        ("pan hermes", TWO, OLD, "pan pan", None),
        ("pan hermes", TWO, OLD, "mortal hermes", None),
        ("pan hermes", TWO, OLD, "mortal mortal", None),
        ("pan hermes", TWO, Profile(edition=Edition.ORIGINAL_2007, same_power_allowed=False), "pan pan",
         Reason.of("draft.taken", power="pan")),
        ("pan hermes", TWO, OLD_TWICE, "pan hermes hermes hermes", Reason.of("draft.in_hand", power="hermes")),
        ("pan hermes", THREE, OLD, "mortal mortal mortal", Reason.of("draft.power_needed", players=3)),
        ("pan hermes", THREE, OLD, "mortal mortal pan", None),
        ("pan hermes", FOUR, OLD, "mortal", Reason.of("draft.not_offered", power="mortal")),
    ],
)  # fmt: skip
def test_what_a_player_may_take(
    offer: str, seats: tuple[Seat, ...], profile: Profile | None, picks: str, reason: Reason | None
) -> None:
    draft = offered(offer, seats, profile)
    *earlier, last = powers(picks)
    for power in earlier:
        draft = draft.choose(power)
    shown = {card.power: card.refused for card in draft.cards(draft.to_act)}
    if reason is None:
        assert shown[last] is None
        draft = draft.choose(last)
        assert draft.stage is DraftStage.START
        check_setup(draft.name_start_player(draft.starters[0]).setup())
        return
    assert shown.get(last) == (None if reason.key == "draft.not_offered" else reason)
    with pytest.raises(DraftError) as refused:
        draft.choose(last)
    assert refused.value.reason == reason


def test_in_2007_all_point_at_once_in_any_order_and_nothing_is_shown_before_all_have() -> None:
    draft = offered("pan hermes ares", THREE, OLD)
    assert draft.choosing == (ORANGE, WHITE, BLUE)
    draft = draft.choose(PowerName("pan"), BLUE).choose(PowerName("pan"), WHITE)
    assert (draft.choosing, draft.taken, draft.to_act) == ((ORANGE,), (), ORANGE)
    with pytest.raises(DraftError, match=r"draft\.not_your_choice"):
        draft.choose(PowerName("ares"), BLUE)
    draft = draft.choose(MORTAL, ORANGE)
    assert draft.taken == ((BLUE, "pan"), (WHITE, "pan"))


def test_in_2007_only_who_chooses_learns_what_forbids_a_card() -> None:
    draft = offered("pan hermes", TWO, OLD_TWICE).choose(PowerName("pan"), ORANGE)
    own = {card.power: card.refused for card in draft.cards(ORANGE)}
    assert own == {"pan": Reason.of("draft.in_hand", power="pan"), "hermes": None, MORTAL: None}
    assert {card.refused for card in draft.cards()} == {None}
    assert {card.refused for card in draft.cards(BLUE)} == {None}


def test_what_is_not_in_the_pool_is_left_out_and_can_not_be_offered() -> None:
    draft = Draft.begin(TWO, BLUE, pool=frozenset(powers("pan atlas hermes")))
    assert {card.power for card in draft.cards() if card.refused is None} == {"pan", "atlas", "hermes"}
    assert Reason.of("draft.left_out", power="zeus") in {card.refused for card in draft.cards()}
    with pytest.raises(DraftError, match=r"draft\.left_out power=zeus"):
        draft.offer(powers("pan zeus"))
    assert draft.offer(powers("pan atlas")).choosing == (ORANGE,)


def test_only_the_seat_whose_turn_it_is_takes_a_power() -> None:
    with pytest.raises(DraftError, match=r"draft\.not_your_choice seat=orange"):
        offered("pan atlas hermes", THREE).choose(PowerName("pan"), WHITE)


@pytest.mark.parametrize(
    ("taken", "seats", "profile", "starters"),
    [
        ("pan atlas", TWO, None, TWO),
        ("hecate pan", TWO, None, (BLUE,)),
        ("hecate pan", TWO, FREE_START, TWO),
        ("hecate hecate", TWO, SHARED, TWO),
        ("bia pan", TWO, None, (ORANGE,)),
        ("bia pan", TWO, FREE_START, TWO),
        ("bia bia", TWO, SHARED, TWO),
        ("tartarus pan", TWO, None, (ORANGE,)),
        ("tartarus bia", TWO, None, (BLUE,)),
        ("tartarus hecate", TWO, None, (ORANGE,)),
        ("hecate pan bia atlas", TWO, TWICE, (ORANGE,)),
        ("bia pan atlas", THREE, None, (ORANGE,)),
        ("hecate pan atlas", THREE, None, THREE),
        ("bia pan atlas hermes", FOUR, None, (ORANGE, PURPLE)),
        ("pan bia atlas hermes", FOUR, None, (BLUE, WHITE)),
    ],
)
def test_who_may_start(
    taken: str, seats: tuple[Seat, ...], profile: Profile | None, starters: tuple[Seat, ...]
) -> None:
    draft = chosen(taken, seats, profile)
    assert draft.starters == starters
    for seat in seats:
        if seat in starters:
            check_setup(draft.name_start_player(seat).setup())
        else:
            with pytest.raises(DraftError, match=rf"draft\.cannot_start seat={seat.value}"):
                draft.name_start_player(seat)


def test_in_the_golden_fleece_variant_one_power_is_chosen_and_who_places_first() -> None:
    draft = Draft.begin(TWO, BLUE, fleece=True)
    refused = {card.power: card.refused for card in draft.cards() if card.refused}
    assert sum(card.fleece for card in OF_THE_RULEBOOK) == 29
    assert set(refused) == {card.power for card in CARDS if not card.fleece}
    for words, key in (("athena", "not_for_fleece"), ("jason", "not_for_fleece"), ("pan atlas", "offer_size")):
        with pytest.raises(DraftError, match=rf"draft\.{key}"):
            draft.offer(powers(words))
    draft = draft.offer(powers("bia"))
    assert (draft.stage, draft.to_act, draft.starters, draft.taken) == (DraftStage.START, BLUE, TWO, ())
    setup = draft.name_start_player(ORANGE).setup()
    check_setup(setup)
    assert [(player.seat, player.power) for player in setup.players] == [(ORANGE, MORTAL), (BLUE, MORTAL)]
    assert setup.fleece == "bia"


def test_in_the_base_game_only_the_start_player_is_named() -> None:
    draft = Draft.begin(TWO, BLUE, Profile(gods_per_player=0))
    assert draft.stage is DraftStage.START
    check_setup(draft.name_start_player(ORANGE).setup())


@pytest.mark.parametrize(("profile", "fleece"), [(Profile(gods_per_player=0), False), (Profile(), True)])
def test_base_game_and_golden_fleece_are_for_two(profile: Profile, *, fleece: bool) -> None:
    with pytest.raises(InvalidSetup, match="for 2 players, not 3"):
        Draft.begin(THREE, BLUE, profile, fleece=fleece)


def test_the_challenger_sits_at_the_table() -> None:
    with pytest.raises(ValueError, match="the Challenger white is none of blue, orange"):
        Draft.begin(TWO, WHITE)


def test_steps_out_of_their_stage_are_refused_with_what_is_due() -> None:
    draft = Draft.begin(TWO, BLUE)
    for step in (lambda: draft.choose(PowerName("pan")), lambda: draft.name_start_player(BLUE), draft.setup):
        with pytest.raises(DraftError, match=r"draft\.stage due=offer"):
            step()


def test_while_the_offer_is_made_every_card_says_for_how_many_players_it_is_not_and_its_printed_bans() -> None:
    for seats in (TWO, THREE, FOUR):
        for card in Draft.begin(seats, BLUE).cards():
            fits = len(seats) in card_of(card.power).players
            assert (card.refused is None) == fits, card.power
            others = {dict(warning.args)["other"] for warning in card.warnings}
            assert others == {other for pair in BANNED_PAIRS if card.power in pair for other in pair - {card.power}} - (
                {"circe", "hecate"} if card.power in ("circe", "hecate") else set()
            )
    assert not any(card.warnings for card in Draft.begin(TWO, BLUE, STRICT).cards())


def test_who_chooses_is_reminded_of_printed_bans_among_what_is_offered() -> None:
    warned = {card.power: len(card.warnings) for card in offered("gaea atlas pan", THREE).cards()}
    assert warned == {"gaea": 1, "atlas": 1, "pan": 0}
