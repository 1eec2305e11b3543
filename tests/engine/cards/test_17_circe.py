"""Circe: the card's sentences, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from engine import Seat
from engine.errors import InvalidSetup
from engine.notation import parse_position, state_of
from engine.setup import Bans, Profile, Rulings
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, line, name

APART = "circe:b2,e5"
TWO_GODS = "edition=original_2007&gods_per_player=2"

CASES = [
    Ask("she has the power of workers that stand apart", line(APART, "apollo:c3,a5"), "b2-c3"),
    Ask("she has nothing of workers that stand together", line(APART, "apollo:c3,c4"), "b2-c3", "move.occupied"),
    Ask("together may be along a diagonal", line(APART, "apollo:c3,d4"), "b2-c3", "move.occupied"),
    Ask("over the edge of the board is apart, also for Urania", line(APART, "urania:a3,e3"), "b2-b1 b1+b5"),
    Ask("the robbed player has no power", line(APART, "apollo[holder=blue]:c3,a5", to_move=2), "c3-b2",
        "card.lent"),
    Ask("the power is back with who keeps together", line(APART, "apollo:c3,a5", to_move=2), "c3-b2"),
    Ask("in her opponent's turn it works for her", line("circe:c3,a5", "aphrodite[holder=blue]:b2,e5", to_move=2),
        "b2-a1", "aphrodite.stay_near"),
    Ask("she is not bound by the power she holds", line(APART, "aphrodite:c3,a5"), "b2-a1"),
    Ask("she is bound by the power she does not hold", line(APART, "aphrodite:c3,c4"), "b2-a1",
        "aphrodite.stay_near"),
    Ask("with Persephone's power she makes her climb",
        line("circe:d5,a5", "persephone[holder=blue]:b2,e5", "c3:1", 2), "b2-b3", "persephone.must_climb"),
    Ask("with Athena's power her own climb counts",
        line("circe[^]:d5,a5", "athena[holder=blue]:b2,e5", "c3:1", 2), "b2-c3", "athena.no_climb"),
    Ask("not Athena's", line("circe:d5,a5", "athena[^|holder=blue]:b2,e5", "c3:1", 2), "b2-c3"),
    Ask("Athena's climb does not bind her who holds the power", line(APART, "athena[^]:d5,a5", "c3:1"), "b2-c3"),
    Ask("a climb from before the power came back counts",
        line(APART, "athena[holder=blue]:d4,b5", "b3:1 c4:1", 2), "d4-c4 c4+d4 b2-b3", "athena.no_climb"),
    Ask("or not, at another table",
        line(APART, "athena[holder=blue]:d4,b5", "b3:1 c4:1", 2, rules="climbs_count_before_power=no"),
        "d4-c4 c4+d4 b2-b3"),
    Ask("Hypnus' sleep leaves her", line(APART, "hypnus:c5,a1", "b2:1"), "b2-b3"),
    Ask("and comes over his", line(APART, "hypnus[holder=blue]:c5,a1", "c5:1", 2), "c5-c4", "hypnus.asleep"),
    Ask("what is compulsory is so for her: all have to move", line(APART, "terpsichore:c3,a5"), "b2-b3 b3+b4",
        "step.other"),
    Ask("with the Graeae's power any of hers builds", line(APART, "graeae:c3,a5,a3"), "b2-b3 e5+e4"),
    Ask("with Charybdis' power she places the whirlpools", line(APART, "charybdis:d5,a1"), "b2-b3 b3+b4 *d4"),
    Ask("one of hers is the female of Selene's power", line("circe[marked=b2]:b2,e5", "selene[marked=c3]:c3,a5"),
        "e5-e4 b2^a1"),
    Ask("of three all have to stand together", line(APART, "graeae:c3,c4,a5"), "b2-b3 e5+e4"),
    Ask("two of three are enough at another table",
        line(APART, "graeae:c3,c4,a5", rules="all_must_stand_together=no"), "b2-b3 e5+e4", "worker.not_this"),
    Ask("a single worker stands with nobody", line(APART, "apollo:c3"), "b2-c3"),
    Ask("a hero's power is his own", line(APART, "bellerophon:d4,a5", "b3:2"), "b2-b3", "move.too_high"),
    Ask("and stays in use", line("circe:d5,a5", "bellerophon:b2,e1", "b3:2"), "a5-a4 a4+a5 b2-b3"),
    Ask("or sleeps meanwhile, at another table",
        line("circe:d5,a5", "bellerophon:b2,e1", "b3:2", rules="unusable_powers_sleep=yes"), "a5-a4 a4+a5 b2-b3",
        "card.asleep"),
    Ask("stolen coins are domes for their owner",
        line(APART, "clio[squares=b4|left=1|holder=blue]:c3,a5", "b4:1", 2), "c3-b4", "clio.obstructs"),
    Ask("and nothing for her", line("circe:b3,e5", "clio[squares=b4|left=1]:c1,a5", "b4:1"), "b3-b4"),
    Ask("of two powers she takes both",
        line("circe+pan:b2,e5", "apollo+atlas:c3,a5", rules=TWO_GODS), "b2-c3 c3^c4"),
    Leads("a worker on a coin is not there for her, so Clio's two stand apart",
          line(APART, "clio[squares=c4|left=2]:c4,d4", "c4:1"), "b2-b3 b3+b4",
          line("circe:b3,e5", "clio[squares=b4+c4|left=1|holder=blue]:c4,d4", "c4:1 b4:1", 2)),
    Leads("the power is hers until her next turn", line(APART, "apollo:c3,a5"), "b2-b1 b1+a1",
          line("circe:b1,e5", "apollo[holder=blue]:c3,a5", "a1:1", 2)),
    Leads("it goes back if they stand together when that starts",
          line("circe:b1,e5", "apollo[holder=blue]:c3,a5", "", 2), "a5-b4 b4+a4",
          line("circe:b1,e5", "apollo:c3,b4", "a4:1", 1)),
    Leads("and stays if they do not",
          line("circe:b1,e5", "apollo[holder=blue]:c3,a5", "", 2), "a5-a4 a4+a5",
          line("circe:b1,e5", "apollo[holder=blue]:c3,a4", "a5:1", 1)),
    Leads("her climb is remembered where Athena's power may be hers", line(APART, "athena:d5,a5", "c3:1"),
          "b2-c3 c3+d3", line("circe[^]:c3,e5", "athena[holder=blue]:d5,a5", "c3:1 d3:1", 2)),
    Leads("what is saved comes along, and she gains at once",
          line(APART, "morpheus[pieces=1]:c4,c5", "", 2), "c4-c3 .",
          line(APART, "morpheus[pieces=2|holder=blue]:c3,c5")),
    Leads("she builds with it", line(APART, "morpheus[pieces=2]:c3,c5"), "b2-b3 b3+b4 b3+b4",
          line("circe:b3,e5", "morpheus[pieces=0|holder=blue]:c3,c5", "b4:2", 2)),
    Leads("the owner gains nothing meanwhile and builds as anybody",
          line(APART, "morpheus[pieces=2|holder=blue]:c3,c5", "", 2), "c3-c4 c4+d4",
          line(APART, "morpheus[pieces=2]:c4,c5", "d4:1")),
    Leads("she takes the additional turns of Dionysus' power", line(APART, "dionysus:d5,a1", "b4:3"), "b2-b3 b3^b4",
          line("circe:b3,e5", "dionysus[holder=blue]:d5,a1", "b4:4", "1+dionysus")),
    Leads("nobody places while she has Gaea's power", line(APART, "gaea[workers=2]:d5,a5", "b3:3"), "b2-c2 c2^b3",
          line("circe:c2,e5", "gaea[workers=2|holder=blue]:d5,a5", "b3:4", 2)),
    Leads("nor in Gaea's own turn then", line(APART, "gaea[workers=2|holder=blue]:b4,a5", "d3:3", 2),
          "b4-c4 c4^d3", line(APART, "gaea[workers=2|holder=blue]:a5,c4", "d3:4", 1)),
    Wins("she wins with Pan's power", line(APART, "pan:d5,a5", "b2:2"), "b2-b3"),
    Wins("the Abyss swallows her as anybody", line(APART, "tartarus[square=b3]:d5,a1"), "b2-b3", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_circe(case: Ask | Leads | Wins) -> None:
    check(case)


def test_pan_without_his_power_does_not_win_downwards() -> None:
    assert game_at(line("circe:d5,a5", "pan[holder=blue]:b2,e5", "b2:2", 2), "b2-b3").outcome is None


def test_a_single_worker_is_robbed() -> None:
    state = state_of(parse_position(line(APART, "apollo:c3")))
    assert [card.holders for card in state.powers] == [(Seat.BLUE,), (Seat.BLUE,)]


@pytest.mark.parametrize("bans", [Bans.WARN, Bans.OFF, Bans.ENFORCE])
def test_visible_workers_cannot_become_secret(bans: Bans) -> None:
    with pytest.raises(InvalidSetup):
        begun("circe", "hecate", profile=Profile(bans=bans))


@pytest.mark.parametrize(("marks", "asked"), [(True, Seat.BLUE), (False, Seat.ORANGE)])
def test_she_distinguishes_a_female_if_she_may_need_one(marks: bool, asked: Seat) -> None:  # noqa: FBT001 - a column
    profile = Profile(rulings=Rulings(taken_power_marks_workers=marks))
    assert begun("circe", "selene", steps="@a1 @b1", profile=profile).to_act is asked
