"""The judge: what is asked of a position is answered truly, and from what the asker may know."""

from __future__ import annotations

import random

import pytest

from engine import PUBLIC, Action, Build, Game, Move, PowerName, Seat, Viewer
from engine.errors import SantoriniError
from engine.judging import judge
from engine.mortal import natural_piece
from engine.notation import action_text
from engine.secrets import known_to
from engine.setup import MORTAL
from engine.squares import Square, square_name, squares
from engine.state import StepKind
from table.view.snapshot_builder import known_game
from tests.engine.cases import game_at, line
from tests.engine.playing import EVERY, pair
from tests.engine.reason_truth import check_refusal
from tests.engine.test_secret_truths import SECRETS, opponents, others
from tests.sampling import one_in

LIMUS = line("mortal:b2,e5", "limus:c4,a5", "c3:1")


def test_an_act_is_judged_after_those_before_it() -> None:
    game = game_at(LIMUS)
    assert judge(game, "b2-b3").legal
    refused = judge(game, "b2-b3 b3+c3")
    assert (refused.legal, str(refused.reason)) == (False, "limus.barren holder=orange square=c3")
    assert refused.sections == ("23",)


def test_a_worker_has_what_it_can_do_and_a_reason_for_each_square_around_it() -> None:
    judged = judge(game_at(LIMUS, "b2-b3"), "b3")
    done = {action_text(action) for action in judged.options}
    assert done == {f"b3+{on}" for on in ("a2", "b2", "c2", "a3")}
    assert {square_name(on): reason.key for on, reason in judged.dark} == {
        "c3": "limus.barren",
        "a4": "limus.barren",
        "b4": "limus.barren",
        "c4": "build.occupied",
    }
    assert judged.sections == ("23", "G1")


def test_what_keeps_a_worker_from_doing_anything_is_said_once() -> None:
    judged = judge(game_at(LIMUS, "b2-b3"), "e5")
    assert (judged.legal, judged.reason and judged.reason.key, judged.dark) == (False, "worker.not_this", ())
    theirs = judge(game_at(LIMUS), "c4")
    assert str(theirs.reason) == "worker.not_yours seat=orange square=c4"


def test_a_square_is_asked_about_by_itself() -> None:
    game = game_at(line("athena[^]:d1,e1", "mortal:b4,e5", "a4:1", 2))
    assert judge(game, "a4").sections == ("3",)
    assert {action_text(action) for action in judge(game, "a5").options} == {"b4-a5"}


@pytest.mark.parametrize("asked", ["", "z9", "b2-b9", " ".join(["b2-b3"] * 13), "b2-e5 b3+b4"])
def test_what_cannot_be_read_or_done_is_an_error(asked: str) -> None:
    with pytest.raises(SantoriniError):
        judge(game_at(LIMUS), asked)


def test_answers_about_random_positions_are_true() -> None:
    chance = random.Random("judged")  # noqa: S311 - repeatable chance, no secret
    asked = 0
    while asked < 400:
        game = Game.begin(pair(chance.choice(EVERY), MORTAL, chance.randrange(1000)))
        while game.outcome is None and game.turn < 30:
            if game.turn and chance.random() < 0.1:
                known = known_to(game.state, game.to_act) if game.to_act else game.state
                for worker in known.workers:
                    judged = judge(game, square_name(worker.square))
                    assert set(judged.options) <= set(game.legal_actions())
                    assert judged.legal == bool(judged.options)
                    for on, reason in judged.dark:
                        check_refusal(game, meant(game, worker.square, on), reason)
                    asked += 1
            game = game.play(chance.choice(game.legal_actions()))


def meant(game: Game, worker: Square, to: Square) -> Action:
    """What somebody means who asks about a worker and a square beside it."""
    if game.state.step is not None and game.state.step.kind is StepKind.BUILD:
        return Build(worker, to, natural_piece(game.state, to))
    return Move(worker, to)


@pytest.mark.parametrize("share", one_in(2, range(2)))
@pytest.mark.parametrize("keeper", SECRETS)
def test_answers_are_the_same_whatever_the_asker_does_not_know(keeper: PowerName, share: int) -> None:
    """Two truths that a phone cannot tell apart get the same answers to every question."""
    chance = random.Random(f"judge {keeper}")  # noqa: S311 - repeatable chance, no secret
    compared = 0
    for number, other in enumerate(chance.sample(opponents(keeper), 12)[share::2]):
        powers = (keeper, other) if number % 2 else (other, keeper)
        game = Game.begin(pair(*powers, number))
        (card,) = [index for index, each in enumerate(game.state.powers) if each.power == keeper]
        while game.outcome is None and game.turn < 12:
            truths = list(others(game.state, keeper)) if game.turn and chance.random() < 0.2 else []
            for truth in chance.sample(truths, min(2, len(truths))):
                for viewer in (PUBLIC, Seat.BLUE, Seat.ORANGE):
                    if viewer is game.state.powers[card].owner or known_to(game.state, viewer) != known_to(
                        truth, viewer
                    ):
                        continue
                    answers = [answers_to(Game(state), viewer) for state in (game.state, truth)]
                    assert answers[0] == answers[1]
                    compared += 1
            game = game.play(chance.choice(game.legal_actions()))
    assert compared > 5


def answers_to(game: Game, viewer: Viewer) -> list[object] | None:
    known = known_game(game, viewer)
    return None if known is None else [judge(known, square_name(each)) for each in squares(5)]
