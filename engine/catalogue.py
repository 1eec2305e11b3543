"""Facts printed on the cards that concern the choice of powers, and the few printed exceptions between powers.

This is the one place where powers are named beside each other; every pair has its source.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import InvalidSetup
from engine.power import Placement
from engine.powers import power_named
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, Bans, PowerName, Setup


class PowerSet(StrEnum):
    """The part of the rulebook that a power stands in."""

    SIMPLE = "simple"
    ADVANCED = "advanced"
    GOLDEN_FLEECE = "golden_fleece"
    HERO = "hero"


@dataclass(frozen=True, slots=True)
class Card:
    """A power card: its index in the rulebook, the set, and the numbers of players that its icons allow."""

    number: int
    power: PowerName
    group: PowerSet
    players: tuple[int, ...]


_ANY = (2, 3, 4)

CARDS: tuple[Card, ...] = (
    Card(1, PowerName("apollo"), PowerSet.SIMPLE, _ANY),
    Card(2, PowerName("artemis"), PowerSet.SIMPLE, _ANY),
    Card(3, PowerName("athena"), PowerSet.SIMPLE, _ANY),
    Card(4, PowerName("atlas"), PowerSet.SIMPLE, _ANY),
    Card(5, PowerName("demeter"), PowerSet.SIMPLE, _ANY),
    Card(6, PowerName("hephaestus"), PowerSet.SIMPLE, _ANY),
    Card(7, PowerName("hermes"), PowerSet.SIMPLE, _ANY),
    Card(8, PowerName("minotaur"), PowerSet.SIMPLE, _ANY),
    Card(9, PowerName("pan"), PowerSet.SIMPLE, _ANY),
    Card(10, PowerName("prometheus"), PowerSet.SIMPLE, _ANY),
    Card(11, PowerName("aphrodite"), PowerSet.ADVANCED, (2, 4)),
    Card(17, PowerName("circe"), PowerSet.ADVANCED, (2,)),
    Card(26, PowerName("persephone"), PowerSet.ADVANCED, _ANY),
    Card(35, PowerName("gaea"), PowerSet.GOLDEN_FLEECE, (2, 3)),
    Card(38, PowerName("harpies"), PowerSet.GOLDEN_FLEECE, _ANY),
    Card(39, PowerName("hecate"), PowerSet.GOLDEN_FLEECE, (2, 3)),
)

BANNED_PAIRS: frozenset[frozenset[PowerName]] = frozenset(
    frozenset({PowerName(one), PowerName(other)})
    for one, other in (
        ("hermes", "harpies"),  # rulebook, 38
        ("gaea", "atlas"),  # rulebook, 35
        ("hecate", "circe"),  # rulebook, 39
    )
)
"""Printed "Banned VS." pairs: strongly suggested, so they warn unless the profile enforces them."""

IMPOSSIBLE_PAIRS: frozenset[frozenset[PowerName]] = frozenset({frozenset({PowerName("hecate"), PowerName("circe")})})
"""Pairs whose texts cannot be carried out together: visible workers cannot become secret (rulings 7)."""


def card_of(power: PowerName) -> Card:
    """The card of a power.

    :raises InvalidSetup: if there is none.
    """
    for card in CARDS:
        if card.power == power:
            return card
    names = ", ".join(card.power for card in CARDS)
    raise InvalidSetup(f"there is no power {power!r}; the powers are {names}")


def refusal(power: PowerName, others: tuple[PowerName, ...], players: int, bans: Bans) -> Reason | None:
    """Why a power cannot be played against these others in a game of so many players; None if it can."""
    if players not in card_of(power).players:
        return Reason.of("draft.not_for_players", power=power, players=players)
    for other in others:
        pair = frozenset({power, other})
        if pair in IMPOSSIBLE_PAIRS:
            return Reason.of("draft.impossible_pair", power=power, other=other)
        if pair in BANNED_PAIRS and bans is Bans.ENFORCE:
            return Reason.of("draft.banned_pair", power=power, other=other)
    return None


def warnings(power: PowerName, others: tuple[PowerName, ...], bans: Bans) -> tuple[Reason, ...]:
    """The printed bans against these others, where the profile only warns."""
    if bans is not Bans.WARN:
        return ()
    return tuple(
        Reason.of("draft.banned_pair", power=power, other=other)
        for other in others
        if frozenset({power, other}) in BANNED_PAIRS - IMPOSSIBLE_PAIRS
    )


def possible_starters(setup_order: tuple[Seat, ...], powers: dict[Seat, PowerName]) -> tuple[Seat, ...]:
    """Who may be named Start Player: who must place first starts, who places last does not start a game of two
    (rulings OPEN-01)."""
    placements = {seat: power_named(powers[seat]).placement for seat in setup_order}
    first = tuple(seat for seat in setup_order if placements[seat] is Placement.FIRST)
    if first:
        return first
    if len(setup_order) == 2:
        starters = tuple(seat for seat in setup_order if placements[seat] is not Placement.LAST)
        return starters or setup_order
    return setup_order


def check_setup(setup: Setup) -> None:
    """Check that players, powers and profile form a game.

    :raises InvalidSetup: naming what cannot be and what is allowed.
    """
    players, count = setup.players, len(setup.players)
    if count not in (2, 3, 4):
        raise InvalidSetup(f"Santorini is for 2, 3 or 4 players, not {count}")
    if len({player.seat for player in players}) != count:
        raise InvalidSetup("two players cannot have the same seat")
    teams = [player.team for player in players]
    wanted = [0, 1, 0, 1] if count == 4 else list(range(count))
    if teams != wanted:
        raise InvalidSetup(f"teams in turn order must be {wanted} for {count} players, not {teams}")
    if setup.profile.size not in (4, 5):
        raise InvalidSetup(f"the board is 4 or 5 squares wide, not {setup.profile.size}")
    for player in players:
        power_named(player.power)
        others = tuple(other.power for other in players if other.team != player.team)
        if player.power == MORTAL:
            if count > 2:
                raise InvalidSetup(f"each of {count} players needs a power; {player.seat} has none")
            continue
        reason = refusal(player.power, tuple(o for o in others if o != MORTAL), count, setup.profile.bans)
        if reason is not None:
            raise InvalidSetup(_in_words(reason))


def _in_words(reason: Reason) -> str:
    """A refusal for those who start a game without a page to put it into words."""
    args = dict(reason.args)
    power = args["power"]
    match reason.key:
        case "draft.not_for_players":
            allowed = " or ".join(str(count) for count in card_of(PowerName(power)).players)
            return f"{power} is not for {args['players']} players; its card allows {allowed}"
        case "draft.impossible_pair":
            return f"{power} and {args['other']} cannot be carried out together"
        case _:
            return f"{power} is banned with {args['other']} by the rulebook, and bans are enforced"
