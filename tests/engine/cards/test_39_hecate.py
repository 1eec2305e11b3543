"""Hecate: the card's sentences, its edges, and the powers that she meets."""

from __future__ import annotations

import pytest

from engine import PUBLIC, Seat, UndoBarred, square
from engine.casting.setup_checks import possible_starters
from engine.events import ActedInSecret, ActionCancelled, GameEnded, WorkerForced, WorkerMoved
from engine.notation import parse_action, position_of, position_text
from engine.setup import PowerName, Rulings
from tests.engine.cases import Ask, Leads, Wins, begun, canonical, check, game_at, legal, line, name

SECRET = line("mortal:b2,e5", "hecate:c3,a5")
HERS = line("hecate:b2,e5", "mortal:d5,a5")
HEMMED = line("mortal:a1,e5", "hecate:b2,a5", "a2:2 b1:2 d5:2 e4:2 d4:2")

CASES = [
    Ask("her workers move as any", HERS, "b2-b3"),
    Ask("she keeps the height limit", line("hecate:b2,e5", "mortal:d5,a5", "b3:2"), "b2-b3", "move.too_high"),
    Ask("she keeps clear of others", line("hecate:b2,e5", "mortal:b3,a5"), "b2-b3", "move.occupied"),
    Ask("and of her own", line("hecate:b2,b3", "mortal:d5,a5"), "b2-b3", "move.occupied"),
    Ask("who moved builds", HERS, "b2-b3 e5+e4", "worker.not_this"),
    Ask("she does not build on her other worker", line("hecate:b2,c3", "mortal:d5,a5"), "b2-b3 b3+c3",
        "build.occupied"),
    Ask("she is bound by Aphrodite", line("hecate:b2,e5", "aphrodite:c3,a5"), "b2-a1", "aphrodite.stay_near"),
    Ask("by Athena", line("hecate:b2,e5", "athena[^]:d5,a5", "b3:1"), "b2-b3", "athena.no_climb"),
    Ask("by Persephone", line("hecate:b2,e5", "persephone:d5,a5", "b3:1"), "e5-e4", "persephone.must_climb"),
    Ask("by Hypnus", line("hecate:b2,e5", "hypnus:d5,a5", "b2:1"), "b2-b3", "hypnus.asleep"),
    Ask("by Limus", line("hecate:b2,e5", "limus:d5,a5"), "b2-b3 b3+a4", "limus.barren"),
    Ask("by Hades", line("hecate:b2,e5", "hades:d5,a5", "b2:1"), "b2-b3", "hades.no_descent"),
    Ask("by the wind", line("hecate:b2,e5", "aeolus[direction=s]:d5,a5"), "b2-b3", "aeolus.wind"),
    Ask("others may try where she stands", SECRET, "b2-c3"),
    Ask("and to build there", SECRET, "b2-c2 c2+c3"),
    Ask("the height limit is known", line("mortal:b2,e5", "hecate:c3,a5", "c3:2"), "b2-c3", "move.too_high"),
    Ask("Theseus cannot name her workers", line("theseus:b2,e5", "hecate:b4,a5", "b4:2"), "b2-b3 b3+c3 xb4",
        "step.other"),
    Ask("nor Odysseus", line("odysseus:b2,e5", "hecate:b3,d1"), "b3>a1", "worker.no_opponent"),
    Ask("nor the Siren", line("siren[direction=n]:b2,e5", "hecate:b3,d1"), "b3>b4", "worker.no_opponent"),
    Ask("nor Medea, who may name her own", line("medea:b2,e5", "hecate:d5,d1", "d4:1 e5:1 d5:1"),
        "e5-d4 d4+e5 -d5", "step.other"),
    Ask("nor Adonis", line("adonis:b2,e5", "hecate:b4,a5"), "b2-b3 b3+c3 ?b4", "step.other"),
    Ask("nor Nemesis", line("nemesis:b2,e5", "hecate:d2,a5"), "b2-b3 b3+c3 b3=d2", "step.other"),
    Ask("nor Charon", line("charon:b2,e5", "hecate:c2,a5"), "c2>a2", "step.other"),
    Ask("Dionysus has nobody to drive", line("dionysus:b2,e5", "hecate:d5,a5", "b4:3"), "b2-b3 b3^b4 d5-d4"),
    Leads("a move into a secret worker comes to nothing and the turn is over", SECRET, "b2-c3",
          line("mortal:b2,e5", "hecate:c3,a5", "", 2)),
    Leads("a build on one, too, and the move stands", SECRET, "b2-c2 c2+c3",
          line("mortal:c2,e5", "hecate:c3,a5", "", 2)),
    Leads("what Demeter built first stands", line("demeter:b2,e5", "hecate:c3,a5"), "b2-c2 c2+b1 c2+c3",
          line("demeter:c2,e5", "hecate:c3,a5", "b1:1", 2)),
    Leads("a win into a secret worker comes to nothing", line("mortal:b2,e5", "hecate:c3,a5", "b2:2 c3:3"), "b2-c3",
          line("mortal:b2,e5", "hecate:c3,a5", "b2:2 c3:3", 2)),
    Leads("Artemis' first move stands when the second fails", line("artemis:b2,e5", "hecate:c3,a5"),
          "b2-c2 c2-c3", line("artemis:c2,e5", "hecate:c3,a5", "", 2)),
    Leads("Hermes' walk ends there", line("hermes:b2,e5", "hecate:c3,a5"), "b2-c2 c2-c3",
          line("hermes:c2,e5", "hecate:c3,a5", "", 2)),
    Leads("Prometheus' first build stands", line("prometheus:b2,e5", "hecate:c3,a5"), "b2+b3 b2-c3",
          line("prometheus:b2,e5", "hecate:c3,a5", "b3:1", 2)),
    Leads("an effect at the end of the turn is lost with it", line("ares:b2,e5", "hecate:c3,a5", "e4:1"),
          "b2-c2 c2+c3", line("ares:c2,e5", "hecate:c3,a5", "e4:1", 2)),
    Leads("Apollo swaps with a secret worker unawares", line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "hecate:b2,a5", "d3:1", 2)),
    Leads("and may then try to build on it", line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3 c3+b2",
          line("apollo:c3,e5", "hecate:b2,a5", "", 2)),
    Leads("the Minotaur pushes one unawares", line("minotaur:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "hecate:d4,a5", "d3:1", 2)),
    Leads("without room for it his move comes to nothing", line("minotaur:b2,e5", "hecate:c3,d4"), "b2-c3",
          line("minotaur:b2,e5", "hecate:c3,d4", "", 2)),
    Leads("a hero's dome that fails is not used up", line("polyphemus:b2,e5", "hecate:c3,a5"),
          "b2-b1 b1+a1 b1^c3", line("polyphemus:b1,e5", "hecate:c3,a5", "a1:1", 2)),
    Leads("what a hero did before stays used", line("polyphemus:b2,e5", "hecate:c3,a5"),
          "b2-b1 b1+a1 b1^e1 b1^c3", line("polyphemus[used=yes]:b1,e5", "hecate:c3,a5", "a1:1 e1:A", 2)),
    Leads("Jason's placement onto a secret worker is not used up", line("jason:b2,e5", "hecate:a1,a5"), "@a1",
          line("jason:b2,e5", "hecate:a1,a5", "", 2)),
    Leads("a token onto a secret worker comes to nothing", line("europa:b2,e5", "hecate:c4,a5"), "b2-b3 b3+b4 *c4",
          line("europa:b3,e5", "hecate:c4,a5", "b4:1", 2)),
    Leads("a whirlpool that a secret worker stands on does not carry",
          line("charybdis[squares=b3+d4]:b2,e5", "hecate:d4,a5"), "b2-b3 b3+b4",
          line("charybdis[squares=b3+d4]:b3,e5", "hecate:d4,a5", "b4:1", 2)),
    Leads("Gaea's placement onto one comes to nothing, and her turn goes on",
          line("hecate:b2,a2", "gaea[workers=2]:d5,a5", "b3:3"), "b2-c2 c2^b3 @a2",
          line("hecate:c2,a2", "gaea[workers=2]:d5,a5", "b3:4", 2)),
    Leads("Medusa turns secret workers to stone", line("medusa:b2,e5", "hecate:c4,a1", "b3:1"), "b2-b3 b3+a3",
          line("medusa:b3,e5", "hecate:a1", "b3:1 a3:1 c4:1", 2)),
    Leads("or not, at another table",
          line("medusa:b2,e5", "hecate:c4,a1", "b3:1", rules="area_effects_hit_secret=no"), "b2-b3 b3+a3",
          line("medusa:b3,e5", "hecate:c4,a1", "b3:1 a3:1", 2, rules="area_effects_hit_secret=no")),
    Leads("who only secret workers block tries, and does not lose", HEMMED, "a1-b2", HEMMED.replace("/1/", "/2/")),
    Leads("in a game of three the others go on", line("pan:b2,e5", "atlas:d1,e1", more="hecate:c3,a5"), "b2-c3",
          line("pan:b2,e5", "atlas:d1,e1", "", 2, more="hecate:c3,a5")),
    Wins("she wins by a secret move up", line("hecate:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("she loses when she truly cannot move",
         line("hecate:a1,e5", "mortal:d3,c3", "a2:2 b1:2 b2:2 d5:2 e4:2 d4:2"), "", "orange"),
    Wins("who has turns only through secret workers loses, at another table",
         f"{HEMMED}/?secret_workers_make_stuck=yes", "", "orange"),
    Wins("who moves legally first wins although the next move would fail",
         line("artemis:b2,e5", "hecate:c3,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("she loses in the Abyss", line("tartarus[square=c3]:b5,e5", "hecate:b2,a1", "", 2), "b2-c3"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_hecate(case: Ask | Leads | Wins) -> None:
    check(case)


def test_she_does_not_win_at_the_perimeter_against_hera() -> None:
    assert game_at(line("hecate:b2,e5", "hera:d5,a5", "b2:2 b1:3"), "b2-b1").outcome is None


@pytest.mark.parametrize(
    ("rules", "shown"), [("", "c3"), ("conflict_space_shown=no", None)], ids=["shown", "not shown"]
)
def test_an_action_that_fails_says_where_and_nothing_more(rules: str, shown: str | None) -> None:
    events = game_at(line("mortal:b2,e5", "hecate:c3,a5", rules=rules), "b2-c3").events(Seat.BLUE)
    cancelled = [event for event in events if isinstance(event, ActionCancelled)]
    assert cancelled == [ActionCancelled(Seat.BLUE, None if shown is None else square(shown))]
    assert not any(isinstance(event, WorkerMoved) for event in events)


def test_only_she_learns_of_a_silent_swap() -> None:
    game = game_at(line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3")
    forced = {
        viewer: [event for event in game.events(viewer) if isinstance(event, WorkerForced)]
        for viewer in (Seat.BLUE, Seat.ORANGE, PUBLIC)
    }
    assert [len(events) for events in forced.values()] == [0, 1, 0]


@pytest.mark.parametrize("steps", ["b2-c3", "b2-b1", "b2-b1 b1+a1"], ids=["fails", "move", "build"])
def test_what_was_tried_against_secrets_cannot_be_taken_back(steps: str) -> None:
    with pytest.raises(UndoBarred):
        game_at(SECRET, steps).undo()


def test_her_moves_are_secret_and_her_builds_open() -> None:
    game = game_at(HERS, "b2-b3 b3+b4")
    assert [type(event) for event in game.events(Seat.ORANGE)][:1] == [ActedInSecret]
    assert game.view(PUBLIC).levels == game.state.levels
    assert not [event for event in game.events(PUBLIC) if isinstance(event, WorkerMoved)]


def test_nobody_but_her_sees_her_workers_and_options() -> None:
    game = game_at(HERS)
    seen = {viewer: game.view(viewer) for viewer in (Seat.BLUE, Seat.ORANGE, PUBLIC)}
    assert [len(view.workers) for view in seen.values()] == [4, 2, 2]
    assert [bool(view.options) for view in seen.values()] == [True, False, False]
    assert [view.players[0].hidden for view in seen.values()] == [0, 2, 2]


def test_her_teammates_and_allies_have_no_part_in_it() -> None:
    game = game_at(line("hecate:b2,e5", "pan:d5,a5", more="atlas:c1,d1"))
    assert [len(game.view(seat).workers) for seat in (Seat.BLUE, Seat.ORANGE, Seat.WHITE)] == [6, 4, 4]


def test_once_she_has_won_all_is_shown() -> None:
    game = game_at(line("hecate:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3")
    assert len(game.view(PUBLIC).workers) == 4
    assert any(isinstance(event, WorkerMoved) for event in game.events(PUBLIC))
    assert any(isinstance(event, GameEnded) for event in game.events(PUBLIC))


def test_a_fellow_sufferer_learns_that_nobody_else_can_move() -> None:
    assert legal(game_at(HEMMED)) == {"a1-b2"}
    assert game_at(HEMMED, "a1-b2").to_act is Seat.ORANGE


def test_she_places_after_all_others_on_spaces_that_are_free() -> None:
    game = begun("hecate", "mortal")
    assert game.to_act is Seat.ORANGE
    game = begun("hecate", "mortal", steps="@a1 @b1")
    assert game.to_act is Seat.BLUE
    assert not {"@a1", "@b1"} & legal(game)
    assert len(game.view(Seat.ORANGE).workers) == 2


def test_in_a_game_of_three_she_keeps_her_place_in_the_order_of_turns() -> None:
    game = begun("pan", "hecate", "atlas", steps="@a1 @b1 @d1 @e1")
    assert game.to_act is Seat.ORANGE
    assert begun("pan", "hecate", "atlas", steps="@a1 @b1 @d1 @e1 @e5 @d5").active is Seat.BLUE


@pytest.mark.parametrize(("rulings", "starters"), [(Rulings(), 1), (Rulings(placement_fixes_starter=False), 2)])
def test_who_places_last_does_not_start_a_game_of_two(rulings: Rulings, starters: int) -> None:
    seats = (Seat.BLUE, Seat.ORANGE)
    hands: dict[Seat, tuple[PowerName, ...]] = {
        Seat.BLUE: (PowerName("hecate"),),
        Seat.ORANGE: (PowerName("pan"),),
    }
    assert len(possible_starters(seats, hands, rulings)) == starters


def test_a_position_names_her_true_spaces() -> None:
    game = game_at(SECRET, "b2-c3")
    assert position_text(position_of(game.state)) == canonical(line("mortal:b2,e5", "hecate:c3,a5", "", 2))
    assert parse_action("a5-a4") in game.legal_actions()
