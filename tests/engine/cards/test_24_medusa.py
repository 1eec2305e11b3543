"""Medusa, sentence by sentence: lower neighbors turn to stone at the end of her turn."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

TURN = "b2-c3 c3+b2"
STONE = "c3:1 b2:1 d4:1"

CASES = [
    Leads("a lower neighbor becomes a block", line("medusa:b2,e1", "mortal:d4,a5", "c3:1"), TURN,
        line("medusa:c3,e1", "mortal:a5", STONE, 2)),
    Leads("a neighbor on her level is spared", line("medusa:b2,e1", "mortal:d4,a5", "c3:1 d4:1"), TURN,
        line("medusa:c3,e1", "mortal:d4,a5", STONE, 2)),
    Leads("a higher neighbor is spared", line("medusa:b2,e1", "mortal:d4,a5", "c3:1 d4:2"), TURN,
        line("medusa:c3,e1", "mortal:d4,a5", "c3:1 d4:2 b2:1", 2)),
    Leads("a lower worker further off is spared", line("medusa:b2,e1", "mortal:d5,a5", "c3:1"), TURN,
        line("medusa:c3,e1", "mortal:a5,d5", "c3:1 b2:1", 2)),
    Leads("from the third level it is a block on the second", line("medusa:b3,e1", "mortal:d4,a5", "b3:3 c3:3 d4:2"),
        "b3-c3 c3+b2", line("medusa:c3,e1", "mortal:a5", "b3:3 c3:3 d4:3 b2:1", 2)),
    Leads("two and three levels lower is lower too", line("medusa:b3,e1", "mortal:d4,a5", "b3:3 c3:3"),
        "b3-c3 c3+b2", line("medusa:c3,e1", "mortal:a5", "b3:3 c3:3 d4:1 b2:1", 2)),
    Leads("her worker that did not move turns neighbors to stone as well", line("medusa:b2,e1", "mortal:d2,a5", "e1:1"),
        "b2-b3 b3+b4", line("medusa:b3,e1", "mortal:a5", "e1:1 b4:1 d2:1", 2)),
    Leads("several at once", line("medusa:b2,e1", "graeae:d4,b4,a5", "c3:1"), TURN,
        line("medusa:c3,e1", "graeae:a5", f"{STONE} b4:1", 2)),
    Leads("by both of her workers", line("medusa:b2,e1", "graeae:d4,d2,a5", "c3:1 e1:1"), TURN,
        line("medusa:c3,e1", "graeae:a5", f"{STONE} e1:1 d2:1", 2)),
    Leads("one block below both of hers", line("medusa:b2,e3", "mortal:d4,a5", "c3:1 e3:1"), TURN,
        line("medusa:c3,e3", "mortal:a5", f"{STONE} e3:1", 2)),
    Leads("her own workers are safe", line("medusa:b2,d4", "mortal:e1,a5", "c3:1"), TURN,
        line("medusa:c3,d4", "mortal:e1,a5", "c3:1 b2:1", 2)),
    Leads("it comes after the build", line("medusa:b2,e1", "mortal:d4,a5", "c3:1"), "b2-c3 c3+d3",
        line("medusa:c3,e1", "mortal:a5", "c3:1 d3:1 d4:1", 2)),
    Leads("not in the opponent's turn", line("medusa:c3,e1", "mortal:d5,a5", "c3:1", 2), "d5-d4 d4+e5",
        line("medusa:c3,e1", "mortal:d4,a5", "c3:1 e5:1")),
    Wins("a move onto the third level wins before", line("medusa:b2,e1", "mortal:d4,a5", "b2:2 c3:3"), "b2-c3"),
    Wins("without workers the opponent loses", line("medusa:b2,e1", "mortal:d4,b4", "c3:1"), TURN),
    Wins("at once where the table wants it so",
        line("medusa:b2,e1", "mortal:d4,b4", "c3:1", rules="lost_without_workers=yes"), TURN),
    # Limus
    Leads("beside another worker of Limus she cannot build, so that one is spared",
        line("medusa:b2,e1", "limus:d4,e4", "c3:1"), TURN, line("medusa:c3,e1", "limus:d4,e4", "c3:1 b2:1", 2)),
    Leads("a worker of Limus alone is not spared", line("medusa:b2,e1", "limus:d4,a5", "c3:1"), TURN,
        line("medusa:c3,e1", "limus:a5", STONE, 2)),
    Leads("two of Limus' workers beside each other spare each other", line("medusa:b2,e1", "limus:d3,d4", "c3:1"), TURN,
        line("medusa:c3,e1", "limus:d3,d4", "c3:1 b2:1", 2)),
    Leads("in the later edition it is no build",
        line("medusa:b2,e1", "limus:d4,e4", "c3:1", rules="edition=spin_master"), TURN,
        line("medusa:c3,e1", "limus:e4", STONE, 2, rules="edition=spin_master")),
    Leads("a table may count it as a build in that edition",
        line("medusa:b2,e1", "limus:d4,e4", "c3:1", rules="edition=spin_master&petrifying_is_build=yes"), TURN,
        line("medusa:c3,e1", "limus:d4,e4", "c3:1 b2:1", 2, rules="edition=spin_master&petrifying_is_build=yes")),
    Leads("and as none in the other", line("medusa:b2,e1", "limus:d4,e4", "c3:1", rules="petrifying_is_build=no"), TURN,
        line("medusa:c3,e1", "limus:e4", STONE, 2, rules="petrifying_is_build=no")),
    # Tokens
    Leads("Clio's worker on a coin is not there",
        line("medusa:b2,e1", "clio[squares=d4|left=2]:d4,a5", "b2:1 c3:2 d4:1"),
        "b2-c3 c3+c2", line("medusa:c3,e1", "clio[squares=d4|left=2]:d4,a5", "b2:1 c3:2 d4:1 c2:1", 2)),
    Leads("Clio's worker beside its coin is", line("medusa:b2,e1", "clio[squares=e5|left=2]:d4,a5", "c3:1 e5:1"), TURN,
        line("medusa:c3,e1", "clio[squares=e5|left=2]:a5", f"{STONE} e5:1", 2)),
    Leads("a whirlpool beneath goes back", line("medusa:b2,e1", "charybdis[squares=d4]:d4,a5", "c3:1"), TURN,
        line("medusa:c3,e1", "charybdis[squares=-]:a5", STONE, 2)),
    # Other powers
    Leads("Circe has to turn Medusa's workers to stone", line("circe:b2,e1", "medusa:d4,a5", "c3:1"), TURN,
        line("circe:c3,e1", "medusa[holder=blue]:a5", STONE, 2)),
    Leads("the robbed Medusa does not", line("circe:d4,a5", "medusa[holder=blue]:b2,e1", "c3:1", 2), TURN,
        line("circe:a5,d4", "medusa[holder=blue]:c3,e1", "c3:1 b2:1")),
    Leads("who ends beside Aphrodite may turn her worker to stone after",
        line("medusa:b2,e1", "aphrodite:c3,a5", "b2:1 b3:1"), "b2-b3 b3+a2",
        line("medusa:b3,e1", "aphrodite:a5", "b2:1 b3:1 a2:1 c3:1", 2)),
    Leads("where the Harpies drove her is where she looks around",
        line("medusa:b2,e1", "harpies:a4,c2", "b2:1 b3:1 b4:1 b5:1"), "b2-b3 b5+c5",
        line("medusa:b5,e1", "harpies:c2", "b2:1 b3:1 b4:1 b5:1 c5:1 a4:1", 2)),
    Leads("her worker that Dionysus leads does nothing at the end",
        line("dionysus:b2,e3", "medusa:d4,a5", "c3:3 e4:1"), "b2-b3 b3^c3 d4-e4 e4+e5",
        line("dionysus[owed=-]:b3,e3", "medusa:a5,e4", "c3:4 e4:1 e5:1", 2)),
    Leads("Hecate's workers turn to stone unseen", line("medusa:b2,e1", "hecate:d4,a5", "c3:1"), TURN,
        line("medusa:c3,e1", "hecate:a5", STONE, 2)),
    Leads("unless the table spares who cannot be seen",
        line("medusa:b2,e1", "hecate:d4,a5", "c3:1", rules="area_effects_hit_secret=no"), TURN,
        line("medusa:c3,e1", "hecate:a5,d4", "c3:1 b2:1", 2, rules="area_effects_hit_secret=no")),
    Leads("Gaea gets no worker in for a block", line("medusa:b2,e1", "gaea[workers=2]:d4,a5", "c3:1"), TURN,
        line("medusa:c3,e1", "gaea[workers=2]:a5", STONE, 2)),
    Ask("sworn to Adonis, she may not turn to stone the only worker that she would neighbor",
        line("medusa:b2,e1", "adonis[used=yes|target=b2]:d4,a4", "c3:1"), "b2-c3", "adonis.come_near"),
    Ask("she may go to another", line("medusa:b2,e1", "adonis[used=yes|target=b2]:d4,a4", "c3:1"), "b2-b3"),
    # More players, and the Ram
    Leads("with three players opponents' workers turn to stone together",
        line("medusa:b2,e1", "apollo:d4,a5", "c3:1", more="pan:b4,a1"), TURN,
        line("medusa:c3,e1", "apollo:a5", f"{STONE} b4:1", 2, more="pan:a1")),
    Leads("in a team her own turn counts", line("medusa:b2,e1", "apollo:d4,a5", "c3:1", more="pan:/atlas:"), TURN,
        line("medusa:c3,e1", "apollo:a5", STONE, 2, more="pan:/atlas:")),
    Leads("her teammate's does not", line("medusa:b2,e1", "apollo:d4,a5", "c3:1", 3, more="pan:/atlas:"), TURN,
        line("medusa:c3,e1", "apollo:a5,d4", "c3:1 b2:1", 4, more="pan:/atlas:")),
    Leads("beside the Ram everybody has to", line("mortal:b2,e1", "mortal:d4,a5", "c3:1", more="*medusa:a1"), TURN,
        line("mortal:c3,e1", "mortal:a5", STONE, 2, more="*medusa:a1")),
    Leads("away from the Ram nobody does", line("mortal:b2,e1", "mortal:d4,a5", "c3:1", more="*medusa:e5"), TURN,
        line("mortal:c3,e1", "mortal:a5,d4", "c3:1 b2:1", 2, more="*medusa[holder=orange]:e5")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_medusa(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)
