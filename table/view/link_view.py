"""The state of the link to the board as plain values: for the page, and for ``thera board status``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkView:
    """The state of the link (`hardware.board.LinkState`) with a line in English, the port or where one is looked for,
    what the board last said about itself (None: nothing yet, or a board that does not), and what the link has counted
    since it was made (`hardware.board.Counters`); ``round_trip_ms`` is the mean."""

    state: str
    detail: str
    place: str
    name: str | None
    unique_id: str | None
    firmware: str | None
    boots: int | None
    protocol: str | None
    revision: int | None
    faults: tuple[str, ...]
    abilities: tuple[str, ...]
    calibration_stored: bool | None
    wiring_stored: bool | None
    frames: int
    missed: int
    broken: int
    repeated: int
    reconnects: int
    board_broken: int
    board_dropped: int
    round_trip_ms: float | None


def link_lines(view: LinkView) -> list[str]:
    """Return the view as lines for a terminal."""
    lines = [("state", view.state), ("", view.detail), ("port", view.place)]
    if view.name is not None:
        lines += [
            ("board", f"{view.name}, unique id {view.unique_id}"),
            ("firmware", f"{view.firmware}, protocol {view.protocol}, started {view.boots} times"),
            ("revision", "unknown" if view.revision is None else str(view.revision)),
            ("calibration", _stored(view.calibration_stored)),
            ("wiring", _stored(view.wiring_stored)),
            ("can do", ", ".join(view.abilities) or "nothing more than scan and light"),
            *(("fault", fault) for fault in view.faults),
        ]
    lines += [
        ("readings", f"{view.frames}, missed {view.missed}, dropped by the board {view.board_dropped}"),
        ("broken", f"{view.broken} frames on the way here, {view.board_broken} on the way to the board"),
        ("repeated", f"{view.repeated} commands, found again {view.reconnects} times"),
        ("round trip", "not measured" if view.round_trip_ms is None else f"{view.round_trip_ms:.1f} ms"),
    ]
    return [f"{what:<12} {words}".rstrip() for what, words in lines if words]


def _stored(stored: bool | None) -> str:  # noqa: FBT001 - what the board said
    if stored is None:
        return "unknown"
    return "stored on the board" if stored else "the board's default, nothing is stored"
