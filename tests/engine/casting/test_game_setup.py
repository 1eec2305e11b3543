"""What forms a game: players, powers and profile."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine import MORTAL, Bans, Game, InvalidSetup, Player, PowerName, Profile, Seat, Setup
from engine.casting.catalogue import BANNED_PAIRS, CARDS, IMPOSSIBLE_PAIRS, PowerSet
from engine.casting.setup_checks import check_setup, drawable_powers
from engine.powers import POWERS
from engine.setup import Edition
from tests.engine.playing import OF_THE_RULEBOOK

OLD = Profile(edition=Edition.ORIGINAL_2007)
STRICT = Profile(bans=Bans.ENFORCE)
TWICE = Profile(gods_per_player=2)


def setup(hands: str, profile: Profile | None = None, fleece: str | None = None) -> Setup:
    """Players with these powers, in turn order; two of one player are joined by ``+``."""
    words = hands.split()
    teams = 2 if len(words) == 4 else len(words)
    seats = (*Seat, *Seat)
    players = tuple(
        Player(
            seats[turn], PowerName(word.partition("+")[0]), turn % teams, PowerName(word.partition("+")[2] or MORTAL)
        )
        for turn, word in enumerate(words)
    )
    return Setup(players, profile or Profile(), None if fleece is None else PowerName(fleece))


@pytest.mark.parametrize(
    "good",
    [
        setup("mortal mortal"),
        setup("pan mortal"),
        setup("pan mortal", OLD),
        setup("pan jason", OLD),
        setup("mortal mortal", Profile(gods_per_player=0)),
        setup("mortal mortal", Profile(size=4)),
        setup("pan atlas hermes"),
        setup("pan mortal mortal", OLD),
        setup("pan atlas hermes ares"),
        setup("hades ares pan atlas", STRICT),
        setup("pan+atlas hermes+ares", TWICE),
        setup("pan+atlas hermes", TWICE),
        setup("pan+atlas mortal", TWICE),
        setup("hecate+circe pan+atlas", TWICE),
        setup("pan pan", Profile(same_power_allowed=True)),
        setup("pan pan", OLD),
        setup("pan+atlas pan+atlas", Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2)),
        setup("gaea atlas"),
        setup("gaea atlas", Profile(bans=Bans.OFF)),
        setup("mortal mortal", fleece="bia"),
        setup("mortal mortal", Profile(gods_per_player=0), fleece="bia"),
    ],
)
def test_these_form_a_game(good: Setup) -> None:
    check_setup(good)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (setup("pan"), "2, 3 or 4 players, not 1"),
        (setup("pan atlas hermes ares apollo"), "2, 3 or 4 players, not 5"),
        (Setup((Player(Seat.BLUE), Player(Seat.BLUE, team=1))), "same seat"),
        (Setup((Player(Seat.BLUE), Player(Seat.ORANGE))), r"teams in turn order must be \[0, 1\]"),
        (setup("mortal mortal", Profile(size=6)), "4 or 5 squares wide, not 6"),
        (setup("mortal mortal", Profile(gods_per_player=3)), "gods_per_player=3: a player has no power, one or two"),
        (setup("mortal mortal", Profile(revised=frozenset({PowerName("nobody")}))), "no power 'nobody'"),
        (setup("nobody pan"), "no power 'nobody'"),
        (setup("pan mortal", Profile(gods_per_player=0)), "blue has pan, but the powers allowed for each player are 0"),
        (setup("pan+atlas hermes"), "blue has pan and atlas, but the powers allowed for each player are 1"),
        (setup("mortal+atlas hermes", TWICE), "blue has a second power, atlas, but no first"),
        (setup("pan+pan hermes", TWICE), "blue cannot have pan twice"),
        (setup("pan+pan hermes", Profile(gods_per_player=2, same_power_allowed=True)), "cannot have pan twice"),
        (setup("pan pan"), "blue and orange cannot both have pan"),
        (setup("pan hermes pan atlas"), "blue and white cannot both have pan"),
        (setup("pan+atlas hermes+atlas", TWICE), "cannot both have atlas"),
        (setup("pan pan", Profile(edition=Edition.ORIGINAL_2007, same_power_allowed=False)), "cannot both have pan"),
        (setup("pan mortal atlas"), "each of 3 players needs a power; orange has none"),
        (setup("mortal mortal mortal", OLD), "among 3 players at least one needs a power"),
        (setup("pan mortal atlas hermes", OLD), "each of 4 players needs a power; orange has none"),
        (setup("mortal mortal mortal", Profile(gods_per_player=0)), "needs a power"),
        (setup("pan circe atlas"), "circe is not for 3 players; its card allows 2"),
        (setup("pan jason atlas"), "jason is not for 3 players"),
        (setup("pan clio atlas hermes"), "clio is not for 4 players; its card allows 2 or 3"),
        (setup("aphrodite pan atlas"), "aphrodite is not for 3 players; its card allows 2 or 4"),
        (setup("hecate circe"), "cannot be carried out against each other"),
        (setup("hecate circe", Profile(bans=Bans.OFF)), "cannot be carried out against each other"),
        (setup("pan+hecate atlas+circe", TWICE), "cannot be carried out against each other"),
        (setup("gaea atlas", STRICT), "banned against"),
        (setup("hades pan ares atlas", STRICT), "banned against"),
        (setup("mortal mortal", fleece="athena"), "athena has no icon of the Golden Fleece"),
        (setup("mortal mortal", fleece="jason"), "jason has no icon of the Golden Fleece"),
        (setup("mortal mortal", fleece="nobody"), "no power 'nobody'"),
        (setup("mortal pan", fleece="bia"), "orange has pan"),
        (setup("jason mortal", fleece="bia"), "blue has jason"),
        (setup("mortal mortal mortal", fleece="bia"), "for 2 players, not 3"),
    ],
)
def test_these_form_none_and_the_message_says_why(bad: Setup, message: str) -> None:
    with pytest.raises(InvalidSetup, match=message):
        Game.begin(bad)


def test_there_is_a_card_for_each_power_in_the_order_of_the_rulebook() -> None:
    assert [card.power for card in CARDS] == [power.name for power in POWERS]
    assert [card.number for card in CARDS] == list(range(1, len(CARDS) + 1))
    assert [sum(card.group is group for card in OF_THE_RULEBOOK) for group in PowerSet] == [10, 20, 15, 10]
    assert all(card.hero == power.hero for card, power in zip(CARDS, POWERS, strict=True))
    assert all(card.players == (2,) and not card.fleece for card in CARDS if card.hero)
    printed = {card.power for card in OF_THE_RULEBOOK}
    assert len([pair for pair in BANNED_PAIRS if pair <= printed]) == 25
    assert IMPOSSIBLE_PAIRS < BANNED_PAIRS


def test_a_deck_holds_the_simple_gods_that_nobody_has_and_enforced_bans_keep_some_out() -> None:
    simple = {card.power for card in CARDS if card.group is PowerSet.SIMPLE}
    assert set(drawable_powers(setup("chaos apollo"))) == simple - {"apollo"}
    assert set(drawable_powers(setup("chaos hades"))) == simple
    assert set(drawable_powers(setup("chaos hades", STRICT))) == simple - {"pan"}
    assert set(drawable_powers(setup("hades chaos harpies", STRICT))) == simple - {"pan", "hermes"}
    assert set(drawable_powers(setup("chaos atlas hades ares", STRICT))) == simple - {"atlas"}
    assert set(drawable_powers(setup("mortal mortal", STRICT, fleece="chaos"))) == simple


def test_a_copy_of_a_game_shares_the_cast_of_its_setup() -> None:
    """The cast is one object for equal setups, also after a copy, so that states compare quickly."""
    game = Game.begin(Setup((Player(Seat.BLUE, PowerName("pan"), 0), Player(Seat.ORANGE, PowerName("atlas"), 1))))
    for same in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):  # noqa: S301 - our own bytes
        assert same.state.cast is game.state.cast
        assert same.legal_actions() == game.legal_actions()
