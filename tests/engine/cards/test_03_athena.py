"""Athena: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

TWO_GODS = "edition=original_2007&gods_per_player=2"
LATER = "climbs_count_before_power=no"
RETURNS = ("circe:b2,e5", "athena[holder=blue]:c5,a5", "b5:1 c3:1", 2)

CASES = [
    Ask("after her climb nobody goes up", line("mortal:b2,e5", "athena[^]:d5,a5", "c3:1"), "b2-c3", "athena.no_climb"),
    Ask("nor wins by going up", line("mortal:b2,e5", "athena[^]:d5,a5", "b2:2 c3:3"), "b2-c3", "athena.no_climb"),
    Ask("others may go down", line("mortal:b2,e5", "athena[^]:d5,a5", "b2:1"), "b2-c3"),
    Ask("others may stay level", line("mortal:b2,e5", "athena[^]:d5,a5"), "b2-c3"),
    Ask("while she did not climb others may", line("mortal:b2,e5", "athena:d5,a5", "c3:1"), "b2-c3"),
    Ask("she may climb again", line("athena[^]:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3"),
    Leads("her climb is remembered", line("athena:b2,e5", "mortal:d5,a5", "c3:1"), "b2-c3 c3+d3",
          line("athena[^]:c3,e5", "mortal:d5,a5", "c3:1 d3:1", 2)),
    Leads("and forgotten after a turn without one", line("athena[^]:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b4",
          line("athena:b3,e5", "mortal:d5,a5", "b4:1", 2)),
    Leads("it lasts while others play", line("mortal:b2,e5", "athena[^]:d5,a5"), "b2-b3 b3+b4",
          line("mortal:b3,e5", "athena[^]:d5,a5", "b4:1", 2)),
    Leads("being swapped up is no climb", line("apollo:b2,e5", "athena:c3,a5", "b2:1"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "athena:b2,a5", "b2:1 d3:1", 2)),
    Leads("nor is being lifted", line("athena+zeus:b2,e5", "mortal:d5,a5", rules=TWO_GODS), "b2-b3 b3+b3",
          line("athena+zeus:b3,e5", "mortal:d5,a5", "b3:1", 2, rules=TWO_GODS)),
    Leads("an intermediate move up is one", line("athena+artemis:b2,e5", "mortal:d5,a5", "c2:1", rules=TWO_GODS),
          "b2-c2 c2-d2 d2+e2",
          line("athena[^]+artemis:d2,e5", "mortal:d5,a5", "c2:1 e2:1", 2, rules=TWO_GODS)),
    Leads("a hop upwards is one", line("athena:b2,e5", "charybdis[squares=c3+e1]:d5,a5", "e1:1"), "b2-c3 e1+d1",
          line("athena[^]:e1,e5", "charybdis[squares=c3+e1]:d5,a5", "e1:1 d1:1", 2)),
    Leads("a revised hop upwards is none",
          line("athena:b2,e5", "charybdis[squares=c3+e1]:d5,a5", "e1:1", rules="revised=charybdis"), "b2-c3 e1+d1",
          line("athena:e1,e5", "charybdis[squares=c3+e1]:d5,a5", "e1:1 d1:1", 2, rules="revised=charybdis")),
    Ask("a first step whose hop would go up is barred",
        line("charybdis[squares=c3+e1]:b2,e5", "athena[^]:d5,a5", "e1:1"), "b2-c3", "hop.barred"),
    Ask("a revised hop may go up", line("charybdis[squares=c3+e1]:b2,e5", "athena[^]:d5,a5", "e1:1",
                                        rules="revised=charybdis"), "b2-c3"),
    Ask("the table may bar it as well", line("charybdis[squares=c3+e1]:b2,e5", "athena[^]:d5,a5", "e1:1",
                                             rules="revised=charybdis&hop_obeys_limits=yes"), "b2-c3",
        "hop.barred"),
    Ask("among three players she binds the next", line("athena[^]:a1,a2", "pan:b2,e5", "c3:1", 2, more="atlas:d5,a5"),
        "b2-c3", "athena.no_climb"),
    Ask("and the one after", line("athena[^]:a1,a2", "atlas:d5,a5", "c3:1", 3, more="pan:b2,e5"), "b2-c3",
        "athena.no_climb"),
    Ask("in a team she binds both opponents", line("athena[^]:a1,a2", "pan:b2,e5", "c3:1", 4, more="atlas:/demeter:"),
        "b2-c3", "athena.no_climb"),
    Ask("but not her teammate", line("athena[^]:b2,e5", "pan:d5,a5", "c3:1", 3, more="atlas:/demeter:"), "b2-c3"),
    Leads("her teammate's climb is not hers", line("athena:b2,e5", "pan:d5,a5", "c3:1", 3, more="atlas:/demeter:"),
          "b2-c3 c3+d3", line("athena:c3,e5", "pan:d5,a5", "c3:1 d3:1", 4, more="atlas:/demeter:")),
    Leads("and does not wipe it out", line("athena[^]:b2,e5", "pan:d5,a5", "", 3, more="atlas:/demeter:"),
          "b2-c3 c3+d3", line("athena[^]:c3,e5", "pan:d5,a5", "d3:1", 4, more="atlas:/demeter:")),
    Ask("Bellerophon is bound as well", line("bellerophon:b2,e5", "athena[^]:d5,a5", "b3:2"), "b2-b3",
        "athena.no_climb"),
    Ask("so is Achilles", line("achilles:b2,e5", "athena[^]:d5,a5"), "b2+b3 b2-b3", "athena.no_climb"),
    Ask("Persephone beside her asks for nothing then",
        line("pan:b2,e5", "athena[^]:d5,a5", "c3:1", more="atlas:/persephone:"), "b2-b3"),
    Ask("while she did not climb Persephone asks",
        line("pan:b2,e5", "athena:d5,a5", "c3:1", more="atlas:/persephone:"), "b2-b3", "persephone.must_climb"),
    Wins("Pan still wins downwards", line("pan:b2,e5", "athena[^]:d5,a5", "b2:2"), "b2-b3"),
    Wins("Eros still wins on the level", line("eros:b2,d2", "athena[^]:d5,a5", "b2:1 c2:1 d2:1"), "b2-c2"),
    Ask("forces go up", line("mortal:d5,a5", "athena[^]:b2,e5"), "d5-d4"),
    Ask("Apollo cannot swap up", line("apollo:b2,e5", "athena[^]:c3,a5", "c3:1"), "b2-c3", "athena.no_climb"),
    Ask("her own worker may go up when an opponent drives it",
        line("dionysus[owed=blue]:b2,e5", "athena[^]:d5,a5", "d4:1", "1+dionysus"), "d5-d4"),
    Leads("which is no climb of hers", line("dionysus:b2,e5", "athena:d5,a5", "d4:1", "1+dionysus"), "d5-d4 d4+d5",
          line("dionysus:b2,e5", "athena:a5,d4", "d4:1 d5:1", 2)),
    Ask("a third player's driven worker is bound",
        line("dionysus:b2,e5", "athena[^]:d5,a5", "a3:1", "1+dionysus", more="atlas:a2,e1"), "a2-a3",
        "athena.no_climb"),
    Ask("Circe holding the power asks for her own climb",
        line("circe[^]:d5,a5", "athena[holder=blue]:b2,e5", "c3:1", 2), "b2-c3", "athena.no_climb"),
    Ask("not for Athena's", line("circe:d5,a5", "athena[^|holder=blue]:b2,e5", "c3:1", 2), "b2-c3"),
    Ask("Athena's climb does not bind Circe who holds the power", line("circe:b2,e5", "athena[^]:d5,a5", "c3:1"),
        "b2-c3"),
    Leads("Circe's climb is remembered where the power may be hers",
          line("circe:b2,e5", "athena:d5,a5", "c3:1"), "b2-c3 c3+d3",
          line("circe[^]:c3,e5", "athena[holder=blue]:d5,a5", "c3:1 d3:1", 2)),
    Ask("a climb counts for a power that came back afterwards", line(*RETURNS), "c5-b5 b5+c5 b2-c3",
        "athena.no_climb"),
    Ask("or does not, if the table wants it so", line(*RETURNS, rules=LATER), "c5-b5 b5+c5 b2-c3"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_athena(case: Ask | Leads | Wins) -> None:
    check(case)


def test_a_game_begins_without_a_climb() -> None:
    game = game_at(line("athena:b2,e5", "mortal:d5,a5", "c5:1", 2))
    assert not game.state.climbed
