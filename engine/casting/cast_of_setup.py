"""Makes the cast of a setup: the powers on all cards, with those beside the board. A copy of a cast, by `copy` or
`pickle`, is the cast of its setup again.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from weakref import WeakValueDictionary

from engine.casting.cast import Cast
from engine.casting.catalogue import CARDS, PowerSet, ruled_out
from engine.powers import power_named
from engine.ram import Ram
from engine.seats import Seat
from engine.setup import MORTAL, PowerName, Setup

_in_use: WeakValueDictionary[Setup, Cast] = WeakValueDictionary()


def cast_of(setup: Setup) -> Cast:
    """The cast of a setup; the same object for equal setups as long as it is in use, so that their states compare
    quickly.

    The cards lie in this order: the players' in turn order, the one beside the Ram, the Ram, then those that may be
    drawn in the course of the game.

    :raises InvalidSetup: if a power does not exist.
    """
    cast = _in_use.get(setup)
    if cast is None:
        cast = _in_use[setup] = _made(setup)
    return cast


def _reduced(cast: Cast) -> tuple[Callable[[Setup], Cast], tuple[Setup]]:
    return cast_of, (cast.setup,)


copyreg.pickle(Cast, _reduced)


def _made(setup: Setup) -> Cast:
    names: list[PowerName] = []
    owners: list[Seat | None] = []
    for player in setup.players:
        names += player.powers
        owners += [player.seat] * len(player.powers)
    if setup.fleece is not None:
        names += [setup.fleece, Ram.name]
        owners += [None, None]
    powers = [Ram() if name == Ram.name else power_named(name) for name in names]
    if any(power.deals_simple_powers for power in powers):
        drawn = drawable_powers(setup)
        powers += [power_named(name) for name in drawn]
        owners += [None] * len(drawn)
    return Cast(setup, tuple(powers), tuple(owners))


def drawable_powers(setup: Setup) -> tuple[PowerName, ...]:
    """The simple gods that nobody holds, for a deck of them; where bans are enforced, without those that are banned
    against the power of a player who faces the deck's holder (rulings 14)."""
    held = {power for player in setup.players for power in player.powers} | {setup.fleece}
    holding = {player.team for player in setup.players if any(map(_deals, player.powers))}
    facing = [
        power for player in setup.players if holding - {player.team} for power in player.powers if power != MORTAL
    ]
    return tuple(
        card.power
        for card in CARDS
        if card.group is PowerSet.SIMPLE
        and card.power not in held
        and not any(ruled_out(card.power, other, setup.profile.bans) for other in facing)
    )


def _deals(power: PowerName) -> bool:
    return power_named(power).deals_simple_powers
