"""Powers among three players and in two teams (rulings G8)."""

from __future__ import annotations

import pytest

from engine import Seat, square
from engine.notation import parse_action
from engine.seats import PUBLIC
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, legal, line, name

MUST = "persephone.must_climb"
STUCK = "a2:4 b2:4 c2:4 c1:4"
"""Around a1 and b1, so that whoever stands there loses."""
GONE = "-pan:"

THREE = [
    Ask("two opponents' restrictions add up", line("apollo:b2,e5", "hades:d1,a5", "b2:1 b3:2 c3:1", more="limus:d4,e1"),
        "b2-b1", "hades.no_descent"),
    Ask("both bind the same turn", line("apollo:b2,e5", "hades:d1,a5", "b2:1 c2:1 b1:1", more="limus:d3,e1"),
        "b2-c2 c2+d2", "limus.barren"),
    Ask("what is forbidden by one is not possible for the other's if possible",
        line("apollo:b2,e5", "athena[^]:d1,a5", "b3:1", more="persephone:d4,e1"), "e5-e4"),
    Ask("Hypnus compares each player's own workers", line("apollo:b2,e5", "pan:d1,a5", "b2:1 d1:3",
        more="hypnus:c5,e1"), "b2-b3", "hypnus.asleep"),
    Ask("and nobody else's", line("apollo:b2,e5", "pan:d1,a5", "b2:1 d1:3 e5:1", more="hypnus:c5,e1"), "b2-b3"),
    Ask("Siren lures workers of both opponents", line("siren[direction=n]:a1,b1", "pan:c2,e1", more="apollo:d2,e3"),
        "c2>c3 d2>d3"),
    Leads("Medusa petrifies those of both", line("medusa:b2,e5", "pan:a1,e1", "b2:1 b1:2", more="apollo:c1,e3"),
          "b2-b1 b1+b2", line("medusa:b1,e5", "pan:e1", "b2:2 b1:2 a1:1 c1:1", 2, more="apollo:e3")),
    Leads("Nemesis picks an opponent of whose workers none is near her",
          line("nemesis:a1,b2", "pan:c2,e1", more="apollo:d4,e5"), "b2-b1 b1+a2 a1=d4 b1=e5",
          line("nemesis:d4,e5", "pan:c2,e1", "a2:1", 2, more="apollo:a1,b1")),
    Ask("she may not take one of each", line("nemesis:a1,b2", "pan:c4,e1", more="apollo:d4,e5"),
        "b2-b1 b1+a2 a1=d4 b1=c4", "nemesis.one_opponent"),
    Ask("nor the one whose worker is near", line("nemesis:a1,b2", "pan:c2,e1", more="apollo:d4,e5"),
        "b2-b1 b1+a2 a1=c2", "nemesis.near"),
    Ask("Dionysus leads a worker of either", line("dionysus:a1,b1", "pan:c2,e1", "", "1+dionysus",
        more="apollo:d4,e5"), "d4-d3"),
    Ask("Athena's own workers climb for him, others' do not",
        line("dionysus:a1,b1", "athena[^]:c3,e1", "c4:1 d5:1", "1+dionysus", more="apollo:d4,e5"), "c3-c4"),
    Ask("others' do not", line("dionysus:a1,b1", "athena[^]:c3,e1", "c4:1 d5:1", "1+dionysus", more="apollo:d4,e5"),
        "d4-d5", "athena.no_climb"),
    Ask("his turn is bound by the third player's Limus, not by her on her own workers",
        line("dionysus:a1,b1", "limus:c3,e1", "", "1+dionysus", more="apollo:d4,e5"), "c3-c2 c2+d2"),
    Ask("but on the other's", line("dionysus:a1,b1", "limus:c3,e1", "", "1+dionysus", more="apollo:d4,e5"),
        "d4-e3 e3+d2", "limus.barren"),
    Ask("Persephone asks of his further turn a move up, if he takes it",
        line("dionysus:a1,b1", "pan:c3,e1", "c4:1", "1+dionysus", more="persephone:d5,e5"), "c3-c2", MUST),
    Ask("which he need not", line("dionysus:a1,b1", "pan:c3,e1", "c4:1", "1+dionysus", more="persephone:d5,e5"), "."),
    Wins("Moerae win alone by either opponent's move", line("pan:b2,e5", "apollo:d1,a5", "b2:2 b1:3",
         more="moerae[corner=a1]:e1,e3,d4"), "b2-b1", "white"),
    Leads("but not by one that Hera denies (OPEN-04)", line("pan:b2,e5", "hera:d1,a5", "b2:2 b1:3",
          more="moerae[corner=a1]:e1,e3,d4"), "b2-b1 b1+a1",
          line("pan:b1,e5", "hera:d1,a5", "b2:2 b1:3 a1:1", 2, more="moerae[corner=a1]:e1,e3,d4")),
    Wins("unless the table wants it", line("pan:b2,e5", "hera:d1,a5", "b2:2 b1:3", more="moerae[corner=a1]:e1,e3,d4",
         rules="blocked_win_is_stolen=yes"), "b2-b1", "white"),
    Leads("nor by one in Dionysus' further turn", line("dionysus:b5,e5", "pan:b2,a5", "b2:2 b1:3", "1+dionysus",
          more="moerae[corner=a1]:e1,e3,d4"), "b2-b1 b1+a1",
          line("dionysus:b5,e5", "pan:a5,b1", "b2:2 b1:3 a1:1", 2, more="moerae[corner=a1]:e1,e3,d4")),
    Wins("unless the table wants it there, too", line("dionysus:b5,e5", "pan:b2,a5", "b2:2 b1:3", "1+dionysus",
         more="moerae[corner=a1]:e1,e3,d4", rules="blocked_win_is_stolen=yes"), "b2-b1", "white"),
    Leads("but never by a worker of their own", line("dionysus:b5,e5", "pan:a5,d5", "b2:2 b1:3", "1+dionysus",
          more="moerae[corner=a1]:b2,e3,d4", rules="blocked_win_is_stolen=yes"), "b2-b1 b1+a1",
          line("dionysus:b5,e5", "pan:a5,d5", "b2:2 b1:3 a1:1", 2, more="moerae[corner=a1]:b1,e3,d4",
               rules="blocked_win_is_stolen=yes")),
    Leads("nor by a way down, for Pan's text is about his own workers",
          line("pan+dionysus:b5,e5", "pan:b2,a5", "b2:3", "1+dionysus", more="moerae[corner=a1]:e1,e3,d4",
               rules="blocked_win_is_stolen=yes&gods_per_player=2&edition=original_2007&same_power_allowed=yes"),
          "b2-b1 b1+a1",
          line("pan+dionysus:b5,e5", "pan:a5,b1", "b2:3 a1:1", 2, more="moerae[corner=a1]:e1,e3,d4",
               rules="blocked_win_is_stolen=yes&gods_per_player=2&edition=original_2007&same_power_allowed=yes")),
    Wins("Eros wins on any level among three", line("eros:b2,c4", "pan:d1,a5", more="apollo:e1,e3"), "b2-b3"),
    Wins("and on any level once there are two of them (OPEN-19)", line("eros:b2,c4", GONE, more="apollo:e1,e3"),
         "b2-b3"),
    Ask("not at a table that counts those left", line("eros:b2,c4", GONE, more="apollo:e1,e3",
        rules="players_left_decide=yes"), "b2-b3 b3+b4"),
    Ask("Athena binds the second opponent after her, too", line("athena[^]:b2,e5", "pan:d1,a5", "e2:1", 3,
        more="apollo:e1,e3"), "e1-e2", "athena.no_climb"),
    Leads("her climb is forgotten once her next turn held none", line("athena[^]:b2,e5", "pan:d1,a5", "e2:1", 1,
          more="apollo:e1,e3"), "b2-b3 b3+b4", line("athena:b3,e5", "pan:d1,a5", "e2:1 b4:1", 2, more="apollo:e1,e3")),
    Ask("the wind of who is out lies still", line("apollo:b2,e5", "-aeolus:", more="pan:e1,e3"), "e5-e4"),
    Leads("another's dome turns Chaos' card, and the old power covers the turn",
          line("apollo:b2,e5", "chaos[face_up=pan|draw=atlas+demeter]:d1,a5", "b4:3", more="hera:e1,e3"), "b2-b3 b3^b4",
          line("apollo:b3,e5", "chaos[face_up=atlas|draw=demeter|discards=pan]:d1,a5", "b4:4", 2, more="hera:e1,e3")),
    Leads("a dome of who loses in that very turn turns it as well",
          line("terpsichore:b1,d2", "gaea:d4,a4", "a2:4 b2:4 c1:3", more="chaos[face_up=pan|draw=atlas+demeter]:e5,e4"),
          "b1-a1 d2-d1 d1^c1 @b1",
          line("-terpsichore:", "gaea[workers=1]:b1,a4,d4", "a2:4 b2:4 c1:4", 2,
               more="chaos[face_up=atlas|draw=demeter|discards=pan]:e5,e4")),
    Leads("who is out turns no cards", line("apollo:b2,e5", "-chaos:", "b4:3", more="hera:e1,e3"), "b2-b3 b3^b4",
          line("apollo:b3,e5", "-chaos:", "b4:4", 3, more="hera:e1,e3")),
    Leads("a coin is a dome to both opponents", line("apollo:b2,e5", "clio[squares=b5|left=1]:d1,a4",
          "b5:1", more="minotaur:e1,e3"), "b2-b3 b3+b4",
          line("apollo:b3,e5", "clio[squares=b5|left=1]:a4,d1", "b5:1 b4:1", 2, more="minotaur:e1,e3")),
    Ask("also when the third leads her worker", line("dionysus:b2,e5", "clio[squares=d2|left=1]:d1,a4",
          "d2:1", "1+dionysus", more="minotaur:e1,e3"), "d1-d2", "clio.obstructs"),
    Leads("the Graeae's third worker counts with Hypnus", line("graeae:a1,b2,e5", "hypnus:d1,a5", "b2:1 e5:1",
          more="minotaur:e1,e3"), "b2-b3 b3+b4",
          line("graeae:a1,b3,e5", "hypnus:d1,a5", "b2:1 e5:1 b4:1", 2, more="minotaur:e1,e3")),
    Leads("Bia removes the last worker of one of three, who loses in the own turn",
          line("bia:b2,e5", "pan:b4", "", more="apollo:e1,e3"), "b2-b3 b3+a3",
          line("bia:b3,e5", GONE, "a3:1", 3, more="apollo:e1,e3")),
    Leads("who is stuck between the others leaves, and the turn goes on to the third",
          line("apollo:e5,e4", "pan:a1,b1", STUCK, more="atlas:c5,c4"), "e4-e3 e3+e2",
          line("apollo:e5,e3", GONE, f"{STUCK} e2:1", 3, more="atlas:c5,c4")),
]  # fmt: skip

TEAMS = "athena:/atlas:"
FOUR = [
    Ask("a teammate's climb does not bind for Athena", line("pan:b2,e5", "atlas:d1,a5", "b3:1 c1:1", 1,
        more="athena:/apollo:"), "b2-b3 b3+b4 d1-c1"),
    Ask("Athena's climb outlasts her teammate's turn", line("athena[^]:b2,e5", "atlas:d1,a5", "c1:1", 4,
        more="pan:/apollo:"), "d1-c1", "athena.no_climb"),
    Leads("which does not make her forget it", line("athena[^]:b2,e5", "atlas:d1,a5", "c1:1", 3,
          more="pan:/apollo:"), "b2-b1 b1+a1",
          line("athena[^]:b1,e5", "atlas:d1,a5", "c1:1 a1:1", 4, more="pan:/apollo:")),
    Ask("Hypnus compares the team's workers", line("athena:b2,e5", "hypnus:d1,a5", "b2:1", 3, more="pan:/apollo:"),
        "b2-b1", "hypnus.asleep"),
    Ask("but does not send his teammate's to sleep", line("athena:b2,e5", "hypnus:d1,a5", "d1:1", 4,
        more="pan:/apollo:"), "d1-c1"),
    Leads("Nemesis takes on the other team as one", line("nemesis:a1,b2", "atlas:d4,e5", "", 1, more="pan:/apollo:"),
          "b2-b1 b1+a2 a1=d4 b1=e5", line("nemesis:d4,e5", "atlas:a1,b1", "a2:1", 2, more="pan:/apollo:")),
    Ask("Aphrodite binds both opponents to her team's workers", line("aphrodite:b2,e5", "atlas:c3,a5", "", 4,
        more="pan:/apollo:"), "c3-d3", "aphrodite.stay_near"),
    Ask("in her teammate's turn nobody is bound", line("aphrodite:b2,e5", "atlas:c3,a5", "", 3, more="pan:/apollo:"),
        "b2-b1"),
    Ask("what must goes before what must if possible: one team has both",
        line("aphrodite:b2,c1", "atlas:a1,d2", "a1:0 e3:1", 2, more="persephone:/apollo:"), "d2-e3",
        "aphrodite.stay_near"),
    Ask("then nobody has to climb", line("aphrodite:b2,c1", "atlas:a1,d2", "e3:1", 2, more="persephone:/apollo:"),
        "d2-d1"),
    Ask("where one turn meets both it has to", line("aphrodite:b2,c1", "atlas:a1,d2", "d1:1", 2,
        more="persephone:/apollo:"), "d2-c2", MUST),
    Ask("Ares' unmoved worker is one that did not move in his turn, whoever moved it before",
        line("ares:b2,e5", "atlas:c3,a1", "", 3, more="pan:/apollo:"), "b2-b3 b3+b4 c3-c2 c2+c1 e5-e4 e4+e5 -b4"),
    Ask("a teammate has no end of turn of his", line("ares:b2,e5", "atlas:c3,a1", "e4:1", 3, more="pan:/apollo:"),
        "b2-b3 b3+b4 -e4", "step.other"),
    Ask("Poseidon's, too", line("poseidon:b2,e5", "atlas:c3,a1", "", 1, more="pan:/apollo:"),
        "b2-b3 b3+b4 e5+e4"),
    Ask("Limus' land is around both of the team's", line("limus:b2,e5", "atlas:c4,a5", "", 2, more="pan:/apollo:"),
        "c4-d3 d3+d4", "limus.barren"),
    Ask("not for the teammate", line("limus:b2,e5", "atlas:c4,a5", "", 3, more="pan:/apollo:"), "b2-b3 b3+b2"),
    Leads("Hera denies both opponents", line("hera:b2,e5", "atlas:d2,a5", "d2:2 d1:3", 4, more="pan:/apollo:"),
          "d2-d1 d1+c1", line("hera:b2,e5", "atlas:d1,a5", "d2:2 d1:3 c1:1", 1, more="pan:/apollo:")),
    Wins("not her teammate", line("hera:b2,e5", "atlas:d2,a5", "b2:2 b1:3", 3, more="pan:/apollo:"), "b2-b1",
         "blue white"),
    Ask("Talus bars its owner's teammate", line("europa[square=b3]:b2,e5", "atlas:d2,a5", "", 3, more="pan:/apollo:"),
        "b2-b3", "europa.obstructs"),
    Ask("the wind blows for the teammate", line("aeolus[direction=s]:b2,e5", "atlas:d2,a5", "", 3,
        more="pan:/apollo:"), "b2-b3", "aeolus.wind"),
    Leads("whirlpools carry the teammate", line("charybdis[squares=b3+d4]:b2,e5", "atlas:d2,a5", "", 3,
          more="pan:/apollo:"), "b2-b3 d4+d3",
          line("charybdis[squares=b3+d4]:d4,e5", "atlas:a5,d2", "d3:1", 4, more="pan:/apollo:")),
    Leads("Chaos turns the card for a teammate's dome",
          line("chaos[face_up=hermes|draw=demeter+pan]:b2,e5", "atlas:d2,a5", "b4:3", 3, more="hera:/apollo:"),
          "b2-b3 b3^b4", line("chaos[face_up=demeter|draw=pan|discards=hermes]:b3,e5", "atlas:a5,d2", "b4:4", 4,
                              more="hera:/apollo:")),
    Ask("the face-up power is not the teammate's", line("chaos[face_up=hermes|draw=demeter]:b2,e5", "atlas:d2,a5", "",
        3, more="hera:/apollo:"), ".", "done.not_optional"),
    Ask("Pan's win is not his teammate's", line("pan:b2,e5", "atlas:d2,a5", "b2:2", 3, more="hera:/apollo:"),
        "b2-b1 b1+a1"),
    Ask("Eros' win is not his teammate's", line("eros:b2,c4", "atlas:d2,a5", "b3:1 c4:1 b2:1", 3,
        more="hera:/apollo:"), "b2-b3 b3+b2"),
    Wins("Eros in his turn wins with the team's two, on the first level", line("eros:b2,c4", "atlas:d2,a5",
         "b3:1 c4:1 b2:1", 1, more="hera:/apollo:"), "b2-b3", "blue white"),
    Ask("and only there", line("eros:b2,c4", "atlas:d2,a5", "", 1, more="hera:/apollo:"), "b2-b3 b3+b2"),
    Ask("Hermes walks with both workers of the team", line("hermes:b2,c4", "atlas:d2,a5", "", 1,
        more="hera:/apollo:"), "b2-b3 c4-c5"),
    Ask("Triton is alone in walking on", line("triton:b1,c4", "atlas:d2,a5", "", 3, more="hera:/apollo:"),
        "b1-c1 c1-d1", "step.other"),
    Ask("Terpsichore moves both in her turn", line("terpsichore:b1,c4", "atlas:d2,a5", "", 1, more="hera:/apollo:"),
        "b1-c1 c4-c5"),
    Ask("not in her teammate's", line("terpsichore:b1,c4", "atlas:d2,a5", "", 3, more="hera:/apollo:"),
        "b1-c1 c4-c5", "step.other"),
    Leads("Dionysus' further turn comes before his opponent's", line("dionysus:b2,e5", "atlas:d2,a5", "b4:3", 1,
          more="pan:/apollo:"), "b2-b3 b3^b4",
          line("dionysus[owed=-]:b3,e5", "atlas:a5,d2", "b4:4", "1+dionysus", more="pan:/apollo:")),
    Leads("his teammate's tower is none of his", line("dionysus:b2,e5", "atlas:d2,a5", "b4:3", 3,
          more="pan:/apollo:"), "b2-b3 b3^b4",
          line("dionysus:b3,e5", "atlas:a5,d2", "b4:4", 4, more="pan:/apollo:")),
    Leads("Morpheus' bank grows in his own turns only", line("morpheus[pieces=1]:b2,e5", "atlas:d2,a5", "", 2,
          more="pan:/apollo:"), "d2-d1 d1+c1",
          line("morpheus[pieces=1]:b2,e5", "atlas:a5,d1", "c1:1", 3, more="pan:/apollo:")),
    Ask("a teammate builds as anybody", line("morpheus[pieces=1]:b2,e5", "atlas:d2,a5", "", 3, more="pan:/apollo:"),
        "b2-b3 .", "done.not_optional"),
    Leads("Selene's female works in her turn", line("selene[marked=e5]:b2,e5", "atlas:d2,a5", "", 1,
          more="pan:/apollo:"), "b2-b3 e5^e4",
          line("selene[marked=e5]:b3,e5", "atlas:a5,d2", "e4:A", 2, more="pan:/apollo:")),
    Ask("and not in her teammate's", line("selene[marked=e5]:b2,e5", "atlas:d2,a5", "", 3, more="pan:/apollo:"),
        "b2-b3 e5^e4", "worker.not_this"),
    Wins("who is stuck loses for the team", line("dionysus:a1,b1", "atlas:d2,a5", STUCK, 3, more="pan:/apollo:"), "",
         "orange purple"),
    Wins("a team whose two cannot move both loses with Terpsichore in her turn",
         line("terpsichore:a1,e5", "atlas:d2,a5", "a2:2 b2:2 b1:2", 1, more="pan:/apollo:"), "", "orange purple"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*THREE, *FOUR], ids=name)
def test_meetings_of_several(case: Ask | Leads | Wins) -> None:
    check(case)


def test_whirlpools_and_coins_leave_with_their_player() -> None:
    for card in ("charybdis[squares=e1+e2]", "clio[squares=e1+e2|left=1]", "europa[square=e1]"):
        game = game_at(line("apollo:e5,e4", f"{card}:a1,b1", f"{STUCK} e1:1 e2:1", more="atlas:c5,c4"), "e4-e3 e3+d3")
        assert game.active is Seat.WHITE
        assert game.view(PUBLIC).tokens == ()
        assert not game.state.obstacles


def test_placement_of_a_team_keeps_to_either_power() -> None:
    game = begun("pan", "apollo", "eros", "atlas")
    assert "@c3" not in legal(game)
    assert "@a3" in legal(game)
    game = game.play(parse_action("@a3"))
    assert legal(game) == {f"@e{rank}" for rank in "12345"}


def test_bias_team_places_first_and_its_other_seat_begins() -> None:
    game = begun("pan", "apollo", "bia", "atlas", steps="@a3 @e3 @b5 @c5")
    assert game.active is Seat.WHITE
    assert square("a3") in {worker.square for worker in game.view(PUBLIC).workers}
