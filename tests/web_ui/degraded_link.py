"""A link to a board that has seen better days."""

from __future__ import annotations

from table.view.link_view import LinkView

VIEW = LinkView(
    state="degraded",
    detail="Thera, firmware 0.1.0: readings are missed",
    place="/dev/ttyACM0",
    name="Thera",
    unique_id="e660",
    firmware="0.1.0",
    boots=7,
    protocol="1.1",
    revision=3,
    faults=("the calibration stored on it was broken, so it uses its default",),
    abilities=("buttons",),
    calibration_stored=False,
    wiring_stored=None,
    frames=1500,
    missed=20,
    broken=3,
    repeated=2,
    reconnects=1,
    board_broken=4,
    board_dropped=5,
    round_trip_ms=1.25,
)
