"""The tables of rulings G13, cell by cell: what events set off, what forbids which build, who is hit on a coin."""

from __future__ import annotations

import pytest

from tests.engine.cases import Ask, Leads, Wins, check, game_at, legal, line, name

BARREN = "limus.barren"
TWO = "edition=original_2007&gods_per_player=2"
POOLS = "charybdis[squares=b3+d4]"

EVENTS = [
    # Moves
    Ask("a move remembers for Athena", line("athena:b2,e5", "mortal:d2,a5", "b3:1 c1:1"), "b2-b3 b3+b2 d2-c1",
        "athena.no_climb"),
    # Hops, printed
    Wins("a hop up to the third level wins", line("mortal:b2,e5", f"{POOLS}:d1,a5", "b3:1 d4:3"), "b2-b3"),
    Wins("a hop down two levels wins for Pan", line("pan:b2,e5", f"{POOLS}:d1,a5", "b2:1 b3:2"), "b2-b3"),
    Wins("a hop to the other one wins for Eros", line("eros:b2,e5", f"{POOLS}:d1,a5", "e5:1 d4:1"), "b2-b3"),
    Ask("a hop up is what Athena remembers", line("athena:b2,e5", f"{POOLS}:d1,a5", "d4:1 c1:1"),
        "b2-b3 d4+c4 d1-c1", "athena.no_climb"),
    Ask("a hop up is a move up for Persephone", line("minotaur:b2,e5", f"{POOLS}:d1,a5", "d4:1",
        more="persephone:c1,a1"),
        "e5-e4", "persephone.must_climb"),
    Ask("Athena's climb bars a step that is carried up", line("minotaur:b2,e5", f"{POOLS}:d1,a5", "d4:1",
        more="athena[^]:c1,a1"), "b2-b3", "hop.barred"),
    Ask("Hades bars one that is carried down", line("minotaur:b2,e5", f"{POOLS}:d1,a5", "b2:1 b3:1",
        more="hades:c1,a1"), "b2-b3", "hop.barred"),
    Ask("the wind asks for the first half only", line("minotaur:b2,e5", f"{POOLS}:d1,a5",
        more="aeolus[direction=w]:c1,a1"),
        "b2-b3"),
    Leads("nobody hops twice", line("mortal:b2,e5", f"{POOLS}:d1,a5"), "b2-b3 d4+d3",
          line("mortal:d4,e5", f"{POOLS}:d1,a5", "d3:1", 2)),
    Leads("Bia strikes behind the landing", line("bia:b2,e1", f"{POOLS}:d5,a5"), "b2-b3 d4+d3",
          line("bia:d4,e1", f"{POOLS}:a5", "d3:1", 2)),
    Ask("Triton goes on from an edge that he is carried to", line("triton:b2,e1", "charybdis[squares=b3+d5]:a1,a5"),
        "b2-b3 d5-c5"),
    # Hops, revised
    Wins("revised: a hop onto the third level wins from any height",
         line("mortal:b2,e5", f"{POOLS}:d1,a5", "b2:3 b3:3 d4:3", rules="revised=charybdis"), "b2-b3"),
    Ask("revised: the first half does not win",
        line("mortal:b2,e5", f"{POOLS}:d1,a5", "b2:2 b3:3", rules="revised=charybdis"), "b2-b3 d4+d3"),
    Ask("revised: Pan's jump by a hop does not win",
        line("pan:b2,e5", f"{POOLS}:d1,a5", "b2:1 b3:2", rules="revised=charybdis"), "b2-b3 d4+d3"),
    Ask("revised: Athena does not remember a hop",
        line("athena:b2,e5", f"{POOLS}:d1,a5", "d4:1 c1:1", rules="revised=charybdis"), "b2-b3 d4+c4 d1-c1"),
    Ask("revised: Athena's climb does not bar a hop up",
        line("minotaur:b2,e5", f"{POOLS}:d1,a5", "d4:1", more="athena[^]:c1,a1", rules="revised=charybdis"), "b2-b3"),
    Ask("revised: nor does Hades bar one down",
        line("minotaur:b2,e5", f"{POOLS}:d1,a5", "b2:1 b3:1", more="hades:c1,a1", rules="revised=charybdis"), "b2-b3"),
    Leads("revised: Bia strikes behind the first half only",
          line("bia:b2,e1", f"{POOLS}:b4,d5", rules="revised=charybdis"), "b2-b3 d4+d3",
          line("bia:d4,e1", f"{POOLS}:d5", "d3:1", 2, rules="revised=charybdis")),
    Ask("revised: Triton goes on from the edge that he stepped on",
        line("triton:b2,e1", "charybdis[squares=a3+c3]:d1,d5", rules="revised=charybdis"), "b2-a3 c3-c4"),
    Wins("revised: the Abyss lies in wait at the first half too",
         line("mortal:b2,e1", f"{POOLS}+tartarus[square=b3]:a5,d1",
              rules=f"revised=charybdis&{TWO}"), "b2-b3", "orange"),
    # Forces
    Leads("a force up to the third level does not win",
          line("siren[direction=n]:b2,e5", "mortal:d3,a1", "d3:2 d4:3"), "d3>d4 .",
          line("siren[direction=n]:b2,e5", "mortal:d4,a1", "d3:2 d4:3", 2)),
    Leads("a force down does not win for Pan", line("siren[direction=n]:b2,e5", "pan:d3,a5", "d3:3"), "d3>d4",
          line("siren[direction=n]:b2,e5", "pan:d4,a5", "d3:3", 2)),
    Leads("a force together does not win for Eros",
          line("siren[direction=n]:a1,e5", "eros:d3,c5", "d4:1 c5:1"), "d3>d4",
          line("siren[direction=n]:a1,e5", "eros:d4,c5", "d4:1 c5:1", 2)),
    Leads("a force up is nothing that Athena remembers",
          line("siren[direction=n]:b2,e5", "athena:d3,a5", "d4:1"), "d3>d4",
          line("siren[direction=n]:b2,e5", "athena:d4,a5", "d4:1", 2)),
    Leads("a force onto a whirlpool ends there",
          line("siren[direction=n]:b1,e5", "charybdis[squares=b4+d4]:d3,a5"), "d3>d4",
          line("siren[direction=n]:b1,e5", "charybdis[squares=b4+d4]:d4,a5", "", 2)),
    Leads("a force goes against the wind", line("siren[direction=n]:b2,e5", "aeolus[direction=s]:d3,a5"), "d3>d4",
          line("siren[direction=n]:b2,e5", "aeolus[direction=s]:d4,a5", "", 2)),
    Ask("Minotaur may push up while Athena lets nobody climb",
        line("minotaur:b2,e5", "athena[^]:b3,a5", "b4:2"), "b2-b3"),
    Leads("Hades lets a slide go down",
          line("pan:b2,e5", "hades:d5,a5", "b2:1 b3:1", more="harpies:d1,c1"), "b2-b3 b5+c5",
          line("pan:b5,e5", "hades:d5,a5", "b2:1 b3:1 c5:1", 2, more="harpies:d1,c1")),
    Wins("a force into the Abyss loses for who is forced",
         line("siren[direction=n]:b2,e5", "tartarus[square=d4]:d3,a5"), "d3>d4"),
    Wins("a swap into it, too", line("apollo:b2,e5", "tartarus[square=b2]:b3,a5"), "b2-b3"),
    Leads("Zeus' rise enters nothing",
          line("zeus:b1,e5", "mortal:d3,a5"), "b1-b2 b2+b2", line("zeus:b2,e5", "mortal:d3,a5", "b2:1", 2)),
    # Placements
    Leads("a worker placed on a whirlpool stays",
          line("jason:b2,e5", "charybdis[squares=a1+d4]:d1,a5"), "@a1 a1+b1",
          line("jason[workers=0]:a1,b2,e5", "charybdis[squares=a1+d4]:d1,a5", "b1:1", 2)),
    Wins("a worker placed in the Abyss loses", line("jason:b2,e5", "tartarus[square=a1]:d1,a5"), "@a1", "orange"),
    Wins("even in another's turn", line("mortal:b2,e5", "gaea[workers=2]+tartarus[square=b4]:d1,a5", "c3:3", rules=TWO),
         "b2-b3 b3^c3 @b4"),
    Ask("nobody is bound who is placed beside her", line("jason:b2,e5", "aphrodite:a2,a5"), "@e1 e1+d1"),
]  # fmt: skip

LIMITED = [
    ("mortal:b2,e5", "d5", "", "b2-b3", "b3+c4"),
    ("demeter:b2,e5", "d5", "", "b2-b3 b3+a3", "b3+c4"),
    ("hestia:b2,e5", "d5", "", "b2-b3 b3+a3", "b3+c4"),
    ("morpheus[pieces=2]:b2,e5", "d5", "", "b2-b3 b3+a3", "b3+c4"),
    ("prometheus:b2,e5", "d4", "", "", "b2+c3"),
    ("achilles:b2,e5", "d4", "", "", "b2+c3"),
    ("atlas:b2,e5", "d5", "", "b2-b3", "b3^c4"),
    ("selene[marked=b2]:b2,e5", "d4", "", "e5-e4", "b2^c3"),
    ("heracles:b2,e5", "d5", "", "b2-b3 b3+a3", "b3^c4"),
    ("polyphemus:b2,e5", "d5", "", "b2-b3 b3+a3", "b3^c4"),
    ("poseidon:b2,e5", "c4", "", "e5-e4 e4+e5", "b2+b3"),
    ("zeus:b2,e5", "c4", "", "b2-b3", "b3+b3"),
    ("graeae:a1,b2,e5", "d4", "", "a1-a2", "b2+c3"),
    ("jason:b2,e5", "c2", "", "@a1", "a1+b1"),
    ("terpsichore:b2,e5", "d2", "", "b2-b3 e5-e4", "b3+c3"),
]


@pytest.mark.parametrize(("one", "limus", "towers", "steps", "last"), LIMITED)
def test_limus_forbids_each_kind_of_build(one: str, limus: str, towers: str, steps: str, last: str) -> None:
    """Her worker stands where it does, or, for comparison, in a corner far off."""
    assert last in legal(game_at(line(one, "limus:a5", towers), steps))
    assert last not in legal(game_at(line(one, f"limus:{limus}", towers), steps))


BUILDS = [
    Ask("a dome on three blocks may stand beside Limus", line("mortal:b2,e5", "limus:d5,a1", "c4:3"), "b2-b3 b3^c4"),
    Ask("Atlas' may on three blocks only", line("atlas:b2,e5", "limus:d5,a1", "c4:2"), "b2-b3 b3^c4", BARREN),
    Ask("revised: his may on any", line("atlas:b2,e5", "limus:d5,a1", "c4:2", rules="revised=limus"), "b2-b3 b3^c4"),
    Ask("Hephaestus has no second block there", line("hephaestus:b2,e5", "limus:d5,a1"), "b2-b3 b3+c4", BARREN),
    Leads("Medusa's stone is stopped by another's land",
          line("medusa:b2,e5", "limus:b4,c4", "b3:1 b2:1"), "b2-b3 b3+a2",
          line("medusa:b3,e5", "limus:b4,c4", "b3:1 b2:1 a2:1", 2)),
    Wins("not in the Spin Master edition, where both go",
         line("medusa:b2,e5", "limus:b4,c4", "b3:1 b2:1", rules="edition=spin_master"), "b2-b3 b3+a2"),
    Leads("a tower taken back stands beside Limus as anywhere",
          line("mortal:b2,c3", "limus:d4,d3",
               "a1:1 b1:1 c1:1 d1:1 e1:1 a2:1 b2:1 c2:1 d2:1 e2:1 a3:1 b3:1 c3:1 d3:1 e3:1 a4:1 b4:1 c4:1 d4:1 "
               "e4:1 e5:4 b5:4", rules="supply=physical"), "b2-a2 a2+a1",
          line("mortal:a2,c3", "limus:d4,d3",
               "a1:2 b1:1 c1:1 d1:1 e1:1 a2:1 b2:1 c2:1 d2:1 e2:1 a3:1 b3:1 c3:1 d3:1 e3:1 a4:1 b4:1 c4:1 d4:1 "
               "e4:1 e5:4 b5:4", 2, rules="supply=physical")),
    Ask("a block may be taken beside Limus", line("ares:b2,e5", "limus:d4,a1", "d5:1"), "b2-b3 b3+b4 -d5"),
    Ask("a token may be put there", line("europa:b2,e5", "limus:d4,a1"), "b2-b3 b3+b4 *c3"),
    Ask("Gaea comes for Atlas' low dome", line("atlas:b2,e5", "gaea:d5,a5"), "b2-b3 b3^b4 @c4"),
    Ask("for Selene's", line("selene[marked=b2]:b2,e5", "gaea:d5,a5"), "e5-e4 b2^b3 @c4"),
    Ask("for each of Heracles'", line("heracles:b2,e5", "gaea:d5,a5"), "b2-b3 b3+a3 b3^b4 . b3^b2 @a1"),
    Ask("for Polyphemus'", line("polyphemus:b2,e5", "gaea:d5,a5"), "b2-b3 b3+a3 b3^e1 @d1"),
    Ask("for Demeter's first, before her second", line("demeter:b2,e5", "gaea:d5,a5", "b4:3"), "b2-b3 b3^b4 @a4"),
    Ask("for Demeter's second", line("demeter:b2,e5", "gaea:d5,a5", "b4:3"), "b2-b3 b3+b2 b3^b4 @a4"),
    Ask("for Poseidon's", line("poseidon:b2,e5", "gaea:d1,a5", "e4:3"), "b2-b3 b3+b2 e5^e4 @d4"),
    Ask("for Prometheus' first", line("prometheus:b2,e5", "gaea:d1,a5", "b3:3"), "b2^b3 @c4"),
    Ask("for her own", line("gaea:b2,e5", "mortal:d1,a5", "b4:3"), "b2-b3 b3^b4 @c4"),
    Ask("not for a block", line("atlas:b2,e5", "gaea:d5,a5"), "b2-b3 b3+b4 @c4", "step.other"),
    Leads("coins lie on Clio's blocks, not on her domes",
          line("clio+atlas:b2,e5", "mortal:d5,a5", rules=TWO), "b2-b3 b3^b4",
          line("clio[left=3]+atlas:b3,e5", "mortal:d5,a5", "b4:A", 2, rules=TWO)),
    Leads("on each block of a turn", line("clio+demeter:b2,e5", "mortal:d5,a5", rules=TWO), "b2-b3 b3+b4 b3+b2",
          line("clio[squares=b2+b4|left=1]+demeter:b3,e5", "mortal:d5,a5", "b4:1 b2:1", 2, rules=TWO)),
    Leads("a second block on the same space has the next coin, the first leaves the game",
          line("clio+hephaestus:b2,e5", "mortal:d5,a5", rules=TWO), "b2-b3 b3+b4 b3+b4",
          line("clio[squares=b4|left=1]+hephaestus:b3,e5", "mortal:d5,a5", "b4:2", 2, rules=TWO)),
    Leads("Medusa's blocks are blocks of her own", line("clio+medusa:b2,e5", "mortal:b4,a1", "b3:1 b2:1", rules=TWO),
          "b2-b3 b3+a3", line("clio[squares=a3+b4|left=1]+medusa:b3,e5", "mortal:a1", "b3:1 b2:1 a3:1 b4:1", 2,
                              rules=TWO)),
    Wins("Chronus wins by whoever's dome on the third level",
         line("mortal:b2,e5", "chronus:d5,a5", "a1:4 b1:4 c1:4 d1:4 b4:3"), "b2-b3 b3^b4", "orange"),
    Leads("not by low ones", line("atlas:b2,e5", "chronus:d5,a5", "a1:4 b1:4 c1:4 d1:4 b4:2"), "b2-b3 b3^b4",
          line("atlas:b3,e5", "chronus:d5,a5", "a1:4 b1:4 c1:4 d1:4 b4:C", 2)),
    Leads("Heracles' dome on the third level is a Complete Tower, a low one is none",
          line("heracles+dionysus:b2,e5", "mortal:d5,a5", "b4:3", rules=TWO), "b2-b3 b3+a3 b3^b2 b3^b4 .",
          line("heracles[used=yes]+dionysus[owed=-]:b3,e5", "mortal:d5,a5", "a3:1 b2:A b4:4", "1+dionysus", rules=TWO)),
    Leads("Zeus beneath himself brings no Gaea", line("zeus:b2,e5", "gaea:d5,a5"), "b2-b3 b3+b3",
          line("zeus:b3,e5", "gaea:d5,a5", "b3:1", 2)),
    Leads("nor does a petrified worker", line("medusa:b2,e5", "gaea:b4,a1", "b3:1 b2:1"), "b2-b3 b3+a2",
          line("medusa:b3,e5", "gaea:a1", "b3:1 b2:1 a2:1 b4:1", 2)),
]  # fmt: skip

COIN = "clio[squares=b3|left=0]:b3,a5"
IMMUNE = [
    ("adonis:b2,e5", "e5-e4 e4+e5", "?b3", ""),
    ("apollo:b2,e5", "", "b2-b3", ""),
    ("bia:b1,e5", "b1-b2 b2+b1", "", ""),
    ("charon:b2,e5", "", "b3>b1", ""),
    ("medea:b2,e5", "e5-e4 e4+e5", "-b3", ""),
    ("minotaur:b2,e5", "", "b2-b3", ""),
    ("odysseus:b2,e5", "", "b3>a1", ""),
    ("siren[direction=n]:b2,e5", "", "b3>b4", ""),
    ("theseus:b2,e5", "e5-e4 e4+e5", "xb3", "b3:2"),
]


@pytest.mark.parametrize(("one", "steps", "last", "towers"), IMMUNE)
def test_a_worker_on_a_coin_is_not_there_for_opponents(one: str, steps: str, last: str, towers: str) -> None:
    """But it is without the coin."""
    towers = towers or "b3:1"
    bare = COIN.replace("squares=b3", "squares=e1")
    if not last:
        assert len(game_at(line(one, COIN, towers), steps).state.workers) == 4
        assert len(game_at(line(one, bare, towers), steps).state.workers) == 3
        return
    assert last not in legal(game_at(line(one, COIN, towers), steps))
    assert last in legal(game_at(line(one, bare, towers), steps))


COINS = [
    Ask("Ares cannot take the block", line("ares:b2,e5", "clio[squares=b3|left=0]:d1,a5", "b3:1 c2:1"),
        "e5-e4 e4+e5 -b3", "clio.obstructs"),
    Leads("Medusa does not turn it to stone", line("medusa:b2,e5", COIN, "b2:2 b3:1"), "e5-e4 e4+e5",
          line("medusa:b2,e4", COIN, "b2:2 b3:1 e5:1", 2)),
    Ask("Dionysus cannot lead it", line("dionysus:b1,e5", COIN, "b3:1", "1+dionysus"), "b3-b4",
        "worker.on_token"),
    Ask("Aphrodite binds it", line(COIN, "aphrodite:c2,e1", "b3:1"), "b3-a4", "aphrodite.stay_near"),
    Ask("Hades binds it", line(COIN, "hades:c2,e1", "b3:1"), "b3-b4", "hades.no_descent"),
    Leads("Harpies push it", line(COIN, "harpies:d2,e1", "b3:1"), "b3-b4 b5+c5",
          line("clio[squares=b3|left=0]:a5,b5", "harpies:d2,e1", "b3:1 c5:1", 2)),
    Leads("onto another coin", line("clio[squares=b3+b5|left=0]:b3,a5", "harpies:d2,e1", "b3:1"), "b3-b4 b5+c5",
          line("clio[squares=b3+b5|left=0]:a5,b5", "harpies:d2,e1", "b3:1 c5:1", 2)),
    Leads("Hera denies it", line("clio[squares=b2|left=0]:b2,a5", "hera:d2,e1", "b2:2 b1:3"), "b2-b1 b1+a1",
          line("clio[squares=b2|left=0]:a5,b1", "hera:d2,e1", "b2:2 b1:3 a1:1", 2)),
    Ask("Hypnus puts it to sleep", line(COIN, "hypnus:d2,e1", "b3:1"), "b3-b4", "hypnus.asleep"),
    Ask("Limus binds it", line(COIN, "limus:d4,e1", "b3:1"), "b3-b2 b2+c3", BARREN),
    Wins("Moerae win by it", line("clio[squares=b2|left=0]:b2,a5", "moerae[corner=b1]:d2,e1,e2", "b2:2 b1:3"), "b2-b1",
         "orange"),
    Ask("Persephone makes it climb", line(COIN, "persephone:d2,e1", "b3:1 b4:2"), "a5-a4", "persephone.must_climb"),
    Ask("the wind bars its way", line(COIN, "aeolus[direction=s]:d2,e1", "b3:1"), "b3-b4", "aeolus.wind"),
    Leads("whirlpools carry it", line("clio[squares=b2|left=0]:b2,a5", f"{POOLS}:d1,e1", "b2:1"), "b2-b3 d4+d3",
          line("clio[squares=b2|left=0]:a5,d4", f"{POOLS}:d1,e1", "b2:1 d3:1", 2)),
    Ask("Talus stops it", line(COIN, "europa[square=b4]:d1,e1", "b3:1"), "b3-b4", "europa.obstructs"),
    Wins("the Abyss swallows it", line(COIN, "tartarus[square=b4]:d1,e1", "b3:1"), "b3-b4", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*EVENTS, *BUILDS, *COINS], ids=name)
def test_what_sets_off_what(case: Ask | Leads | Wins) -> None:
    check(case)
