"""Clio, sentence by sentence: coins on her first blocks, as good as domes in opponents' turns."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name


def clio(coins: str, workers: str = "b2,e1", left: int = 1) -> str:
    return f"clio[squares={coins}|left={left}]:{workers}"


MORTAL = "mortal:d5,a5"
ON_COIN = clio("c3", "c3,e1")
TWO = "gods_per_player=2"

CASES = [
    # Coins come
    Leads("her first block gets a coin", line(clio("-", left=3), MORTAL), "b2-b3 b3+b4",
        line(clio("b4", "b3,e1", 2), MORTAL, "b4:1", 2)),
    Leads("the second one too", line(clio("b1", left=2), MORTAL, "b1:1"), "b2-b3 b3+b4",
        line(clio("b1+b4", "b3,e1", 1), MORTAL, "b1:1 b4:1", 2)),
    Leads("and the third", line(clio("b1+c1"), MORTAL, "b1:1 c1:1"), "b2-b3 b3+b4",
        line(clio("b1+c1+b4", "b3,e1", 0), MORTAL, "b1:1 c1:1 b4:1", 2)),
    Leads("not the fourth", line(clio("b1+c1", left=0), MORTAL, "b1:1 c1:1"), "b2-b3 b3+b4",
        line(clio("b1+c1", "b3,e1", 0), MORTAL, "b1:1 c1:1 b4:1", 2)),
    Leads("a dome gets none", line(clio("b1", left=2), MORTAL, "b1:1 b4:3"), "b2-b3 b3^b4",
        line(clio("b1", "b3,e1", 2), MORTAL, "b1:1 b4:4", 2)),
    Leads("each of two blocks gets one", line(clio("-", left=3).replace(":", "+demeter:"), MORTAL, rules=TWO),
        "b2-b3 b3+b4 b3+a4", line(clio("a4+b4", "b3,e1", 1).replace(":", "+demeter:"), MORTAL, "b4:1 a4:1", 2,
        rules=TWO)),
    Leads("what others build gets none", line("mortal:d5,a5", clio("-", left=3)), "d5-d4 d4+d5",
        line("mortal:d4,a5", clio("-", left=3), "d5:1", 2)),
    # To herself they are nothing
    Ask("she moves onto one", line(clio("b3"), MORTAL, "b3:1"), "b2-b3"),
    Leads("she builds on one: it leaves the game, and the next one comes", line(clio("b4"), MORTAL, "b4:1"),
        "b2-b3 b3+b4", line(clio("b4", "b3,e1", 0), MORTAL, "b4:2", 2)),
    Leads("if there is one left", line(clio("b4", left=0), MORTAL, "b4:1"), "b2-b3 b3+b4",
        line(clio("-", "b3,e1", 0), MORTAL, "b4:2", 2)),
    Leads("a dome takes it off as well", line(clio("b4"), MORTAL, "b4:3"), "b2-b3 b3^b4",
        line(clio("-", "b3,e1", 1), MORTAL, "b4:4", 2)),
    Wins("she wins on one", line(clio("b3"), MORTAL, "b2:2 b3:3"), "b2-b3"),
    # To opponents they are domes
    Ask("an opponent does not move onto one", line("mortal:b2,e5", clio("b3", "d4,d1"), "b3:1"), "b2-b3",
        "clio.obstructs"),
    Ask("nor down onto one", line("mortal:b2,e5", clio("b3", "d4,d1"), "b2:3 b3:1"), "b2-b3", "clio.obstructs"),
    Ask("nor build on one", line("mortal:b2,e5", clio("b4", "d4,d1"), "b4:1"), "b2-b3 b3+b4", "clio.obstructs"),
    Ask("nor put a dome on one", line("mortal:b2,e5", clio("b4", "d4,d1"), "b4:3"), "b2-b3 b3^b4", "clio.obstructs"),
    Ask("nor an early one", line("atlas:b2,e5", clio("b4", "d4,d1"), "b4:1"), "b2-b3 b3^b4", "clio.obstructs"),
    Ask("a third player neither", line("pan:b2,e5", clio("b3", "d4,d1"), "b3:1", more="atlas:a1,e1"), "b2-b3",
        "clio.obstructs"),
    Wins("who is shut in by them loses", line("mortal:a1", clio("a2+b1", "d4,d1", 0), "a2:1 b1:1 b2:2"), "", "orange"),
    Leads("it is no Complete Tower", line(clio("b3", "b2,e5"), "chronus:d4,a5", "b3:3 a1:4 b1:4 c1:4 d1:4"),
        "b2-a2 a2+a3",
        line(clio("a3+b3", "a2,e5", 0), "chronus:d4,a5", "b3:3 a1:4 b1:4 c1:4 d1:4 a3:1", 2)),
    Wins("under a dome it is one", line(clio("b3", "b2,e5"), "chronus:d4,a5", "b3:3 a1:4 b1:4 c1:4 d1:4"),
        "b2-a2 a2^b3",
        "orange"),
    # Her worker on a coin is not there for what names it
    Ask("Apollo cannot take its place", line("apollo:b2,e5", ON_COIN, "c3:1"), "b2-c3", "clio.obstructs"),
    Ask("beside a coin he can", line("apollo:b2,e5", clio("d4", "c3,e1"), "c3:1 d4:1"), "b2-c3"),
    Ask("the Minotaur cannot push it", line("minotaur:b2,e5", ON_COIN, "c3:1"), "b2-c3", "clio.obstructs"),
    Ask("nor push another onto a coin", line("minotaur:b2,e5", clio("d4", "c3,e1"), "d4:1"), "b2-c3",
        "minotaur.no_room"),
    Ask("Charon cannot ferry it", line("charon:b2,e5", ON_COIN, "c3:1"), "c3>a1", "worker.on_token"),
    Ask("nor ferry another onto a coin", line("charon:b2,e5", clio("a1", "c3,e1"), "a1:1"), "c3>a1", "charon.no_room"),
    Leads("Bia spares it", line("bia:a1,e5", ON_COIN, "c3:1"), "a1-b2 b2+b3",
        line("bia:b2,e5", ON_COIN, "c3:1 b3:1", 2)),
    Leads("and removes it elsewhere", line("bia:a1,e5", clio("d4", "c3,e1"), "d4:1"), "a1-b2 b2+b3",
        line("bia:b2,e5", clio("d4", "e1"), "d4:1 b3:1", 2)),
    Leads("Medusa spares it", line("medusa:b2,e5", clio("d4", "d4,e1"), "b2:1 c3:2 d4:1"), "b2-c3 c3+c2",
        line("medusa:c3,e5", clio("d4", "d4,e1"), "b2:1 c3:2 d4:1 c2:1", 2)),
    Ask("Ares cannot take the block with the coin", line("ares:b2,e5", clio("e4", "c3,e1"), "e4:1 d5:1"),
        "b2-b3 b3+b4 -e4", "clio.obstructs"),
    Ask("Dionysus cannot lead it", line("dionysus:b2,e5", clio("d4", "d4,a1"), "c3:3 d4:1"), "b2-b3 b3^c3 d4-d3",
        "worker.on_token"),
    Ask("but the other", line("dionysus:b2,e5", clio("d4", "d4,a1"), "c3:3 d4:1"), "b2-b3 b3^c3 a1-a2"),
    Ask("Adonis cannot name it", line("adonis:b2,e5", ON_COIN, "c3:1"), "b2-b3 b3+b4 ?c3", "worker.on_token"),
    Ask("Theseus cannot remove it", line("theseus:b2,e5", ON_COIN, "c3:2"), "b2-b3 b3+b4 xc3", "step.other"),
    Ask("Odysseus cannot send it away", line("odysseus:b2,e5", ON_COIN, "c3:1"), "c3>a1", "worker.on_token"),
    Ask("nor anybody to a corner with a coin", line("odysseus:b2,e5", clio("a1", "c3,e1"), "a1:1"), "c3>a1",
        "odysseus.occupied"),
    Ask("the Siren cannot lure it", line("siren[direction=n]:b2,e5", ON_COIN, "c3:1"), "c3>c4", "worker.on_token"),
    Ask("nor anybody onto a coin", line("siren[direction=n]:b2,e5", clio("c4", "c3,e1"), "c4:1"), "c3>c4",
        "siren.no_room"),
    Ask("Medea cannot take the block from under it", line("medea:b2,a5", clio("b3", "b3,e1"), "b3:1"),
        "a5-a4 a4+a5 -b3",
        "step.other"),
    # What restricts her restricts her there
    Ask("Aphrodite holds it", line(clio("b2", "b2,e5"), "aphrodite:c3,a5", "b2:1"), "b2-a1", "aphrodite.stay_near"),
    Ask("Hades keeps it from going down", line(clio("b2", "b2,e5"), "hades:d3,a5", "b2:1"), "b2-a1",
        "hades.no_descent"),
    Ask("Hypnus lets it sleep", line(clio("b2", "b2,e5"), "hypnus:d3,a5", "b2:1"), "b2-a1", "hypnus.asleep"),
    Ask("Limus bars builds beside hers", line(clio("b2", "b2,e5"), "limus:d4,a5", "b2:1"), "b2-b3 b3+c3",
        "limus.barren"),
    Ask("Persephone makes it climb", line(clio("b2", "b2,e5"), "persephone:d4,a5", "b2:1 b3:2"), "b2-a1",
        "persephone.must_climb"),
    Ask("Hera denies its win", line(clio("a3", "b2,e5"), "hera:d4,a5", "b2:2 a3:3"), "b2-a3 a3+a4"),
    Wins("the Moerae turn it into theirs", line(clio("b3", "b2,e5"), "moerae[corner=a3]:d4,d1,e1", "b2:2 b3:3"),
        "b2-b3",
        "orange"),
    Leads("the Harpies drive it on, over coins too", line(clio("b4", "b2,e5"), "harpies:d4,d1", "b3:1 b4:1"),
        "b2-b3 b5+c5",
        line(clio("b4+c5", "b5,e5", 0), "harpies:d4,d1", "b3:1 b4:1 c5:1", 2)),
    # In the turns of others
    Leads("a third player's worker that the Harpies drive stops before a coin",
        line("pan:b2,e5", clio("b5", "d4,d1"), "b3:1 b4:1 b5:1", more="harpies:a1,e1"), "b2-b3 b4+a4",
        line("pan:b4,e5", clio("b5", "d4,d1"), "b3:1 b4:1 b5:1 a4:1", 2, more="harpies:a1,e1")),
    Ask("for her worker that Dionysus leads coins are as domes",
        line("dionysus:b2,e5", clio("e4", "d4,a1"), "c3:3 e4:1"), "b2-b3 b3^c3 d4-e4", "clio.obstructs"),
    Leads("what it builds then gets no coin", line("dionysus:b2,e5", clio("e4", "d4,a1"), "c3:3 e4:1"),
        "b2-b3 b3^c3 a1-a2 a2+a1", line("dionysus[owed=-]:b3,e5", clio("e4", "d4,a2"), "c3:4 e4:1 a1:1", 2)),
    Ask("Circe has the power where her worker on a coin stands apart", line("circe:b2,e5", clio("d4", "d4,d5"), "d4:1"),
        "b2-b3 b3+b4"),
    Leads("the coins then come by Circe's blocks", line("circe:b2,e5", clio("d4", "d4,d5"), "d4:1"), "b2-b3 b3+b4",
        line("circe:b3,e5", "clio[squares=b4+d4|left=0|holder=blue]:d4,d5", "d4:1 b4:1", 2)),
    Leads("without a coin they stand together", line("circe:b2,e5", clio("a1", "d4,d5"), "a1:1"), "b2-b3 b3+b4",
        line("circe:b3,e5", clio("a1", "d4,d5"), "a1:1 b4:1", 2)),
    Ask("and bar Clio", line("circe:b2,e5", "clio[squares=d4|left=1|holder=blue]:c3,a5", "d4:1", 2), "c3-d4",
        "clio.obstructs"),
    Ask("Nemesis does not see it beside hers", line("nemesis:b2,e5", clio("e4", "e4,b5"), "e4:1"), "b2-b1 b1+b2 e5=b5"),
    Ask("nor can she exchange it", line("nemesis:b2,e5", clio("e4", "e4,b5"), "e4:1"), "b2-b1 b1+b2 e5=e4",
        "worker.on_token"),
    Ask("Talus does not go onto a coin", line("europa[square=-]:b2,e5", clio("b4", "d4,d1"), "b4:1"),
        "b2-b3 b3+a3 *b4", "token.on_token"),
    Leads("with Zeus beneath her she lays a coin under herself",
        line("clio[squares=-|left=3]+zeus:b2,e5", MORTAL, rules=TWO), "b2-b3 b3+b3",
        line("clio[squares=b3|left=2]+zeus:b3,e5", MORTAL, "b3:1", 2, rules=TWO)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_clio(case: Ask | Leads | Wins) -> None:
    """The rules say so."""
    check(case)
