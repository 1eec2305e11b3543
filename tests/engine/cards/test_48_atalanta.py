"""Atalanta: the card's sentence, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

FREE = line("atalanta:b2,e5", "mortal:d5,a5")
USED = line("atalanta[used=yes]:b2,e5", "mortal:d5,a5")

CASES = [
    Ask("another move", FREE, "b2-b3 b3-b4"),
    Ask("and another", FREE, "b2-b3 b3-b4 b4-c3 c3-d2"),
    Ask("as many as she likes", FREE, "b2-b3 b3-b4 b4-c3 c3-d2 ."),
    Ask("back to where she was, too", FREE, "b2-b3 b3-b2"),
    Ask("the same worker", FREE, "b2-b3 e5-e4", "worker.not_this"),
    Ask("she need not", FREE, "b2-b3 . b3+b4"),
    Ask("she builds from where she ends", FREE, "b2-b3 b3-c3 . c3+b3"),
    Ask("after that no move", FREE, "b2-b3 b3-c3 . c3-c4", "step.other"),
    Ask("up one level each time", line("atalanta:b2,e5", "mortal:d5,a5", "b3:1 b4:2"), "b2-b3 b3-b4"),
    Ask("not two at once", line("atalanta:b2,e5", "mortal:d5,a5", "b3:1 b4:3"), "b2-b3 b3-b4", "move.too_high"),
    Ask("once a game", USED, "b2-b3 b3-b4", "hero.spent"),
    Ask("Athena binds each move", line("atalanta:b2,e5", "athena[^]:d5,a5", "b4:1"), "b2-b3 b3-b4",
        "athena.no_climb"),
    Ask("Hades, too", line("atalanta:b2,e5", "hades:d5,a5", "b2:1 b3:1"), "b2-b3 b3-b4", "hades.no_descent"),
    Ask("the wind, too", line("atalanta:b2,e5", "aeolus[direction=s]:d5,a5"), "b2-c2 c2-c3", "aeolus.wind"),
    Ask("Hypnus keeps her sleeper from all of them", line("atalanta:b2,e5", "hypnus:d5,a5", "b2:1"), "b2-b3",
        "hypnus.asleep"),
    Ask("Aphrodite looks at the last one", line("atalanta:b2,e5", "aphrodite:c3,a5"), "b2-a1 a1-b1 b1-c2 ."),
    Ask("which has to be beside her", line("atalanta:b2,e5", "aphrodite:c3,a5"), "b2-a2 a2-a1 .",
        "aphrodite.stay_near"),
    Ask("away from her she may only go to come back", line("atalanta:b2,e5", "aphrodite:c3,a5"), "b2-a1"),
    Ask("Persephone does not ask for a second move", line("atalanta:b2,e5", "persephone:d5,a5", "d2:1"), "b2-c2 ."),
    Ask("but for one up if she goes on", line("atalanta:b2,e5", "persephone:d5,a5", "d2:1"), "b2-c2 c2-c1 .",
        "persephone.must_climb"),
    Ask("up and down is enough", line("atalanta:b2,e5", "persephone:d5,a5", "d2:1"), "b2-c2 c2-d2 d2-e1 ."),
    Ask("Circe cannot use it", line("circe:b2,e5", "atalanta:d5,a1"), "b2-b3 b3-b4", "step.other"),
    Leads("the second move uses it up", FREE, "b2-b3 b3-c3 . c3+c4",
          line("atalanta[used=yes]:c3,e5", "mortal:d5,a5", "c4:1", 2)),
    Leads("the first does not", FREE, "b2-b3 . b3+b4", line("atalanta:b3,e5", "mortal:d5,a5", "b4:1", 2)),
    Leads("back where she began it is used all the same", FREE, "b2-b3 b3-b2 . b2+b3",
          line("atalanta[used=yes]:b2,e5", "mortal:d5,a5", "b3:1", 2)),
    Leads("the Harpies go on after each move", line("atalanta:b2,e1", "harpies:d5,a5"), "b2-b3 b5-c4 . e2+e3",
          line("atalanta[used=yes]:e1,e2", "harpies:d5,a5", "e3:1", 2)),
    Leads("a whirlpool carries her and uses nothing up",
          line("atalanta:b2,e5", "charybdis[squares=b3+d3]:d5,a5"), "b2-b3 . d3+c3",
          line("atalanta:d3,e5", "charybdis[squares=b3+d3]:d5,a5", "c3:1", 2)),
    Leads("in each of her moves", line("atalanta:b2,e5", "charybdis[squares=b3+d3]:d5,a5"), "b2-b3 d3-c3 c3-d3 . b3+b4",
          line("atalanta[used=yes]:b3,e5", "charybdis[squares=b3+d3]:d5,a5", "b4:1", 2)),
    Leads("a further move that Hecate's worker bars has not used it up", line("atalanta:b2,e5", "hecate:c3,a5"),
          "b2-b3 b3-c3", line("atalanta:b3,e5", "hecate:c3,a5", "", 2)),
    Leads("one after a further move has", line("atalanta:b2,e5", "hecate:c3,a5"), "b2-b3 b3-b4 b4-c3",
          line("atalanta[used=yes]:b4,e5", "hecate:c3,a5", "", 2)),
    Wins("any of the moves may win", line("atalanta:b2,e5", "mortal:d5,a5", "b3:1 b4:2 c4:3"), "b2-b3 b3-b4 b4-c4"),
    Wins("the first as well", line("atalanta:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("in the Abyss with any", line("atalanta:b2,e5", "tartarus[square=c4]:d5,a5"), "b2-b3 b3-c4", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_atalanta(case: Ask | Leads | Wins) -> None:
    check(case)
