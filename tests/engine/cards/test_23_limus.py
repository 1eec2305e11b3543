"""Limus: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

MUD = "limus:c4,a5"
DRY = "limus.barren"
REVISED = "revised=limus"
TURN = "b2-b3"

CASES = [
    Ask("no build beside her workers", line("mortal:b2,e5", MUD), f"{TURN} b3+c3", DRY),
    Ask("by any of hers", line("mortal:b2,e5", MUD), f"{TURN} b3+a4", DRY),
    Ask("elsewhere as usual", line("mortal:b2,e5", MUD), f"{TURN} b3+b2"),
    Ask("at any level", line("mortal:b2,e5", MUD, "c3:2"), f"{TURN} b3+c3", DRY),
    Ask("the dome of a Complete Tower may be built", line("mortal:b2,e5", MUD, "c3:3"), f"{TURN} b3^c3"),
    Ask("she builds where she likes", line("limus:b2,e5", "mortal:d5,a1"), f"{TURN} b3+c3"),
    Ask("to move there is free", line("mortal:b2,e5", MUD), "b2-c3"),
    Ask("Atlas: a low dome completes no tower", line("atlas:b2,e5", MUD), f"{TURN} b3^c3", DRY),
    Ask("revised: any dome may be built", line("atlas:b2,e5", MUD, rules=REVISED), f"{TURN} b3^c3"),
    Ask("revised: but no block", line("atlas:b2,e5", MUD, rules=REVISED), f"{TURN} b3+c3", "limus.only_domes"),
    Ask("Selene's dome", line("selene[marked=b2]:b2,e5", MUD), "e5-e4 b2^c3", DRY),
    Ask("revised Selene's", line("selene[marked=b2]:b2,e5", MUD, rules=REVISED), "e5-e4 b2^c3"),
    Ask("Selene's on three blocks", line("selene[marked=b2]:b2,e5", MUD, "c3:3"), "e5-e4 b2^c3"),
    Ask("Demeter's second build", line("demeter:b2,e5", MUD), f"{TURN} b3+b2 b3+c3", DRY),
    Ask("Prometheus' first build", line("prometheus:b2,e5", MUD), "b2+c3", DRY),
    Ask("Hestia's second", line("hestia:b2,e5", MUD), f"{TURN} b3+b2 b3+c3", DRY),
    Ask("Poseidon's builds", line("poseidon:b2,e4", MUD), "b2-a2 a2+a1 e4+d4", DRY),
    Ask("Morpheus' builds", line("morpheus[pieces=3]:b2,e5", MUD), f"{TURN} b3+b2 b3+c3", DRY),
    Ask("the Graeae's", line("graeae:b2,e5,d3", MUD), "e5-e4 d3+c3", DRY),
    Ask("Zeus beside her does not build under himself", line("zeus:b2,e5", MUD), "b2-c3 c3+c3", DRY),
    Ask("Zeus away from her does", line("zeus:b2,e5", MUD), "b2-b1 b1+b1"),
    Ask("Polyphemus' domes", line("polyphemus:b2,e5", MUD), f"{TURN} b3+b2 b3^c3", DRY),
    Ask("but those of Complete Towers", line("polyphemus:b2,e5", MUD, "c3:3"), f"{TURN} b3+b2 b3^c3"),
    Ask("Heracles' domes", line("heracles:b2,e5", MUD), f"{TURN} b3+b2 b3^c3", DRY),
    Ask("Achilles' first build", line("achilles:b2,e5", MUD), "b2+c3", DRY),
    Ask("Terpsichore's builds", line("terpsichore:b2,e5", MUD), f"{TURN} e5-e4 b3+c3", DRY),
    Ask("Urania across the edge, by ordinary neighbors", line("urania:a2,e5", "limus:e1,c4"), "a2-a1 a1+e2", DRY),
    Ask("tokens are no builds: Charybdis", line("charybdis:b2,e5", MUD), f"{TURN} b3+b2 *c3"),
    Ask("Europa", line("europa:b2,e5", MUD), f"{TURN} b3+b2 *c3"),
    Ask("taking a block is none: Ares", line("ares:b2,e4", "limus:d5,a1", "d4:1"), f"{TURN} b3+c3 -d4"),
    Ask("Jason may enter there", line("jason[workers=1]:b2,e5", "limus:a4,c5"), "@a3"),
    Ask("Circe's worker gets the use of the power", line("circe:b2,e5", "limus[holder=blue]:c4,a5"), f"{TURN} b3+c3"),
    Ask("and the owner feels it", line("circe:b2,e5", "limus[holder=blue]:c4,a5", "", 2), "c4-c3 c3+b3", DRY),
    Ask("two opponents' powers add up", line("pan:b2,e5", MUD, more="atlas:c1,d1"), f"{TURN} b3+c3", DRY),
    Ask("teammates build freely", line("atlas:b2,c4", "pan:e1,a5", "", 3, more="limus:/apollo:"), f"{TURN} b3+c3"),
    Ask("each of her team bars the others", line("atlas:b2,c4", "pan:d2,a5", "", 2, more="limus:/apollo:"),
        "d2-c2 c2+c3", DRY),
    Ask("Hecate is bound on her true place", line("hecate:b2,e5", MUD), f"{TURN} b3+c3", DRY),
    Ask("beside the Ram for who is near", line("mortal:b2,e5", "mortal:c4,a5") + "/*limus:d5", f"{TURN} b3+c3", DRY),
    Ask("and for nobody else", line("mortal:b2,e5", "mortal:c4,a5") + "/*limus:e1", f"{TURN} b3+c3"),
    Leads("Medusa spares who stands beside another of hers",
          line("medusa:b2,e5", "limus:b4,c4", "b2:1 b3:1"), f"{TURN} b3+b2",
          line("medusa:b3,e5", "limus:b4,c4", "b2:2 b3:1", 2)),
    Leads("a worker alone turns to stone", line("medusa:b2,e5", "limus:b4,e1", "b2:1 b3:1"), f"{TURN} b3+b2",
          line("medusa:b3,e5", "limus:e1", "b2:2 b3:1 b4:1", 2)),
    Leads("Spin Master: turning to stone is no build",
          line("medusa:b2,e5", "limus:b4,d5", "b2:1 b3:1", rules="edition=spin_master"), f"{TURN} b3+b2",
          line("medusa:b3,e5", "limus:d5", "b2:2 b3:1 b4:1", 2, rules="edition=spin_master")),
    Wins("Spin Master: of two neighbors both turn to stone",
         line("medusa:b2,e5", "limus:b4,c4", "b2:1 b3:1", rules="edition=spin_master"), f"{TURN} b3+b2"),
    Leads("the table may settle it: a build there, too",
          line("medusa:b2,e5", "limus:b4,c4", "b2:1 b3:1", rules="edition=spin_master&petrifying_is_build=yes"),
          f"{TURN} b3+b2",
          line("medusa:b3,e5", "limus:b4,c4", "b2:2 b3:1", 2,
               rules="edition=spin_master&petrifying_is_build=yes")),
    Wins("or no build here", line("medusa:b2,e5", "limus:b4,c4", "b2:1 b3:1", rules="petrifying_is_build=no"),
         f"{TURN} b3+b2"),
    Ask("a move that leaves no space to build on is none", line("mortal:b2,e5", "limus:c1,a3"), "b2-a1",
        "no_legal_finish_by"),
    Wins("who cannot build after any move has lost", line("mortal:a1", "limus:b2,e5"), "", "orange"),
    Wins("so has Terpsichore where one of hers cannot", line("terpsichore:a1,e5", "limus:b2,c4"), "", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_limus(case: Ask | Leads | Wins) -> None:
    check(case)
