"""What happened at another bench is read, or the phone names its cause. Each test says what hands did, and in which
sensors it shows: the field in mT before and after. Times are s since the first frame of the trace."""

from __future__ import annotations

import pytest

from engine.squares import SQUARE_COUNT, Square, square_name
from table.session.snapshot import BoardIssue, BoardMode, BoardView, TurnBoard
from tests.table.moves.recorded_scenes import ABSENT, SCENES, RecordedScene

pytestmark = pytest.mark.skipif(not SCENES.is_dir(), reason=ABSENT)

NAMES = {square_name(Square(each)) for each in range(SQUARE_COUNT)}


def named(board: BoardView) -> set[str]:
    """The squares that the phone names."""
    squares = {square_name(Square(each.square)) for each in board.differences}
    squares |= {square_name(each) for each in board.doubtful}
    texts = [] if board.message is None else [text for _, text in board.message.args]
    return squares | {word for text in texts for word in text.split() if word in NAMES}


def is_named(scene: RecordedScene, start: float, end: float, *squares: str) -> bool:
    """Whether the phone names some of these squares, and no other, all the time from ``start`` to ``end``."""
    said = [named(line.board) for line in scene.within(start, end)]
    return all(each and each <= set(squares) for each in said)


def test_a_worker_knocked_off_a_block_is_said_to_lie() -> None:
    """At 66.4 s orange's worker is knocked off one block on d4 (d4 -4.7 to -1.2) and lies at c5 (0.0 to 1.7; c4 -0.1
    to -0.4), until a hand takes it at 71.8 s and puts it back at 72.7 s (c5 0.0, d4 -4.8)."""
    scene = RecordedScene("tower_down-911", until=72.0)
    assert is_named(scene, 69.1, 71.6, "d4", "c4", "c5", "d5")


def test_two_workers_that_fell_on_their_squares_are_said_to_lie() -> None:
    """Orange's two workers fall on their own squares: at 20.1 s the one on e1 (-54.2 to -9.5), at 20.7 s the one on
    one block on a3 (-4.8 to -1.3). They are stood up again at 26.0 to 26.7 s (e1) and at 27.0 to 27.8 s (a3)."""
    scene = RecordedScene("two_fallen-931", until=26.0)
    assert is_named(scene, 23.0, 25.7, "e1", "a3")


def test_two_workers_of_both_players_that_fell_are_said_to_lie() -> None:
    """At 57.2 s blue's worker falls on a2 (51.5 to 6.4), at 58.0 s orange's falls off a4 (-49.2 to -3.4) towards a3
    (0.7 to 3.1). They are stood up again at 63.2 to 64.2 s (a2) and at 64.2 to 65.0 s (a4)."""
    scene = RecordedScene("two_fallen-931", until=63.2)
    assert is_named(scene, 60.7, 63.1, "a2", "a3", "a4")


def test_a_move_beside_a_phone_is_read_or_asked_about() -> None:
    """A magnet of 1.4 mT at e2 has been there since 21.6 s (e1 1.0, e3 0.6, d2 0.4). At 32.7 s blue's worker is lifted
    from three blocks on a2 (1.3 to 0.2), and at 34.3 s it stands on one on a1 (0.2 to 5.2). From 38.0 s on it is
    lifted and put back there four times."""
    scene = RecordedScene("phone_on_rim-911", until=38.0)
    assert "a2-a1" in scene.read_by(37.9) or is_named(scene, 36.5, 37.9, "a1", "a2")


def test_a_move_after_two_workers_snapped_together_is_read_or_they_are_named() -> None:
    """At 135.0 s the workers on e4 and e5 snap together, 18 mm apart (e4 -44.8 to -0.8, e5 45.0 to 11.5). At 139.8 s
    blue's worker is lifted from two blocks on c2 (1.7 to 0.7), and at 141.2 s it stands on one on b3 (0.6 to 4.9),
    where it is lifted and put back four times until 169.7 s."""
    scene = RecordedScene("snap_together-941", until=147.0)
    assert "c2-b3" in scene.read_by(146.0) or is_named(scene, 144.0, 146.0, "e4", "e5")


def test_two_workers_set_down_at_once_are_read() -> None:
    """At 9.5 s a worker is lifted from a5, where it was left over (51.1 to 0.0). Between 11.3 and 11.8 s blue's two
    workers come down on b1 and c2 (0.0 to 48.5 and to 48.9), and between 27.1 and 27.7 s orange's two on e1 and b5
    (-0.1 to -44.4 and 0.0 to -47.9). At 24.5 to 25.6 s the one on c2 is lifted and put back."""
    scene = RecordedScene("both_placed-921", until=30.0)
    assert sorted(scene.read_by(13.5)) == ["@b1", "@c2"]
    assert sorted(scene.read_by(29.5, start=13.5)) == ["@b5", "@e1"]


def test_a_board_turned_with_its_towers_is_said_to_lie_turned() -> None:
    """From 19.1 to 22.0 s the four workers are taken off d2, d4, c5 and, on one block, a5 (all sensors at 0). From
    27.2 to 31.6 s they are put on the squares that lie opposite: blue's on b2 (44.9) and c1 (51.1), orange's on b4
    (-54.0) and, on one block, e1 (-4.1)."""
    scene = RecordedScene("turned-941", until=40.0)
    said = [line.board for line in scene.within(39.0, 40.0)]
    assert all(board.issue is BoardIssue.TURNED and TurnBoard(2) in board.offers for board in said)


def test_a_move_that_harpies_carry_on_is_read_where_the_hand_ends_it() -> None:
    """At 57.8 s blue's worker is put from c5 on d5 (c5 52.8 to 0.2 at 55.7 s, d5 0.1 to 49.5). Harpies carry it on to
    e5. At 63.2 s the hand lifts it again, and puts it back on c5 at 64.1 s."""
    scene = RecordedScene("harpies-951", until=62.0)
    assert "c5-d5" in scene.read_by(59.5)
    for line in scene.within(59.5, 62.0):
        assert line.board.mode is BoardMode.RESTORE
        assert line.board.issue is BoardIssue.ONE_CHANGE
        assert named(line.board) == {"d5", "e5"}
