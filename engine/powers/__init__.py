"""The powers, one file each, and the register of those that the engine plays."""

from __future__ import annotations

from engine.errors import InvalidSetup
from engine.mortal import Mortal
from engine.power import Power
from engine.powers.aphrodite import Aphrodite
from engine.powers.apollo import Apollo
from engine.powers.artemis import Artemis
from engine.powers.athena import Athena
from engine.powers.atlas import Atlas
from engine.powers.circe import Circe
from engine.powers.demeter import Demeter
from engine.powers.gaea import Gaea
from engine.powers.harpies import Harpies
from engine.powers.hecate import Hecate
from engine.powers.hephaestus import Hephaestus
from engine.powers.hermes import Hermes
from engine.powers.minotaur import Minotaur
from engine.powers.pan import Pan
from engine.powers.persephone import Persephone
from engine.powers.prometheus import Prometheus
from engine.setup import PowerName

POWERS: tuple[Power, ...] = (
    Apollo(),
    Artemis(),
    Athena(),
    Atlas(),
    Demeter(),
    Hephaestus(),
    Hermes(),
    Minotaur(),
    Pan(),
    Prometheus(),
    Aphrodite(),
    Circe(),
    Persephone(),
    Gaea(),
    Harpies(),
    Hecate(),
)

_BY_NAME = {power.name: power for power in (*POWERS, Mortal())}


def power_named(name: PowerName) -> Power:
    """The power with this name.

    :raises InvalidSetup: if there is none.
    """
    power = _BY_NAME.get(name)
    if power is None:
        known = ", ".join(sorted(_BY_NAME))
        raise InvalidSetup(f"there is no power {name!r}; the powers are {known}")
    return power
