"""Gaea, the Harpies and Hecate, sentence by sentence, with the edges that the powers played here can meet."""

from __future__ import annotations

import pytest

from engine import PUBLIC, Seat, UndoBarred, square
from engine.events import ActedInSecret, ActionCancelled, WorkerForced, WorkerMoved
from engine.notation import parse_action, position_of, position_text
from tests.engine.cases import Ask, Leads, Wins, canonical, check_ask, check_leads, check_wins, game_at, line, name

DOME = "b2-c2 c2^b3"
BUILDER = line("mortal:b2,e5", "gaea[workers=2]:d5,a5", "b3:3 a4:1")
WINDS = "harpies:d5,a5"

ASKS = [
    Ask("Gaea answers a dome on the ground beside it", BUILDER, f"{DOME} @a2"),
    Ask("not farther away", BUILDER, f"{DOME} @e1", "gaea.near"),
    Ask("not on a block", BUILDER, f"{DOME} @a4", "gaea.ground"),
    Ask("not on a worker", BUILDER, f"{DOME} @c2", "place.occupied"),
    Ask("Gaea may decline", BUILDER, f"{DOME} ."),
    Ask("only Gaea answers", BUILDER, f"{DOME} e5-e4", "worker.not_yours"),
    Ask("Gaea steps in before Demeter's second build", line("demeter:b2,e5", "gaea[workers=2]:d5,a5", "b3:3"),
        f"{DOME} @c3 c2+c3", "build.occupied"),
    Ask("Demeter's second dome gives a second chance", line("demeter:b2,e5", "gaea[workers=2]:d5,a5", "b3:3 c3:3"),
        f"{DOME} @a2 c2^c3 @d3"),
    Ask("after the last worker nobody asks", line("demeter:b2,e5", "gaea[workers=1]:d5,a5", "b3:3 c3:3"),
        f"{DOME} @a2 c2^c3 @d3", "step.other"),
    Ask("a new worker may be led at once in the next turn", BUILDER, f"{DOME} @a2 a2-a3"),
    Ask("Gaea answers her own dome", line("gaea[workers=2]:b2,e5", "mortal:d5,a5", "b3:3"), f"{DOME} @a2"),
    Ask("Gaea answers a dome on low ground", line("atlas:b2,e5", "gaea[workers=2]:d5,a5"), f"{DOME} @a2"),
    Ask("a block asks nobody", line("mortal:b2,e5", "gaea[workers=2]:d5,a5"), "b2-c2 c2+b3 @a2", "step.other"),
    Ask("who slid builds from where it stopped", line("mortal:b2,e5", WINDS), "b2-b3 b5+c5"),
    Ask("not from where it went", line("mortal:b2,e5", WINDS), "b2-b3 b3+c3", "worker.not_yours"),
    Ask("Artemis moves on from where she stopped", line("artemis:b2,e5", WINDS), "b2-b3 b5-c5"),
    Ask("Artemis may not go back by a move", line("artemis:b2,e5", WINDS, "b4:1"), "b2-b3 b3-b2", "artemis.not_back"),
    Ask("the Harpies' own workers do not slide", line("harpies:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b4"),
    Ask("Prometheus may build the wall that stops him", line("prometheus:b2,e5", WINDS), "b2+a3 b2-b3 b5+c5"),
    Ask("Hecate's workers move as any", line("hecate:b2,e5", "mortal:d5,a5"), "b2-b3"),
    Ask("Hecate keeps the height limit", line("hecate:b2,e5", "mortal:d5,a5", "b3:2"), "b2-b3", "move.too_high"),
    Ask("Hecate keeps clear of others", line("hecate:b2,e5", "mortal:b3,a5"), "b2-b3", "move.occupied"),
    Ask("Hecate is bound by Aphrodite", line("hecate:b2,e5", "aphrodite:c3,a5"), "b2-a1", "aphrodite.stay_near"),
    Ask("Hecate is bound by Athena", line("hecate:b2,e5", "athena[^]:d5,a5", "b3:1"), "b2-b3", "athena.no_climb"),
    Ask("Hecate is bound by Persephone", line("hecate:b2,e5", "persephone:d5,a5", "b3:1"), "e5-e4",
        "persephone.must_climb"),
    Ask("others may try where she stands", line("mortal:b2,e5", "hecate:c3,a5"), "b2-c3"),
    Ask("others may try to build there", line("mortal:b2,e5", "hecate:c3,a5"), "b2-c2 c2+c3"),
    Ask("nobody can name her workers: Apollo moves", line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3"),
    Ask("the height limit is known", line("mortal:b2,e5", "hecate:c3,a5", "c3:2"), "b2-c3", "move.too_high"),
]  # fmt: skip

LEADS = [
    Leads("Gaea's worker comes from her card", BUILDER, f"{DOME} @a2",
          line("mortal:c2,e5", "gaea[workers=1]:d5,a5,a2", "b3:4 a4:1", 2)),
    Leads("a declined chance leaves them there", BUILDER, f"{DOME} .",
          line("mortal:c2,e5", "gaea[workers=2]:d5,a5", "b3:4 a4:1", 2)),
    Leads("an empty card asks nobody", line("mortal:b2,e5", "gaea[workers=0]:d5,a5,e1,d1", "b3:3"), DOME,
          line("mortal:c2,e5", "gaea[workers=0]:d5,a5,e1,d1", "b3:4", 2)),
    Leads("without ground beside the dome nobody asks",
          line("mortal:b2,e5", "gaea[workers=2]:d5,a5", "a5:1 a4:3 b4:1 b5:1 b3:1 a3:1 c4:1"), "b2-b3 b3^a4",
          line("mortal:b3,e5", "gaea[workers=2]:d5,a5", "a5:1 a4:4 b4:1 b5:1 b3:1 a3:1 c4:1", 2)),
    Leads("a slide stops at the edge", line("mortal:b2,e5", WINDS), "b2-b3 b5+c5",
          line("mortal:b5,e5", WINDS, "c5:1", 2)),
    Leads("a slide stops before a higher space", line("mortal:b2,e5", WINDS, "b5:1"), "b2-b3 b4+c5",
          line("mortal:b4,e5", WINDS, "b5:1 c5:1", 2)),
    Leads("a slide goes on down, and then not up again", line("mortal:b2,e5", WINDS, "b3:1 b5:1"), "b2-b3 b4+c4",
          line("mortal:b4,e5", WINDS, "b3:1 b5:1 c4:1", 2)),
    Leads("a slide stops before a worker", line("mortal:b2,e5", "harpies:b5,a5"), "b2-b3 b4+c4",
          line("mortal:b4,e5", "harpies:b5,a5", "c4:1", 2)),
    Leads("a slide stops before a dome", line("mortal:b2,e5", WINDS, "b5:A"), "b2-b3 b4+c4",
          line("mortal:b4,e5", WINDS, "b5:A c4:1", 2)),
    Leads("a slide follows the diagonal", line("mortal:b2,e1", WINDS), "b2-c3 e5+e4",
          line("mortal:e5,e1", WINDS, "e4:1", 2)),
    Leads("Artemis may slide back to where she began", line("artemis:b2,e5", WINDS, "b1:A b4:1"),
          "b2-b3 b3-a3 a3+a2", line("artemis:a3,e5", WINDS, "b1:A b4:1 a2:1", 2)),
    Leads("Apollo slides on after the swap, the other does not", line("apollo:b2,e5", "harpies:b3,a5"), "b2-b3 b5+c5",
          line("apollo:b5,e5", "harpies:b2,a5", "c5:1", 2)),
    Leads("the Minotaur is stopped by the one he pushed", line("minotaur:b2,e5", "harpies:b3,a5"), "b2-b3 b3+c3",
          line("minotaur:b3,e5", "harpies:b4,a5", "c3:1", 2)),
    Leads("Harpies' slide never climbs", line("mortal:b2,e5", WINDS, "b2:2 b3:2 b4:3"), "b2-b3 b3+c3",
          line("mortal:b3,e5", WINDS, "b2:2 b3:2 b4:3 c3:1", 2)),
    Leads("a move into a secret worker is cancelled and the turn is over", line("mortal:b2,e5", "hecate:c3,a5"),
          "b2-c3", line("mortal:b2,e5", "hecate:c3,a5", "", 2)),
    Leads("a build on a secret worker is cancelled, the move stands", line("mortal:b2,e5", "hecate:c3,a5"),
          "b2-c2 c2+c3", line("mortal:c2,e5", "hecate:c3,a5", "", 2)),
    Leads("what Demeter built first stands", line("demeter:b2,e5", "hecate:c3,a5"), "b2-c2 c2+b1 c2+c3",
          line("demeter:c2,e5", "hecate:c3,a5", "b1:1", 2)),
    Leads("a win into a secret worker is cancelled", line("mortal:b2,e5", "hecate:c3,a5", "b2:2 c3:3"), "b2-c3",
          line("mortal:b2,e5", "hecate:c3,a5", "b2:2 c3:3", 2)),
    Leads("Artemis' first move stands when the second is cancelled", line("artemis:b2,e5", "hecate:c3,a5"),
          "b2-c2 c2-c3", line("artemis:c2,e5", "hecate:c3,a5", "", 2)),
    Leads("Apollo swaps with a secret worker unawares", line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3",
          line("apollo:c3,e5", "hecate:b2,a5", "d3:1", 2)),
    Leads("and may then try to build on it", line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3 c3+b2",
          line("apollo:c3,e5", "hecate:b2,a5", "", 2)),
    Leads("the Minotaur pushes a secret worker unawares", line("minotaur:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3",
          line("minotaur:c3,e5", "hecate:d4,a5", "d3:1", 2)),
    Leads("without room for it the Minotaur is cancelled", line("minotaur:b2,e5", "hecate:c3,d4"), "b2-c3",
          line("minotaur:b2,e5", "hecate:c3,d4", "", 2)),
    Leads("Gaea's placement onto a secret worker is cancelled", line("hecate:b2,a2", "gaea[workers=2]:d5,a5", "b3:3"),
          f"{DOME} @a2", line("hecate:c2,a2", "gaea[workers=2]:d5,a5", "b3:4", 2)),
]  # fmt: skip

WINS = [
    Wins("a move up to the third level wins before the slide", line("mortal:b2,e5", WINDS, "b2:2 b3:3"), "b2-b3"),
    Wins("Pan's jump wins before the slide", line("pan:b2,e5", WINDS, "b2:2"), "b2-b3"),
    Wins("Hecate wins by a secret move up", line("hecate:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
    Wins("Hecate loses when she truly cannot move",
         line("hecate:a1,e5", "mortal:d3,c3", "a2:2 b1:2 b2:2 d5:2 e4:2 d4:2"), "", "orange"),
    Wins("hemmed in by Gaea before his move Prometheus loses",
         line("prometheus:a1,e5", "gaea[workers=2]:c5,c4", "a2:3 b1:3 d5:4 d4:4 e4:4"), "a1^a2 @b2", "orange"),
]  # fmt: skip


@pytest.mark.parametrize("case", ASKS, ids=name)
def test_the_rules_allow_or_say_why_not(case: Ask) -> None:
    check_ask(case)


@pytest.mark.parametrize("case", LEADS, ids=name)
def test_a_turn_leads_to(case: Leads) -> None:
    check_leads(case)


@pytest.mark.parametrize("case", WINS, ids=name)
def test_steps_that_win(case: Wins) -> None:
    check_wins(case)


SECRET = line("mortal:b2,e5", "hecate:c3,a5")


def test_who_only_secret_workers_block_does_not_lose() -> None:
    hemmed = line("mortal:a1,e5", "hecate:b2,a5", "a2:2 b1:2 d5:2 e4:2 d4:2")
    game = game_at(hemmed)
    assert game.outcome is None
    assert game.legal_actions() == (parse_action("a1-b2"),)
    assert position_text(position_of(game.play(parse_action("a1-b2")).state)) == canonical(hemmed.replace("/1/", "/2/"))


def test_a_cancelled_action_says_where_and_nothing_more() -> None:
    events = game_at(SECRET, "b2-c3").events(Seat.BLUE)
    cancelled = [event for event in events if isinstance(event, ActionCancelled)]
    assert cancelled == [ActionCancelled(Seat.BLUE, square("c3"))]
    assert not [event for event in events if isinstance(event, WorkerMoved)]


def test_a_silent_swap_is_told_to_hecate_alone() -> None:
    game = game_at(line("apollo:b2,e5", "hecate:c3,a5"), "b2-c3 c3+d3")
    forced = {
        viewer: [event for event in game.events(viewer) if isinstance(event, WorkerForced)]
        for viewer in (Seat.BLUE, Seat.ORANGE, PUBLIC)
    }
    assert [len(events) for events in forced.values()] == [0, 1, 0]


def test_what_was_tried_against_secrets_cannot_be_taken_back() -> None:
    with pytest.raises(UndoBarred):
        game_at(SECRET, "b2-c3").undo()


def test_hecates_moves_are_secret_and_her_builds_open() -> None:
    game = game_at(line("hecate:b2,e5", "mortal:d5,a5"), "b2-b3 b3+b4")
    assert [type(event) for event in game.events(Seat.ORANGE)][:1] == [ActedInSecret]
    assert game.view(PUBLIC).levels == game.state.levels
    assert not [event for event in game.events(PUBLIC) if isinstance(event, WorkerMoved)]


def test_nobody_but_hecate_sees_her_workers_and_options() -> None:
    game = game_at(line("hecate:b2,e5", "mortal:d5,a5"))
    seen = {viewer: game.view(viewer) for viewer in (Seat.BLUE, Seat.ORANGE, PUBLIC)}
    assert [len(view.workers) for view in seen.values()] == [4, 2, 2]
    assert [bool(view.options) for view in seen.values()] == [True, False, False]
    assert [view.players[0].hidden for view in seen.values()] == [0, 2, 2]
