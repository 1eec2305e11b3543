"""The facts printed on the cards that concern the choice of powers, and the few printed exceptions between powers.

Only this module names powers together; every pair has its source.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import InvalidSetup, cut_short
from engine.reasons import Reason
from engine.setup import Bans, PowerName


class PowerSet(StrEnum):
    """The part of the rulebook that a power stands in."""

    SIMPLE = "simple"
    ADVANCED = "advanced"
    GOLDEN_FLEECE = "golden_fleece"
    HERO = "hero"


class Timing(StrEnum):
    """When a card acts: the words that its text begins with."""

    SETUP = "setup"
    YOUR_TURN_START = "your_turn_start"
    YOUR_TURN = "your_turn"
    YOUR_MOVE = "your_move"
    YOUR_BUILD = "your_build"
    YOUR_TURN_END = "your_turn_end"
    ANY_MOVE = "any_move"
    ANY_BUILD = "any_build"
    ANY_TIME = "any_time"
    OPPONENT_TURN_START = "opponent_turn_start"
    OPPONENT_TURN = "opponent_turn"
    WIN_CONDITION = "win_condition"
    LOSE_CONDITION = "lose_condition"


@dataclass(frozen=True, slots=True)
class Card:
    """A power card: its index in the rulebook, the set, the numbers of players on its icons, when it acts (in the order
    printed), and whether it has the icon of the Golden Fleece variant."""

    number: int
    power: PowerName
    group: PowerSet
    players: tuple[int, ...]
    timing: tuple[Timing, ...]
    fleece: bool

    @property
    def hero(self) -> bool:
        """Whether it is a hero's card: used once in the game, with two players only, never beside the board."""
        return self.group is PowerSet.HERO


_ANY = (2, 3, 4)

CARDS: tuple[Card, ...] = (
    Card(1, PowerName("apollo"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_MOVE,), fleece=True),
    Card(2, PowerName("artemis"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_MOVE,), fleece=True),
    Card(3, PowerName("athena"), PowerSet.SIMPLE, _ANY, (Timing.OPPONENT_TURN,), fleece=False),
    Card(4, PowerName("atlas"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_BUILD,), fleece=True),
    Card(5, PowerName("demeter"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_BUILD,), fleece=True),
    Card(6, PowerName("hephaestus"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_BUILD,), fleece=True),
    Card(7, PowerName("hermes"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_TURN,), fleece=True),
    Card(8, PowerName("minotaur"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_MOVE,), fleece=True),
    Card(9, PowerName("pan"), PowerSet.SIMPLE, _ANY, (Timing.WIN_CONDITION,), fleece=True),
    Card(10, PowerName("prometheus"), PowerSet.SIMPLE, _ANY, (Timing.YOUR_TURN,), fleece=True),
    Card(11, PowerName("aphrodite"), PowerSet.ADVANCED, (2, 4), (Timing.ANY_MOVE,), fleece=False),
    Card(12, PowerName("ares"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_TURN_END,), fleece=False),
    Card(13, PowerName("bia"), PowerSet.ADVANCED, _ANY, (Timing.SETUP, Timing.YOUR_MOVE), fleece=True),
    Card(14, PowerName("chaos"), PowerSet.ADVANCED, _ANY, (Timing.SETUP, Timing.ANY_TIME), fleece=True),
    Card(15, PowerName("charon"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_MOVE,), fleece=True),
    Card(16, PowerName("chronus"), PowerSet.ADVANCED, (2,), (Timing.WIN_CONDITION,), fleece=False),
    Card(17, PowerName("circe"), PowerSet.ADVANCED, (2,), (Timing.YOUR_TURN_START,), fleece=False),
    Card(18, PowerName("dionysus"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_BUILD,), fleece=True),
    Card(19, PowerName("eros"), PowerSet.ADVANCED, _ANY, (Timing.SETUP, Timing.WIN_CONDITION), fleece=False),
    Card(20, PowerName("hera"), PowerSet.ADVANCED, _ANY, (Timing.OPPONENT_TURN,), fleece=True),
    Card(21, PowerName("hestia"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_BUILD,), fleece=True),
    Card(22, PowerName("hypnus"), PowerSet.ADVANCED, _ANY, (Timing.OPPONENT_TURN_START,), fleece=True),
    Card(23, PowerName("limus"), PowerSet.ADVANCED, _ANY, (Timing.OPPONENT_TURN,), fleece=True),
    Card(24, PowerName("medusa"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_TURN_END,), fleece=True),
    Card(
        25,
        PowerName("morpheus"),
        PowerSet.ADVANCED,
        _ANY,
        (Timing.YOUR_TURN_START, Timing.YOUR_BUILD, Timing.ANY_TIME),
        fleece=False,
    ),
    Card(26, PowerName("persephone"), PowerSet.ADVANCED, _ANY, (Timing.OPPONENT_TURN,), fleece=True),
    Card(27, PowerName("poseidon"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_TURN_END,), fleece=True),
    Card(28, PowerName("selene"), PowerSet.ADVANCED, _ANY, (Timing.SETUP, Timing.YOUR_BUILD), fleece=True),
    Card(29, PowerName("triton"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_MOVE,), fleece=True),
    Card(30, PowerName("zeus"), PowerSet.ADVANCED, _ANY, (Timing.YOUR_BUILD,), fleece=True),
    Card(
        31,
        PowerName("aeolus"),
        PowerSet.GOLDEN_FLEECE,
        _ANY,
        (Timing.SETUP, Timing.YOUR_TURN_END, Timing.ANY_MOVE),
        fleece=True,
    ),
    Card(
        32,
        PowerName("charybdis"),
        PowerSet.GOLDEN_FLEECE,
        _ANY,
        (Timing.SETUP, Timing.YOUR_TURN_END, Timing.ANY_TIME),
        fleece=False,
    ),
    Card(
        33, PowerName("clio"), PowerSet.GOLDEN_FLEECE, (2, 3), (Timing.YOUR_BUILD, Timing.OPPONENT_TURN), fleece=False
    ),
    Card(
        34,
        PowerName("europa"),
        PowerSet.GOLDEN_FLEECE,
        _ANY,
        (Timing.SETUP, Timing.YOUR_TURN_END, Timing.ANY_TIME),
        fleece=False,
    ),
    Card(35, PowerName("gaea"), PowerSet.GOLDEN_FLEECE, (2, 3), (Timing.SETUP, Timing.ANY_BUILD), fleece=False),
    Card(36, PowerName("graeae"), PowerSet.GOLDEN_FLEECE, (2, 3), (Timing.SETUP, Timing.YOUR_BUILD), fleece=False),
    Card(37, PowerName("hades"), PowerSet.GOLDEN_FLEECE, _ANY, (Timing.OPPONENT_TURN,), fleece=True),
    Card(38, PowerName("harpies"), PowerSet.GOLDEN_FLEECE, _ANY, (Timing.OPPONENT_TURN,), fleece=True),
    Card(
        39,
        PowerName("hecate"),
        PowerSet.GOLDEN_FLEECE,
        (2, 3),
        (Timing.SETUP, Timing.YOUR_TURN, Timing.ANY_TIME),
        fleece=False,
    ),
    Card(40, PowerName("moerae"), PowerSet.GOLDEN_FLEECE, (2, 3), (Timing.SETUP, Timing.WIN_CONDITION), fleece=False),
    Card(41, PowerName("nemesis"), PowerSet.GOLDEN_FLEECE, _ANY, (Timing.YOUR_TURN_END,), fleece=False),
    Card(42, PowerName("siren"), PowerSet.GOLDEN_FLEECE, _ANY, (Timing.SETUP, Timing.YOUR_TURN), fleece=True),
    Card(43, PowerName("tartarus"), PowerSet.GOLDEN_FLEECE, (2,), (Timing.SETUP, Timing.LOSE_CONDITION), fleece=False),
    Card(44, PowerName("terpsichore"), PowerSet.GOLDEN_FLEECE, _ANY, (Timing.YOUR_TURN,), fleece=True),
    Card(45, PowerName("urania"), PowerSet.GOLDEN_FLEECE, _ANY, (Timing.YOUR_TURN,), fleece=True),
    Card(46, PowerName("achilles"), PowerSet.HERO, (2,), (Timing.YOUR_TURN,), fleece=False),
    Card(47, PowerName("adonis"), PowerSet.HERO, (2,), (Timing.YOUR_TURN_END,), fleece=False),
    Card(48, PowerName("atalanta"), PowerSet.HERO, (2,), (Timing.YOUR_MOVE,), fleece=False),
    Card(49, PowerName("bellerophon"), PowerSet.HERO, (2,), (Timing.YOUR_MOVE,), fleece=False),
    Card(50, PowerName("heracles"), PowerSet.HERO, (2,), (Timing.YOUR_TURN_END,), fleece=False),
    Card(51, PowerName("jason"), PowerSet.HERO, (2,), (Timing.SETUP, Timing.YOUR_TURN), fleece=False),
    Card(52, PowerName("medea"), PowerSet.HERO, (2,), (Timing.YOUR_TURN_END,), fleece=False),
    Card(53, PowerName("odysseus"), PowerSet.HERO, (2,), (Timing.YOUR_TURN_START,), fleece=False),
    Card(54, PowerName("polyphemus"), PowerSet.HERO, (2,), (Timing.YOUR_TURN_END,), fleece=False),
    Card(55, PowerName("theseus"), PowerSet.HERO, (2,), (Timing.YOUR_TURN_END,), fleece=False),
)

FIRST_GAMES: frozenset[PowerName] = frozenset(
    PowerName(power) for power in ("apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "minotaur", "pan")
)
"""Powers for the first games with powers: simple gods whose text is understood at a glance."""

HIDDEN_INFORMATION: frozenset[PowerName] = frozenset(
    PowerName(power) for power in ("chaos", "hecate", "moerae", "tartarus")
)
"""Powers with hidden information: a deck, secret workers, secret spaces."""

REVISED: frozenset[PowerName] = frozenset(
    PowerName(power)
    for power in (
        "adonis",
        "aeolus",
        "bia",
        "charybdis",
        "graeae",
        "heracles",
        "jason",
        "limus",
        "medea",
        "nemesis",
        "siren",
    )
)
"""Powers whose text the designer revised after printing."""

BANNED_PAIRS: frozenset[frozenset[PowerName]] = frozenset(
    frozenset({PowerName(one), PowerName(other)})
    for one, other in (
        ("clio", "circe"),  # rulebook, 33
        ("gaea", "atlas"),  # rulebook, 35
        ("gaea", "selene"),  # rulebook, 35
        ("hades", "pan"),  # rulebook, 37
        ("harpies", "hermes"),  # rulebook, 38
        ("harpies", "triton"),  # rulebook, 38
        ("hecate", "charon"),  # rulebook, 39
        ("hecate", "circe"),  # rulebook, 39
        ("moerae", "hecate"),  # rulebook, 40
        ("nemesis", "aphrodite"),  # rulebook, 41
        ("nemesis", "bia"),  # rulebook, 41
        ("nemesis", "medusa"),  # rulebook, 41
        ("nemesis", "clio"),  # rulebook, 41
        ("nemesis", "gaea"),  # rulebook, 41
        ("nemesis", "graeae"),  # rulebook, 41
        ("nemesis", "moerae"),  # rulebook, 41
        ("tartarus", "bia"),  # rulebook, 43
        ("tartarus", "hecate"),  # rulebook, 43
        ("tartarus", "moerae"),  # rulebook, 43
        ("terpsichore", "hypnus"),  # rulebook, 44
        ("terpsichore", "limus"),  # rulebook, 44
        ("terpsichore", "nemesis"),  # rulebook, 44
        ("terpsichore", "tartarus"),  # rulebook, 44
        ("urania", "aphrodite"),  # rulebook, 45
        ("theseus", "nemesis"),  # rulebook, 55
    )
)
"""Printed "Banned VS." pairs: strongly suggested, so they warn unless the profile enforces them."""

IMPOSSIBLE_PAIRS: frozenset[frozenset[PowerName]] = frozenset({frozenset({PowerName("hecate"), PowerName("circe")})})
"""Pairs whose texts cannot be carried out together, whatever the table's bans: a player who takes the power of secret
workers has visible workers on the board, which cannot become secret (rulings G7)."""

_CARD_OF = {card.power: card for card in CARDS}


def card_of(power: PowerName) -> Card:
    """Return the card of a power.

    :raises InvalidSetup: if there is none.
    """
    card = _CARD_OF.get(power)
    if card is None:
        powers = ", ".join(_CARD_OF)
        raise InvalidSetup(
            f"there is no power {power!r}; the powers are {powers}",
            Reason.of("line.no_god", given=cut_short(power), allowed=powers),
        )
    return card


def unfit(power: PowerName, players: int) -> Reason | None:
    """Return why a power does not fit a game of this number of players; None if it does."""
    if players not in card_of(power).players:
        return Reason.of("draft.not_for_players", power=power, players=players)
    return None


def unfit_beside_board(power: PowerName) -> Reason | None:
    """Return why a power cannot lie beside the board in the Golden Fleece variant; None if it can."""
    return None if card_of(power).fleece else Reason.of("draft.not_for_fleece", power=power)


def ruled_out(power: PowerName, other: PowerName, bans: Bans) -> Reason | None:
    """Return why two powers cannot be played against each other; None if they can."""
    pair = frozenset({power, other})
    if pair in IMPOSSIBLE_PAIRS:
        return Reason.of("draft.impossible_pair", power=power, other=other)
    if pair in BANNED_PAIRS and bans is Bans.ENFORCE:
        return Reason.of("draft.banned_pair", power=power, other=other)
    return None


def warnings(power: PowerName, others: Iterable[PowerName], bans: Bans) -> tuple[Reason, ...]:
    """Return the printed bans against these other powers, if the profile only warns."""
    if bans is not Bans.WARN:
        return ()
    return tuple(
        Reason.of("draft.banned_pair", power=power, other=other)
        for other in dict.fromkeys(others)
        if frozenset({power, other}) in BANNED_PAIRS - IMPOSSIBLE_PAIRS
    )


def conflicts(power: PowerName, others: Iterable[PowerName], bans: Bans) -> tuple[Reason, ...]:
    """Return why a power cannot be played against each of these others, if it cannot."""
    reasons = (ruled_out(power, other, bans) for other in others)
    return tuple(reason for reason in reasons if reason is not None)
