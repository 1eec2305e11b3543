"""The powers, one file each, and the register of those that the engine plays."""

from __future__ import annotations

from engine.errors import InvalidSetup
from engine.power import Power
from engine.powers.achilles import Achilles
from engine.powers.adonis import Adonis
from engine.powers.aeolus import Aeolus
from engine.powers.aphrodite import Aphrodite
from engine.powers.apollo import Apollo
from engine.powers.ares import Ares
from engine.powers.artemis import Artemis
from engine.powers.atalanta import Atalanta
from engine.powers.athena import Athena
from engine.powers.atlas import Atlas
from engine.powers.bellerophon import Bellerophon
from engine.powers.bia import Bia
from engine.powers.chaos import Chaos
from engine.powers.charon import Charon
from engine.powers.charybdis import Charybdis
from engine.powers.chronus import Chronus
from engine.powers.circe import Circe
from engine.powers.clio import Clio
from engine.powers.demeter import Demeter
from engine.powers.dionysus import Dionysus
from engine.powers.eros import Eros
from engine.powers.europa import Europa
from engine.powers.gaea import Gaea
from engine.powers.graeae import Graeae
from engine.powers.hades import Hades
from engine.powers.harpies import Harpies
from engine.powers.hecate import Hecate
from engine.powers.hephaestus import Hephaestus
from engine.powers.hera import Hera
from engine.powers.heracles import Heracles
from engine.powers.hermes import Hermes
from engine.powers.hestia import Hestia
from engine.powers.hypnus import Hypnus
from engine.powers.jason import Jason
from engine.powers.limus import Limus
from engine.powers.medea import Medea
from engine.powers.medusa import Medusa
from engine.powers.minotaur import Minotaur
from engine.powers.moerae import Moerae
from engine.powers.morpheus import Morpheus
from engine.powers.nemesis import Nemesis
from engine.powers.odysseus import Odysseus
from engine.powers.pan import Pan
from engine.powers.persephone import Persephone
from engine.powers.polyphemus import Polyphemus
from engine.powers.poseidon import Poseidon
from engine.powers.prometheus import Prometheus
from engine.powers.selene import Selene
from engine.powers.siren import Siren
from engine.powers.tartarus import Tartarus
from engine.powers.terpsichore import Terpsichore
from engine.powers.theseus import Theseus
from engine.powers.triton import Triton
from engine.powers.urania import Urania
from engine.powers.zeus import Zeus
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
    Ares(),
    Bia(),
    Chaos(),
    Charon(),
    Chronus(),
    Circe(),
    Dionysus(),
    Eros(),
    Hera(),
    Hestia(),
    Hypnus(),
    Limus(),
    Medusa(),
    Morpheus(),
    Persephone(),
    Poseidon(),
    Selene(),
    Triton(),
    Zeus(),
    Aeolus(),
    Charybdis(),
    Clio(),
    Europa(),
    Gaea(),
    Graeae(),
    Hades(),
    Harpies(),
    Hecate(),
    Moerae(),
    Nemesis(),
    Siren(),
    Tartarus(),
    Terpsichore(),
    Urania(),
    Achilles(),
    Adonis(),
    Atalanta(),
    Bellerophon(),
    Heracles(),
    Jason(),
    Medea(),
    Odysseus(),
    Polyphemus(),
    Theseus(),
)

# The mortal power is a power that overrides nothing: a player without a card holds it. The base rules are another one,
# `engine.mortal.Mortal`, which is in no register.
_BY_NAME = {power.name: power for power in (*POWERS, Power())}


def power_named(name: PowerName) -> Power:
    """Return the power with this name.

    :raises InvalidSetup: if there is none.
    """
    power = _BY_NAME.get(name)
    if power is None:
        known = ", ".join(sorted(_BY_NAME))
        raise InvalidSetup(f"there is no power {name!r}; the powers are {known}")
    return power
