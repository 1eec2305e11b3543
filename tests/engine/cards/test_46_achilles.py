"""Achilles: the card's sentence, its edges, and the powers that he meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, line, name

FREE = line("achilles:b2,e5", "mortal:d5,a5")
USED = line("achilles[used=yes]:b2,e5", "mortal:d5,a5")

CASES = [
    Ask("a build before the move", FREE, "b2+b3"),
    Ask("by either worker", FREE, "e5+e4"),
    Ask("the same worker moves", FREE, "b2+b3 e5-e4", "worker.not_this"),
    Ask("it may move up", line("achilles:b2,e5", "mortal:d5,a5", "c3:1"), "b2+b3 b2-c3"),
    Ask("onto what it just built, too", FREE, "b2+b3 b2-b3"),
    Ask("not two levels", line("achilles:b2,e5", "mortal:d5,a5", "b3:1"), "b2+b3 b2-b3", "move.too_high"),
    Ask("it builds again after the move", FREE, "b2+b3 b2-c2 c2+b3"),
    Ask("it has to", FREE, "b2+b3 b2-c2 .", "done.not_optional"),
    Ask("he may build the dome first", line("achilles:b2,e5", "mortal:d5,a5", "b3:3"), "b2^b3 b2-c2"),
    Ask("no low dome", FREE, "b2^b3", "step.other"),
    Ask("not where a worker stands", line("achilles:b2,e5", "mortal:b3,a5"), "b2+b3", "build.occupied"),
    Ask("he need not", FREE, "b2-b3 b3+b4"),
    Ask("once a game", USED, "b2+b3", "hero.spent"),
    Ask("then he plays on without", USED, "b2-b3"),
    Ask("not so that he cannot move any more",
        line("achilles:a1,e5", "mortal:d5,a5", "a2:1 b1:2 b2:2"), "a1+a2", "no_legal_finish_own"),
    Ask("Athena keeps him down after it, too", line("achilles:b2,e5", "athena[^]:d5,a5"), "b2+b3 b2-b3",
        "athena.no_climb"),
    Ask("Limus bars the first build", line("achilles:b2,e5", "limus:b4,a5"), "b2+b3", "limus.barren"),
    Ask("and the second", line("achilles:b2,e5", "limus:b4,d5"), "b2+c2 b2-c1 c1+b2"),
    Ask("each by itself", line("achilles:b2,e5", "limus:b5,d5"), "b2+c2 b2-b3 b3+b4", "limus.barren"),
    Ask("Hypnus' sleeper cannot be the one", line("achilles:b2,e5", "hypnus:d5,a5", "b2:1"), "b2+b3",
        "no_legal_finish_by"),
    Ask("Persephone does not ask for it", line("achilles:b2,e5", "persephone:d5,a5"), "b2-c2"),
    Ask("but for a move up once he used it", line("achilles:b2,e5", "persephone:d5,a5"), "b2+b3 b2-c2",
        "persephone.must_climb"),
    Ask("and it excuses him from none", line("achilles:b2,e5", "persephone:d5,a5", "c3:1"), "b2+b3 b2-c2",
        "persephone.must_climb"),
    Ask("Adonis has to be obeyed with it", line("achilles:b2,e5", "adonis[used=yes|target=b2]:b4,d1"),
        "b2+c2 b2-a1", "adonis.come_near"),
    Ask("Aphrodite, too", line("achilles:b2,e5", "aphrodite:c3,a5"), "b2+b3 b2-a1", "aphrodite.stay_near"),
    Ask("Hades, too", line("achilles:b2,e5", "hades:d5,a5", "b2:1"), "b2+b3 b2-c2", "hades.no_descent"),
    Ask("Circe cannot use it", line("circe:b2,e5", "achilles:d5,a1"), "b2+b3", "step.other"),
    Ask("and cannot keep him from it", line("circe:d5,a1", "achilles:b2,e5", "", 2), "b2+b3"),
    Ask("Gaea may step in after the first dome", line("achilles:b2,e5", "gaea[workers=2]:d5,a5", "b3:3"), "b2^b3 @c3"),
    Leads("build, move, build", FREE, "b2+b3 b2-c2 c2+b3",
          line("achilles[used=yes]:c2,e5", "mortal:d5,a5", "b3:2", 2)),
    Leads("an ordinary turn leaves the power", FREE, "b2-c2 c2+b3", line("achilles:c2,e5", "mortal:d5,a5", "b3:1", 2)),
    Leads("an action that Hecate's worker bars has not used it up", line("achilles:b2,e5", "hecate:b3,a5"), "b2+b3",
          line("achilles:b2,e5", "hecate:b3,a5", "", 2)),
    Leads("one barred afterwards has", line("achilles:b2,e5", "hecate:c3,a5"), "b2+b3 b2-c3",
          line("achilles[used=yes]:b2,e5", "hecate:c3,a5", "b3:1", 2)),
    Leads("the Harpies go on after his move", line("achilles:b2,e5", "harpies:d5,a5"), "b2+a1 b2-b3 b5+b4",
          line("achilles[used=yes]:b5,e5", "harpies:d5,a5", "a1:1 b4:1", 2)),
    Wins("up to the level that he just built", line("achilles:b2,e5", "mortal:d5,a5", "b2:2 b3:2"), "b2+b3 b2-b3"),
    Wins("it saves a turn that had no other way",
         line("achilles:a1,e5", "mortal:d5,a5", "a2:2 b1:4 b2:4 a1:2 d4:4 e4:4"), "a1+a2 a1-a2"),
    Wins("hemmed in by Gaea after his first build he loses",
         line("achilles:a1,e5", "gaea[workers=2]:c5,c4", "a2:3 b1:3 d5:4 d4:4 e4:4"), "a1^a2 @b2", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_achilles(case: Ask | Leads | Wins) -> None:
    check(case)
