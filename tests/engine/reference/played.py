"""Which powers the cards allow in which game, copied by hand from what the icons on the cards show."""

from __future__ import annotations

SIMPLE = ("apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan", "prometheus")
GODS = (
    *SIMPLE,
    *("aphrodite", "ares", "bia", "chaos", "charon", "chronus", "circe", "dionysus", "eros", "hera", "hestia"),
    *("hypnus", "limus", "medusa", "morpheus", "persephone", "poseidon", "selene", "triton", "zeus", "aeolus"),
    *("charybdis", "clio", "europa", "gaea", "graeae", "hades", "harpies", "hecate", "moerae", "nemesis", "siren"),
    *("tartarus", "terpsichore", "urania"),
)
HEROES = (
    *("achilles", "adonis", "atalanta", "bellerophon", "heracles", "jason", "medea", "odysseus", "polyphemus"),
    "theseus",
)

BY_TWO = (*GODS, *HEROES)
BY_THREE = tuple(god for god in GODS if god not in ("aphrodite", "chronus", "circe", "tartarus"))
BY_FOUR = tuple(
    god for god in GODS if god not in ("chronus", "circe", "clio", "gaea", "graeae", "hecate", "moerae", "tartarus")
)
BESIDE_THE_RAM = (
    *(god for god in SIMPLE if god != "athena"),
    *("bia", "chaos", "charon", "dionysus", "hera", "hestia", "hypnus", "limus", "medusa", "persephone", "poseidon"),
    *("selene", "triton", "zeus", "aeolus", "hades", "harpies", "siren", "terpsichore", "urania"),
)
REWORDED = (
    *("adonis", "aeolus", "bia", "charybdis", "graeae", "heracles", "jason", "limus", "medea", "nemesis", "siren"),
)
"""Powers that have a later wording."""

OTHERWISE_AT_SPIN_MASTER = ("bia", "chaos", "medusa")
"""Powers whose text differs in Spin Master's books."""

IMPOSSIBLE = ({"circe", "hecate"},)
"""Pairs that cannot be played."""


def others_of(power: str) -> list[str]:
    """The powers that can be played against this one by two."""
    return [other for other in BY_TWO if other != power and {power, other} not in IMPOSSIBLE]
