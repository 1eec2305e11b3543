"""Makes the cast of a setup: the powers on all cards, with those beside the board. A copy of a cast, by `copy` or
`pickle`, is the cast of its setup again.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from weakref import WeakValueDictionary

from engine.casting.cast import Cast
from engine.casting.catalogue import drawable_powers
from engine.powers import power_named
from engine.ram import Ram
from engine.seats import Seat
from engine.setup import PowerName, Setup

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
