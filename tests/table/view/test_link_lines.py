"""The state of the link as `thera board status` shows it."""

from __future__ import annotations

from dataclasses import replace

from table.view.link_view import LinkView, link_lines

AWAY = LinkView(
    state="search",
    detail="no board answers",
    place="/dev/ttyACM0",
    name=None,
    unique_id=None,
    firmware=None,
    boots=None,
    protocol=None,
    revision=None,
    faults=(),
    abilities=(),
    calibration_stored=None,
    wiring_stored=None,
    frames=120,
    missed=2,
    broken=1,
    repeated=3,
    reconnects=4,
    board_broken=5,
    board_dropped=6,
    round_trip_ms=None,
)
HERE = replace(
    AWAY,
    state="ready",
    detail="",
    name="Thera board",
    unique_id="e661",
    firmware="1.2",
    boots=7,
    protocol="1",
    calibration_stored=True,
    wiring_stored=False,
    faults=("sensor c3 is silent",),
    abilities=("store", "buttons"),
    round_trip_ms=3.14,
)


def test_a_board_that_never_answered_has_no_lines_about_itself() -> None:
    assert link_lines(AWAY) == [
        "state        search",
        "             no board answers",
        "port         /dev/ttyACM0",
        "readings     120, missed 2, dropped by the board 6",
        "broken       1 frames on the way here, 5 on the way to the board",
        "repeated     3 commands, found again 4 times",
        "round trip   not measured",
    ]


def test_a_board_tells_who_it_is_what_it_keeps_and_what_is_wrong_with_it() -> None:
    lines = link_lines(HERE)
    assert lines[:9] == [
        "state        ready",
        "port         /dev/ttyACM0",
        "board        Thera board, unique id e661",
        "firmware     1.2, protocol 1, started 7 times",
        "revision     unknown",
        "calibration  stored on the board",
        "wiring       the board's default, nothing is stored",
        "can do       store, buttons",
        "fault        sensor c3 is silent",
    ]
    assert lines[-1] == "round trip   3.1 ms"


def test_a_board_that_does_not_say_what_it_keeps_is_not_spoken_for() -> None:
    lines = link_lines(replace(HERE, calibration_stored=None, abilities=(), revision=3))
    assert "calibration  unknown" in lines
    assert "can do       nothing more than scan and light" in lines
    assert "revision     3" in lines
