"""Pairs with a printed ban are playable where the table is only warned, and then read literally (rulings G7); the same
power twice, and two gods each."""

from __future__ import annotations

import pytest

from engine import Seat
from engine.notation import parse_position, state_of
from engine.seats import PUBLIC
from engine.setup import Profile
from tests.engine.cases import Ask, Leads, Wins, begun, check, legal, line, name

TWO = "edition=original_2007&gods_per_player=2"
TWICE = "same_power_allowed=yes"
NEAR = "aphrodite.stay_near"

BANNED = [
    Ask("Gaea comes for every low dome of Atlas'", line("atlas:b2,e5", "gaea:d5,a5"), "b2-b3 b3^c4 @c5"),
    Wins("Hades leaves Pan the usual win", line("pan:b2,e5", "hades:d1,a5", "b2:2 b3:3"), "b2-b3"),
    Ask("and no jump", line("pan:b2,e5", "hades:d1,a5", "b2:2"), "b2-b3", "hades.no_descent"),
    Leads("Harpies push Hermes after each step, and he goes on from there, on that level",
          line("hermes:b2,e5", "harpies:d1,a5", "b2:1 b3:1 c5:0"), "b2-b3 b5-c5 d5-d4 . d2+d3",
          line("hermes:d2,e5", "harpies:d1,a5", "b2:1 b3:1 d3:1", 2)),
    Leads("Harpies push Triton on, and he goes on from there for the edge that he stepped on",
          line("triton:b1,e5", "harpies:d3,a5"), "b1-c1 e1-d2 b4+b5",
          line("triton:b4,e5", "harpies:d3,a5", "b5:1", 2)),
    Ask("Aphrodite's neighbors are ordinary, also for Urania", line("urania:a3,c1", "aphrodite:e3,e5"), "a3-a2"),
    Ask("Urania may not leave her over the edge", line("urania:a3,c1", "aphrodite:b3,e5"), "a3-e3", NEAR),
    Ask("nor stay beside her only over the edge", line("urania:a3,c1", "aphrodite:b3,d5"), "a3-e4"),
    Leads("Nemesis' exchange neither meets Aphrodite's demand nor breaks it",
          line("nemesis:b1,e5", "aphrodite:b3,d1"), "b1-a1 a1+a2 a1=b3 e5=d1",
          line("nemesis:b3,d1", "aphrodite:a1,e5", "a2:1", 2)),
    Ask("who moved away from Aphrodite is not brought back by the exchange",
        line("nemesis:b2,e5", "aphrodite:b3,e1"), "b2-b1", NEAR),
    Leads("Nemesis with one worker exchanges one", line("nemesis:b2", "bia:d4,e1"), "b2-b1 b1+a1 b1=d4",
          line("nemesis:d4", "bia:b1,e1", "a1:1", 2)),
    Ask("of three Graeae she takes two", line("nemesis:a1,b1", "graeae:d4,e4,e5"), "b1-a2 a2+a3 a1=e5 a2=d4"),
    Ask("and not one only", line("nemesis:a1,b1", "graeae:d4,e4,e5"), "b1-a2 a2+a3 a1=e5 .", "done.not_optional"),
    Leads("workers on coins are not there for Nemesis", line("nemesis:a1,b1", "clio[squares=b3|left=1]:b3,e5", "b3:1"),
          "b1-a2 a2+b2 a1=e5", line("nemesis:a2,e5", "clio[squares=b3|left=1]:a1,b3", "b3:1 b2:1", 2)),
    Wins("Terpsichore with a sleeper loses", line("terpsichore:b2,e5", "hypnus:d1,a5", "b2:1"), "", "orange"),
    Ask("with nobody asleep she dances", line("terpsichore:b2,e5", "hypnus:d1,a5"), "b2-b3 e5-e4"),
    Wins("Terpsichore loses where Limus leaves one of hers nothing to build on",
         line("terpsichore:e5,b2", "limus:d3,d4", "c5:2 c4:2 e3:2"), "", "orange"),
    Wins("Terpsichore is swallowed as anybody", line("terpsichore:e5,b2", "tartarus[square=b3]:d1,a5"), "b2-b3",
         "orange"),
    Wins("Hecate's worker is swallowed as anybody's", line("hecate:e5,b2", "tartarus[square=b3]:d1,a5"), "b2-b3",
         "orange"),
    Wins("a loss in the Abyss comes before the Moerae's win", line("mortal:e5,b2",
         "moerae[corner=a3]+tartarus[square=b3]:d1,a5", "b2:2 b3:3", rules=TWO), "b2-b3", "orange"),
    Wins("Moerae step up into the Abyss and lose", line("moerae[corner=a3]:e5,b2,e1", "tartarus[square=b3]:d1,a5",
         "b2:2 b3:3"), "b2-b3", "orange"),
    Wins("the Moerae take Hecate's win in secret", line("hecate:e5,b2", "moerae[corner=a3]:d1,a5,e1", "b2:2 b3:3"),
         "b2-b3", "orange"),
    Ask("Charon finds nobody of Hecate's", line("charon:b2,e5", "hecate:c2,a5"), "b2-b3 b3+b2"),
    Ask("Circe on her turn may stand and build on coins that she took",
        line("circe:b3,e5", "clio[squares=b4|left=1|holder=blue]:c1,a5", "b4:1"), "b3-b4"),
    Leads("a taken Clio's coins go on Circe's blocks", line("circe:b2,e5", "clio[left=3]:c1,a5"), "b2-b3 b3+b4",
          line("circe:b3,e5", "clio[squares=b4|left=2|holder=blue]:a5,c1", "b4:1", 2)),
    Leads("Theseus' victim is gone before Nemesis counts",
          line("nemesis:a1,b1", "theseus[used=yes]:e5", ""), "b1-a2 a2+a3 a1=e5",
          line("nemesis:a2,e5", "theseus[used=yes]:a1", "a3:1", 2)),
]  # fmt: skip

SAME = [
    Ask("two Apollos", line("apollo:b2,e5", "apollo:b3,a5", rules=TWICE), "b2-b3 b3+c3 b2-b3"),
    Ask("two Athenas: who climbed binds the other", line("athena[^]:b2,e5", "athena:d1,a5", "c1:1 b3:1", 2,
        rules=TWICE), "d1-c1", "athena.no_climb"),
    Ask("not herself", line("athena[^]:b2,e5", "athena:d1,a5", "c1:1 b3:1", 1, rules=TWICE), "b2-b3"),
    Ask("two Persephones ask each other", line("persephone:b2,e5", "persephone:d1,a5", "b3:1", rules=TWICE),
        "e5-e4", "persephone.must_climb"),
    Ask("two Limuses bar each other's land only", line("limus:b2,e5", "limus:d1,a5", rules=TWICE), "b2-b3 b3+b2"),
    Leads("two Circes: nothing is gained", line("circe:b2,e5", "circe:d1,a5", rules=TWICE), "b2-b3 b3+b2",
          line("circe:b3,e5", "circe:d1,a5", "b2:1", 2, rules=TWICE)),
    Leads("two Europas have a Talus each", line("europa[square=a1]:b2,e5", "europa[square=e1]:d3,a5", rules=TWICE),
          "b2-b3 b3+b2 *c4", line("europa[square=c4]:b3,e5", "europa[square=e1]:a5,d3", "b2:1", 2, rules=TWICE)),
    Ask("both bar everybody", line("europa[square=a1]:b2,e5", "europa[square=b3]:d3,a5", rules=TWICE), "b2-b3",
        "europa.obstructs"),
    Leads("whirlpools carry to those of the same card", line("charybdis[squares=b3+d4]:b2,e5",
          "charybdis[squares=a1+e1]:d1,a5", rules=TWICE), "b2-b3 d4+d3",
          line("charybdis[squares=b3+d4]:d4,e5", "charybdis[squares=a1+e1]:a5,d1", "d3:1", 2, rules=TWICE)),
    Leads("single ones of two cards do not", line("charybdis[squares=b3]:b2,e5", "charybdis[squares=d4]:d1,a5",
          rules=TWICE), "b2-b3 b3+b2 .",
          line("charybdis[squares=b3]:b3,e5", "charybdis[squares=d4]:a5,d1", "b2:1", 2, rules=TWICE)),
    Ask("two winds bar two directions", line("aeolus[direction=n]:b2,e5", "aeolus[direction=e]:d1,a5", rules=TWICE),
        "b2-b1", "aeolus.wind"),
    Ask("the other's too", line("aeolus[direction=n]:b2,e5", "aeolus[direction=e]:d1,a5", rules=TWICE), "b2-a2",
        "aeolus.wind"),
    Ask("a coin is a dome to the other Clio", line("clio[squares=a1|left=1]:b2,e5", "clio[squares=b3|left=1]:d1,a5",
        "a1:1 b3:1", rules=TWICE), "b2-b3", "clio.obstructs"),
    Ask("not the own one", line("clio[squares=a1|left=1]:b2,e5", "clio[squares=b3|left=1]:d1,a5", "a1:1 b3:1",
        rules=TWICE), "b2-a1"),
    Ask("either Gaea comes for a dome, the builder's first", line("gaea:b2,e5", "gaea:d1,a5", "b4:3", rules=TWICE),
        "b2-b3 b3^b4 @a4 @c4"),
    Ask("the builder's may not", line("gaea:b2,e5", "gaea:d1,a5", "b4:3", rules=TWICE), "b2-b3 b3^b4 . @c4"),
    Leads("two Dionysuses keep their turns apart", line("dionysus:b2,e5", "dionysus:d1,a5", "b4:3", rules=TWICE),
          "b2-b3 b3^b4", line("dionysus:b3,e5", "dionysus:a5,d1", "b4:4", "1+dionysus", rules=TWICE)),
    Wins("an opponent's Chronus wins with yours at once, the active one's first",
         line("chronus:b2,e5", "chronus:d1,a5", "b4:3 a1:4 b1:4 c1:4 e1:4", rules=TWICE), "b2-b3 b3^b4"),
    Wins("a Fate is the other's", line("moerae[corner=a3]:b2,e5,e3", "moerae[corner=d1]:d2,a5,a1", "b2:2 b3:3",
         rules=TWICE), "b2-b3"),
    Wins("the other Abyss swallows, too", line("tartarus[square=a3]:b2,e5", "tartarus[square=b3]:d2,a5", rules=TWICE),
         "b2-b3", "orange"),
    Ask("two Hypnuses", line("hypnus:b2,e5", "hypnus:d2,a5", "b2:1 d2:1", rules=TWICE), "b2-b3", "hypnus.asleep"),
    Leads("two Harpies", line("harpies:b2,e5", "harpies:d2,a4", rules=TWICE), "b2-b3 b5+a5",
          line("harpies:b5,e5", "harpies:d2,a4", "a5:1", 2, rules=TWICE)),
]  # fmt: skip

BOTH = [
    Ask("Apollo's swap is offered beside", line("apollo+minotaur:b2,e5", "mortal:b3,a1", rules=TWO), "b2-b3!apollo"),
    Ask("the Minotaur's push", line("apollo+minotaur:b2,e5", "mortal:b3,a1", rules=TWO), "b2-b3!minotaur"),
    Ask("Demeter and Hestia grant a build each", line("demeter+hestia:b2,e5", "mortal:d1,a1", rules=TWO),
        "b2-b3 b3+a3 b3+b2 b3+b2"),
    Ask("what Artemis refuses Triton allows", line("artemis+triton:b1,e5", "mortal:d2,a5", rules=TWO),
        "b1-c1 c1-b1"),
    Wins("Pan and Eros win either way", line("pan+eros:b2,e5", "mortal:d1,a1", "b2:2", rules=TWO), "b2-b3"),
    Ask("Hera and Hypnus bind together", line("mortal:b2,e5", "hera+hypnus:d1,a1", "b2:2 b1:3", rules=TWO), "b2-b1",
        "hypnus.asleep"),
    Ask("Atlas' dome is Demeter's first build", line("atlas+demeter:b2,e5", "mortal:d1,a1", rules=TWO),
        "b2-b3 b3^a3 b3^a4"),
    Ask("the Graeae's third worker may wake for Hermes' walk", line("hermes+graeae:b2,e5,e4", "mortal:d1,a1",
        rules=TWO), ". e4+e3"),
    Ask("whoever built first with Prometheus does not climb with Artemis' further move",
        line("prometheus+artemis:b2,e5", "mortal:d1,a5", "c3:1", rules=TWO), "b2+b1 b2-b3 b3-c3",
        "prometheus.no_climb"),
    Ask("nor with Triton's", line("prometheus+triton:b1,e5", "mortal:d1,a5", "a2:1", rules=TWO),
        "b1+c1 b1-a1 a1-a2", "prometheus.no_climb"),
    Ask("but may otherwise", line("prometheus+triton:b1,e5", "mortal:d1,a5", "a2:1", rules=TWO), "b1-a1 a1-a2"),
    Ask("Terpsichore's other worker may", line("prometheus+terpsichore:b1,e5", "mortal:d1,a5", "e4:1", rules=TWO),
        "b1+c1 b1-a1 e5-e4"),
    Ask("Gaea's worker comes before Demeter's second build, whichever card lies first",
        line("gaea+demeter:b2,e5", "mortal:d1,a5", "b4:3", rules=TWO), "b2-b3 b3^b4 @a4"),
    Ask("or the other one", line("demeter+gaea:b2,e5", "mortal:d1,a5", "b4:3", rules=TWO), "b2-b3 b3^b4 @a4"),
    Ask("after a move up that Artemis gave, Hermes gives no others",
        line("hermes+artemis:b2,e5", "mortal:d1,a5", "c3:1", rules=TWO), "b2-b3 b3-c3 e5-e4", "step.other"),
    Ask("and the other worker does not build", line("hermes+artemis:b2,e5", "mortal:d1,a5", "c3:1", rules=TWO),
        "b2-b3 b3-c3 e5+e4", "worker.not_this"),
    Ask("nor does Hermes go on from a move up", line("hermes+artemis:b2,e5", "mortal:d1,a5", "b3:1 c3:1", rules=TWO),
        "b2-b3 b3-c3 c3+b3"),
    Ask("after a level move of hers he does", line("hermes+artemis:b2,e5", "mortal:d1,a5", rules=TWO),
        "b2-b3 b3-c3 e5-e4"),
    Ask("after his own, Triton's may not go up", line("triton+hermes:b1,e5", "mortal:d1,a5", "a2:1", rules=TWO),
        "b1-c1 c1-b1 . b1-a2", "hermes.level"),
    Ask("without his own it may", line("triton+hermes:b1,e5", "mortal:d1,a5", "b2:1", rules=TWO),
        "b1-c1 . c1-b2"),
    Ask("what one must and another may not: Persephone and Athena of one player", line("mortal:b2,e5",
        "persephone+athena[^]:d1,a1", "b3:1", rules=TWO), "b2-b1"),
    Ask("Aphrodite's must goes before Persephone's if possible", line("mortal:b2,e5", "aphrodite+persephone:c1,a1",
        "b3:1", rules=TWO), "b2-b1"),
    Leads("Charon ferries and Harpies do not push the ferried", line("charon+bia:b2,e5", "mortal:c2,a5", rules=TWO),
          "c2>a2 b2-b3 b3+b2", line("charon+bia:b3,e5", "mortal:a2,a5", "b2:1", 2, rules=TWO)),
    Ask("Morpheus and Ares: savings first, then the block", line("ares+morpheus[pieces=2]:b2,e5", "mortal:c2,a5",
        "e4:1", rules=TWO), "b2-b3 . -e4"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*BANNED, *SAME, *BOTH], ids=name)
def test_meetings_that_cards_advise_against(case: Ask | Leads | Wins) -> None:
    check(case)


def test_first_placers_of_two_like_powers_go_in_turn_order() -> None:
    game = begun("bia", "bia", profile=Profile(same_power_allowed=True))
    assert game.to_act is Seat.BLUE


def test_bia_places_before_tartarus_and_hecate_before_the_abyss() -> None:
    game = begun("tartarus", "bia")
    assert game.to_act is Seat.ORANGE
    game = begun("hecate", "tartarus")
    assert game.to_act is Seat.ORANGE
    game = begun("hecate", "tartarus", steps="@a1 @b1 @c1 @d1")
    assert game.to_act is Seat.ORANGE
    assert "*c1" in legal(game), "he does not see her there"
    assert "*a1" not in legal(game)


def test_circe_taken_by_circe_leaves_both_cards_where_they_are() -> None:
    state = state_of(parse_position(line("circe:b2,e5", "circe:d1,a5", rules=TWICE)))
    assert [card.holders for card in state.powers] == [(Seat.BLUE,), (Seat.ORANGE,)]


def test_each_chaos_has_a_card_face_up() -> None:
    game = begun("chaos", "chaos", steps="@a1 @b1 @e5 @d5", profile=Profile(same_power_allowed=True))
    assert all(dict(player.memory)["face_up"] for player in game.view(PUBLIC).players)
