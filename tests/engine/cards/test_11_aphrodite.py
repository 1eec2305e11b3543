"""Aphrodite: the card's sentence, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

LOVE = "aphrodite:c3,a5"
TWO_GODS = "edition=original_2007&gods_per_player=2"
AWAY = "charybdis[squares=b3+e1]:b2,e5"
BACK = "charybdis[squares=a1+d2]:b2,e5"
REVISED = "revised=charybdis"

CASES = [
    Ask("a worker beside hers must stay beside one", line("mortal:b2,e5", LOVE), "b2-a1", "aphrodite.stay_near"),
    Ask("it may stay beside", line("mortal:b2,e5", LOVE), "b2-b3"),
    Ask("beside any of hers", line("mortal:b2,e5", "aphrodite:c3,a1"), "b2-b1"),
    Ask("a worker that began apart is free", line("mortal:b2,e5", LOVE), "e5-e4"),
    Ask("it may come and go", line("artemis:b1,e5", LOVE), "b1-b2 b2-a1"),
    Ask("a bound worker that does not move is no concern", line("mortal:b2,e5", LOVE), "e5-e4 e4+e3"),
    Ask("she herself is free", line("mortal:b2,e5", LOVE, "", 2), "c3-d4"),
    Ask("a bound worker may not win away from her", line("mortal:b2,e5", LOVE, "b2:2 a1:3"), "b2-a1",
        "aphrodite.stay_near"),
    Wins("beside her it wins", line("mortal:b2,e5", LOVE, "b2:2 b3:3"), "b2-b3"),
    Wins("without a compliant turn the bound player loses",
         line("mortal:a3,e1", "aphrodite:b4,c5", "a4:4 b3:4 d1:4 d2:4 e2:4"), "", "orange"),
    Leads("with another turn left the bound worker only stays",
          line("mortal:a3,e1", "aphrodite:b4,c5", "a4:4 b3:4"), "e1-e2 e2+e1",
          line("mortal:a3,e2", "aphrodite:b4,c5", "a4:4 b3:4 e1:1", 2)),
    Ask("Artemis may go away to come back", line("artemis:b2,e5", LOVE), "b2-a2"),
    Ask("she cannot stop away", line("artemis:b2,e5", LOVE), "b2-a2 .", "aphrodite.stay_near"),
    Ask("her last move comes back", line("artemis:b2,e5", LOVE), "b2-a2 a2-b3"),
    Ask("nor win on the way", line("artemis:b2,e5", LOVE, "b2:2 a2:3"), "b2-a2", "aphrodite.stay_near"),
    Ask("a win that is denied on the way is just a move",
        line("artemis:b2,e5", LOVE, "b2:2 a2:3", more="atlas:/hera:"), "b2-a2"),
    Ask("then she has to come back", line("artemis:b2,e5", LOVE, "b2:2 a2:3", more="atlas:/hera:"), "b2-a2 .",
        "aphrodite.stay_near"),
    Ask("Apollo in her worker's space is beside it", line("apollo:b2,e5", LOVE), "b2-c3"),
    Ask("the Minotaur in her worker's space is beside it", line("minotaur:b2,e5", LOVE), "b2-c3"),
    Ask("Hermes may wander off", line("hermes:b2,d1", LOVE), "b2-a1"),
    Ask("but not stay away", line("hermes:b2,d1", LOVE), "b2-a1 .", "aphrodite.stay_near"),
    Ask("he comes back", line("hermes:b2,d1", LOVE), "b2-a1 a1-b2 ."),
    Ask("his other worker is free", line("hermes:b2,d1", LOVE), "d1-e1 ."),
    Ask("Prometheus builds first and stays", line("prometheus:b2,e5", LOVE), "b2+a1 b2-b3"),
    Ask("Prometheus builds first and may not go", line("prometheus:b2,e5", LOVE), "b2+a2 b2-a1",
        "aphrodite.stay_near"),
    Ask("of Terpsichore's workers the bound one stays", line("terpsichore:b2,e5", LOVE), "b2-a1",
        "aphrodite.stay_near"),
    Ask("the other goes as it likes", line("terpsichore:b2,e5", LOVE), "b2-b3 e5-e4"),
    Ask("the Siren does not move", line("siren[direction=n]:b2,e5", LOVE), "c3>c4"),
    Ask("nor does who places a worker", line("jason:b2,e5", LOVE), "@e1"),
    Ask("after Charon's force his worker ends beside where hers are then",
        line("charon:b2,e5", "aphrodite:c3,d5"), "c3>a1 b2-c3", "aphrodite.stay_near"),
    Ask("beside the ferried one", line("charon:b2,e5", "aphrodite:c3,d5"), "c3>a1 b2-a2"),
    Ask("Urania's worker that touches hers over the edge is free", line("urania:a1,c2", "aphrodite:e5,e4"), "a1-b1"),
    Ask("over the edge is not beside her", line("urania:e3,c1", "aphrodite:e4,d5"), "e3-a4", "aphrodite.stay_near"),
    Ask("an exchange at the end does not bring back", line("nemesis:b2,e5", LOVE), "b2-a1", "aphrodite.stay_near"),
    Ask("a coin does not hide a worker from her", line("clio[squares=b2|left=2]:b2,e5", LOVE, "b2:1"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("nor does secrecy", line("hecate:b2,e5", LOVE), "b2-a1", "aphrodite.stay_near"),
    Ask("a removed worker still counts", line("bia:c2,e5", "aphrodite:b1,c4"), "c2-c3"),
    Ask("Atalanta's last move counts", line("atalanta:b2,e5", LOVE), "b2-a1"),
    Ask("so she cannot stop away", line("atalanta:b2,e5", LOVE), "b2-a1 .", "aphrodite.stay_near"),
    Ask("she may come back in time", line("atalanta:b2,e5", LOVE), "b2-a1 a1-a2 a2-b3 ."),
    Ask("Triton has to find back", line("triton:b2,e5", LOVE), "b2-a2 .", "aphrodite.stay_near"),
    Ask("a hop's landing is where the last move ends", line(AWAY, LOVE), "b2-b3", "aphrodite.stay_near"),
    Ask("the way there may lie anywhere", line(BACK, LOVE), "b2-a1"),
    Ask("by the revised text the first step is judged", line(AWAY, LOVE, rules=REVISED), "b2-b3"),
    Ask("not the landing", line(BACK, LOVE, rules=REVISED), "b2-a1", "aphrodite.stay_near"),
    Ask("the table may judge the landing of revised hops",
        line(AWAY, LOVE, rules=f"{REVISED}&hop_is_last_move=yes"), "b2-b3", "aphrodite.stay_near"),
    Ask("or the first step of printed ones", line(AWAY, LOVE, rules="hop_is_last_move=no"), "b2-b3"),
    Ask("in a team she binds both opponents", line("pan:b2,e5", LOVE, "", 3, more="atlas:/demeter:"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("as second player of a team as well", line("pan:b2,e5", "atlas:c3,a5", more="demeter:/aphrodite:"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("not her teammate", line("aphrodite:c3,c4", "pan:b2,e5", "", 3, more="atlas:/demeter:"), "c3-d2"),
    Leads("where the Harpies beside her force it later does not matter",
          line("pan:b2,e5", "aphrodite:c3,e1", more="atlas:/harpies:"), "b2-b3 b5+a5",
          line("pan:b5,e5", "aphrodite:c3,e1", "a5:1", 2, more="atlas:/harpies:")),
    Ask("nor does it help to be forced near her", line("pan:b2,c1", "aphrodite:a1,e4", more="atlas:/harpies:"),
        "b2-c3", "aphrodite.stay_near"),
    Ask("Persephone beside her: a move up beside her is a must",
        line("pan:b2,e5", "aphrodite:c3,a5", "b3:1 a1:1", more="atlas:/persephone:"), "b2-c2",
        "persephone.must_climb"),
    Ask("for the other worker as well", line("pan:b2,e5", "aphrodite:c3,a5", "b3:1", more="atlas:/persephone:"),
        "e5-e4", "persephone.must_climb"),
    Ask("up and away is none", line("pan:b2,e5", "aphrodite:c3,a5", "b3:1 a1:1", more="atlas:/persephone:"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("where only that leads up, to stay is enough",
        line("pan:b2,e5", "aphrodite:c3,a5", "a1:1", more="atlas:/persephone:"), "b2-b3"),
    Ask("her own workers may be driven away", line("dionysus:b2,e5", LOVE, "", "1+dionysus"), "c3-d4"),
    Ask("Circe with her power binds her", line("circe:c3,a5", "aphrodite[holder=blue]:b2,e5", "", 2), "b2-a1",
        "aphrodite.stay_near"),
    Ask("Circe is not bound by the power she holds", line("circe:b2,e5", LOVE), "b2-a1"),
    Ask("but by one she does not hold", line("circe:b2,e5", "aphrodite:c3,c4"), "b2-a1", "aphrodite.stay_near"),
    Ask("in the Spin Master rules the last move counts as well", line("artemis:b2,e5", LOVE,
                                                                     rules="edition=spin_master"), "b2-a2"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_aphrodite(case: Ask | Leads | Wins) -> None:
    check(case)
