"""Bellerophon: the card's sentence, its edges, and the powers that he meets."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, game_at, line, name

HIGH = line("bellerophon:b2,e5", "mortal:d5,a5", "b3:2")

CASES = [
    Ask("two levels up", HIGH, "b2-b3"),
    Ask("not three", line("bellerophon:b2,e5", "mortal:d5,a5", "b3:3"), "b2-b3", "move.too_high"),
    Ask("from the first to the third", line("bellerophon:b2,e5", "mortal:d5,a5", "b2:1 b3:3"), "b2-b3"),
    Ask("one level as anybody", line("bellerophon:b2,e5", "mortal:d5,a5", "b3:1"), "b2-b3"),
    Ask("he need not", HIGH, "b2-c2 c2+c3"),
    Ask("once a game", line("bellerophon[used=yes]:b2,e5", "mortal:d5,a5", "b3:2"), "b2-b3", "hero.spent"),
    Ask("then one level as anybody", line("bellerophon[used=yes]:b2,e5", "mortal:d5,a5", "b3:1"), "b2-b3"),
    Ask("not into a worker", line("bellerophon:b2,e5", "mortal:b3,a5", "b3:2"), "b2-b3", "move.occupied"),
    Ask("not onto a dome", line("bellerophon:b2,e5", "mortal:d5,a5", "b3:C"), "b2-b3", "move.domed"),
    Ask("he builds as anybody", HIGH, "b2-b3 b3+b4"),
    Ask("Athena keeps him down", line("bellerophon:b2,e5", "athena[^]:d5,a5", "b3:2"), "b2-b3", "athena.no_climb"),
    Ask("Hypnus lets him sleep", line("bellerophon:b2,e5", "hypnus:d5,a5", "b2:1 b3:3"), "b2-b3", "hypnus.asleep"),
    Ask("the wind blows against him", line("bellerophon:b2,e5", "aeolus[direction=s]:d5,a5", "b3:2"), "b2-b3",
        "aeolus.wind"),
    Ask("Aphrodite binds him", line("bellerophon:b2,e5", "aphrodite:c3,a5", "a1:2"), "b2-a1", "aphrodite.stay_near"),
    Ask("Persephone does not ask for it", line("bellerophon:b2,e5", "persephone:d5,a5", "b3:2"), "b2-c2"),
    Ask("and is content with it", line("bellerophon:b2,e5", "persephone:d5,a5", "b3:2 c2:1"), "b2-b3"),
    Ask("Adonis does not ask for it", line("bellerophon:b2,e5", "adonis[used=yes|target=b2]:b4,e1", "a3:2 b3:2 c3:2"),
        "b2-b1"),
    Ask("nor may he break the oath by it",
        line("bellerophon:b2,e5", "adonis[used=yes|target=b2]:b4,d1", "b1:2"), "b2-b1", "adonis.come_near"),
    Ask("Talus bars a space at any height", line("bellerophon:b2,e5", "europa[square=b3]:d5,a5", "b3:2"), "b2-b3",
        "europa.obstructs"),
    Ask("Circe cannot use it", line("circe:b2,e5", "bellerophon:d5,a1", "b3:2"), "b2-b3", "move.too_high"),
    Leads("such a move uses it up", HIGH, "b2-b3 b3+b4",
          line("bellerophon[used=yes]:b3,e5", "mortal:d5,a5", "b3:2 b4:1", 2)),
    Leads("another does not", line("bellerophon:b2,e5", "mortal:d5,a5", "b3:1"), "b2-b3 b3+b4",
          line("bellerophon:b3,e5", "mortal:d5,a5", "b3:1 b4:1", 2)),
    Leads("nor does an attempt that Hecate's worker bars", line("bellerophon:b2,e5", "hecate:b3,a5", "b3:2"), "b2-b3",
          line("bellerophon:b2,e5", "hecate:b3,a5", "b3:2", 2)),
    Leads("a build that she bars comes after it", line("bellerophon:b2,e5", "hecate:b4,a5", "b3:2"), "b2-b3 b3+b4",
          line("bellerophon[used=yes]:b3,e5", "hecate:b4,a5", "b3:2", 2)),
    Leads("a whirlpool that leads two levels up is not his doing",
          line("bellerophon:b2,e5", "charybdis[squares=b3+d3]:d5,a5", "d3:2"), "b2-b3 d3+c3",
          line("bellerophon:d3,e5", "charybdis[squares=b3+d3]:d5,a5", "d3:2 c3:1", 2)),
    Leads("the Harpies go on after it", line("bellerophon:b2,e5", "harpies:d5,a5", "b3:2"), "b2-b3 b5+c5",
          line("bellerophon[used=yes]:b5,e5", "harpies:d5,a5", "b3:2 c5:1", 2)),
    Leads("another Bellerophon's leap leaves his alone",
          line("bellerophon:b2,e5", "bellerophon:d5,a5", "b3:2", rules="same_power_allowed=yes"), "b2-b3 b3+b4",
          line("bellerophon[used=yes]:b3,e5", "bellerophon:d5,a5", "b3:2 b4:1", 2, rules="same_power_allowed=yes")),
    Leads("whoever of them leaps",
          line("bellerophon:d5,a5", "bellerophon:b2,e5", "b3:2", 2, rules="same_power_allowed=yes"), "b2-b3 b3+b4",
          line("bellerophon:d5,a5", "bellerophon[used=yes]:b3,e5", "b3:2 b4:1", rules="same_power_allowed=yes")),
    Wins("from the first to the third level wins", line("bellerophon:b2,e5", "mortal:d5,a5", "b2:1 b3:3"), "b2-b3"),
    Wins("from the second, too", line("bellerophon[used=yes]:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("it saves a turn that had no other way", line("bellerophon:a1", "mortal:d5,a5", "a1:1 a2:3 b1:4 b2:4"),
         "a1-a2"),
    Wins("not into the Abyss", line("bellerophon:b2,e5", "tartarus[square=b3]:d5,a5", "b2:1 b3:3"), "b2-b3", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_bellerophon(case: Ask | Leads | Wins) -> None:
    check(case)


def test_hera_denies_the_win_at_the_perimeter_and_the_power_is_used() -> None:
    game = game_at(line("bellerophon:b2,e5", "hera:d5,d1", "b2:1 a3:3"), "b2-a3")
    assert game.outcome is None
    assert dict(game.view(game.setup.players[0].seat).players[0].memory) == {"used": "yes"}
