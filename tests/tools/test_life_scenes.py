"""What `make life-scenes` plays: hands can do each scene, and the table's answer is judged by what the phone names."""

from __future__ import annotations

import pytest

from common.message import Message
from engine.squares import square
from table.session.snapshot import BoardDifference, BoardMode, BoardView, DifferenceKind
from tools.benchmarks.family_at_table import PartOfScene, SceneOutcome, SceneRecord, among, named_squares
from tools.benchmarks.life_scenes import SCENES, played

SEED = 7_200_000
LONG = {"phone_on_rim_0.8", "phone_on_rim_1.2", "phone_on_rim_1.6"}
"""These differ from the last of their kind in the strength of the magnet only."""


def board(mode: BoardMode, *, doubtful: str = "", missing: str = "", message: Message | None = None) -> BoardView:
    """What a phone says."""
    lacks = tuple(BoardDifference(square(name), DifferenceKind.MISSING, None) for name in missing.split())
    return BoardView("ready", mode, None, lacks, message, doubtful=tuple(map(square, doubtful.split())))


BRING = Message("board.bring", (("seat", "blue"), ("from", "a2"), ("square", "a1")))
UNSURE = Message("board.unsure", (("squares", "c2 b3"),))


@pytest.mark.parametrize(
    ("said", "squares"),
    [
        (board(BoardMode.FOLLOWING), ""),
        (board(BoardMode.UNSURE, doubtful="c2 b3", message=UNSURE), "c2 b3"),
        (board(BoardMode.UNSURE, message=Message("board.unreadable")), ""),
        (board(BoardMode.RESTORE, missing="e5", message=BRING), "a1 a2 e5"),
    ],
)
def test_the_squares_that_a_phone_names_are_those_of_its_words_and_its_list(said: BoardView, squares: str) -> None:
    assert named_squares(said) == {square(name) for name in squares.split()}


SNAPPED = among(square("e4"), square("e5"))
"""The cause is that the workers on e4 and e5 have snapped together."""


@pytest.mark.parametrize("said", ["e4", "e5", "e4 e5"])
def test_a_cause_is_named_by_its_squares(said: str) -> None:
    assert SNAPPED(board(BoardMode.UNSURE, doubtful=said))


@pytest.mark.parametrize("said", ["", "c2 b3", "e4 c2", "e4 e5 c2"])
def test_a_cause_is_not_named_with_other_squares_or_none(said: str) -> None:
    assert not SNAPPED(board(BoardMode.UNSURE, doubtful=said))


@pytest.mark.parametrize(
    ("outcomes", "worst"),
    [("read named", "named"), ("named misled read", "misled"), ("wrong misled", "wrong"), ("stuck wrong", "stuck")],
)
def test_a_scene_is_as_good_as_its_worst_part(outcomes: str, worst: str) -> None:
    record = SceneRecord(1, [PartOfScene(SceneOutcome(each), 0.0) for each in outcomes.split()])
    assert record.outcome is SceneOutcome(worst)


@pytest.mark.parametrize("name", sorted(set(SCENES) - LONG))
def test_hands_can_play_each_scene(name: str) -> None:
    record = played((name, SEED), weighs=False)
    assert record.parts
    assert not [line for line in record.told if "broke off" in line]
