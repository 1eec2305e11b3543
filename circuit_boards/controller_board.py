"""The controller board: a Pico on sockets, two multiplexers, what feeds the sensors and the lights, and the sockets.

Places are on a lattice, so that tracks run between the pins of headers and chips (`circuit_boards.track_router`).
"""

from __future__ import annotations

from dataclasses import replace

from circuit_boards.board_design import (
    BoardDesign,
    BoardOutline,
    CopperLayer,
    CopperTrack,
    CopperZone,
    PartKind,
    PlacedPart,
    Point,
    PrintedText,
)
from circuit_boards.controller_nets import (
    CONTROLLER,
    DONE,
    FUSE_AT,
    LIGHTS,
    LIGHTS_PULL_DOWN,
    LIGHTS_SERIES,
    MULTIPLEXER_A,
    MULTIPLEXER_B,
    REGULATOR,
    SHIFTER,
    SUPPLY,
    TIE,
    UNDO,
    UNFUSED,
    channel_net,
    controller_nets,
    rank_header,
)
from circuit_boards.part_kinds import (
    BUTTON_SOCKET,
    CAPACITOR_1U,
    CAPACITOR_10N,
    CAPACITOR_100N,
    FUSE,
    LIGHTS_CAPACITOR,
    LIGHTS_SOCKET,
    MOUNTING_HOLE,
    MULTIPLEXER_CHIP,
    NET_TIE,
    PICO,
    REGULATOR_CHIP,
    RESISTOR_10K,
    RESISTOR_330,
    RIBBON_HEADER,
    SHIFTER_CHIP,
    SUPPLY_SOCKET,
)
from circuit_boards.rank_board import FIVE, GROUND, LIGHTS_GROUND, SENSOR_SUPPLY, check_ranks, lights_words
from circuit_boards.routed_copper import routed
from circuit_boards.routing_lattice import STEP, KeepOut
from hardware.board_file import BoardFile

WIDTH, HEIGHT = 200 * STEP, 103 * STEP
LIGHTS_WEST, LIGHTS_NORTH, FIVE_WEST = 114 * STEP, 54 * STEP, 130 * STEP
"""The corner where the lights are fed: west of the first is the ground of the sensors; east of the last, 5 V above."""
FIVE_WIDTH, SHIFTER_WIDTH = 2.0, 0.8
HEADER_PITCH = 35
_PICO_AT, _TIE_AT = (6, 86), (113, 80)
_ANTENNA = (
    (_PICO_AT[0] * STEP + 41.13, _PICO_AT[1] * STEP - 15.99),
    (_PICO_AT[0] * STEP + 50.13, _PICO_AT[1] * STEP - 1.79),
)
"""Where KiCad's footprint wants no copper: below the antenna that some kinds of a Pico have."""
_TIE_COPPER = ((_TIE_AT[0] * STEP - 2, _TIE_AT[1] * STEP - 1), (_TIE_AT[0] * STEP + 2, _TIE_AT[1] * STEP + 1))
_HOLES = ((6, 6), (194, 6), (6, 97), (194, 97))


def controller_board(board: BoardFile) -> BoardDesign:
    """The controller board of a board, routed.

    :raises ValueError: if it is not for this board. :raises RoutingError: if its tracks find no way.
    """
    check_ranks(board)
    return routed(
        unrouted(board),
        poured=(GROUND, LIGHTS_GROUND),
        chained=frozenset({CONTROLLER}),
        keep_outs=(
            *(KeepOut(*_ANTENNA, layer, frozenset()) for layer in CopperLayer),
            KeepOut(*_TIE_COPPER, CopperLayer.TOP, frozenset({GROUND, LIGHTS_GROUND})),
            KeepOut((FIVE_WEST, LIGHTS_NORTH), (WIDTH, HEIGHT), CopperLayer.TOP, frozenset({FIVE, LIGHTS_GROUND})),
            KeepOut((LIGHTS_WEST, LIGHTS_NORTH), (WIDTH, HEIGHT), CopperLayer.BOTTOM, frozenset({LIGHTS_GROUND, "L0"})),
        ),
    )


def unrouted(board: BoardFile) -> BoardDesign:
    """The controller board with its parts, its nets and its areas of copper, but without the tracks of signals."""
    return _ControllerLayout(board).design()


class _ControllerLayout:
    """The controller board while it is laid out."""

    def __init__(self, board: BoardFile) -> None:
        self._board, self._nets = board, controller_nets(board)
        self._parts: dict[str, PlacedPart] = {}
        self._capacitors = 0

    def design(self) -> BoardDesign:
        """The whole board but its tracks."""
        self._place_ribbons()
        self._place_chips()
        self._place_supply()
        self._place_sockets()
        for number, (x, y) in enumerate(_HOLES, 1):
            self._place(f"H{number}", MOUNTING_HOLE, x, y)
        return BoardDesign(
            "controller",
            "Thera controller board",
            1,
            BoardOutline(0.0, 0.0, WIDTH, HEIGHT),
            tuple(self._parts.values()),
            (UNFUSED, FIVE, LIGHTS_GROUND, "VSYS"),
            self._supply_tracks(),
            (),
            self._zones(),
            self._texts(),
        )

    # -- parts, at so many steps from the north-west corner

    def _place(self, reference: str, kind: PartKind, x: float, y: float, turned: int = 0, label: str = "") -> None:
        at = round(x * STEP, 4), round(y * STEP, 4)
        self._parts[reference] = PlacedPart(reference, kind, at, self._nets.get(reference, ()), turned, label=label)

    def _place_capacitor(self, kind: PartKind, x: float, y: float, turned: int, nets: tuple[str, str]) -> None:
        self._capacitors += 1
        reference = f"C{self._capacitors}"
        self._place(reference, kind, x, y, turned)
        pins = tuple(zip(("1", "2"), nets, strict=True))
        self._parts[reference] = replace(self._parts[reference], nets=pins)

    def _place_ribbons(self) -> None:
        """A header for each rank, and at each signal its capacitor."""
        wiring, size = self._board.electronics.wiring, self._board.geometry.size
        for rank in range(size):
            x = 22 + HEADER_PITCH * rank
            self._place(rank_header(rank), RIBBON_HEADER, x, 12, 90, f"rank {rank + 1}")
            for file in range(size):
                net = channel_net(wiring.sensors[5 * rank + file])
                self._place_capacitor(CAPACITOR_10N, x + 4 * file + 2, 21, 270, (net, GROUND))

    def _place_chips(self) -> None:
        self._place(CONTROLLER, PICO, *_PICO_AT, 90)
        for reference, x in ((MULTIPLEXER_A, 60), (MULTIPLEXER_B, 140)):
            self._place(reference, MULTIPLEXER_CHIP, x, 38, 270)
            self._place_capacitor(CAPACITOR_100N, x + 17, 46, 0, (SENSOR_SUPPLY, GROUND))
        self._place(REGULATOR, REGULATOR_CHIP, 14, 44, 0)
        self._place_capacitor(CAPACITOR_1U, 8, 44, 90, (GROUND, "VSYS"))
        self._place_capacitor(CAPACITOR_1U, 20, 44, 90, (GROUND, SENSOR_SUPPLY))

    def _place_supply(self) -> None:
        self._place(SHIFTER, SHIFTER_CHIP, 124, 68)
        self._place_capacitor(CAPACITOR_100N, 133, 62, 0, (FIVE, LIGHTS_GROUND))
        self._place(LIGHTS_PULL_DOWN, RESISTOR_10K, 116, 58, 90)
        self._place(LIGHTS_SERIES, RESISTOR_330, 124, 82, 0)
        self._place(FUSE_AT, FUSE, 160, 84, 180)
        self._capacitors += 1
        bulk = f"C{self._capacitors}"
        self._place(bulk, LIGHTS_CAPACITOR, 153, 66, 0)
        self._parts[bulk] = replace(self._parts[bulk], nets=(("1", FIVE), ("2", LIGHTS_GROUND)))
        self._place(TIE, NET_TIE, *_TIE_AT)

    def _place_sockets(self) -> None:
        self._place(LIGHTS, LIGHTS_SOCKET, 152, 95, 180, "lights")
        self._place(SUPPLY, SUPPLY_SOCKET, 178, 81, 0, "5 V")
        self._place(DONE, BUTTON_SOCKET, 109, 95, 180, "Done")
        self._place(UNDO, BUTTON_SOCKET, 95, 95, 180, "Undo")

    # -- copper

    def _pad(self, reference: str, number: str) -> Point:
        return self._parts[reference].pad(number)

    def _supply_tracks(self) -> tuple[CopperTrack, ...]:
        """From the supply to the fuse; behind it all 5 V are an area of copper."""
        socket, fuse = self._pad(SUPPLY, "1"), self._pad(FUSE_AT, "1")
        corner = (fuse[0], socket[1])
        capacitor = next(
            part for part in self._parts.values() if part.kind is CAPACITOR_100N and part.nets[0][1] == FIVE
        )
        return (
            CopperTrack(FIVE, capacitor.pad("1"), self._pad(SHIFTER, "14"), SHIFTER_WIDTH),
            CopperTrack(UNFUSED, socket, corner, FIVE_WIDTH),
            CopperTrack(UNFUSED, corner, fuse, FIVE_WIDTH),
        )

    def _zones(self) -> tuple[CopperZone, ...]:
        near, far, bottom = 0.5, WIDTH - 0.5, HEIGHT - 0.5
        gap = 0.25

        def block(net: str, layer: CopperLayer, west: float, east: float) -> CopperZone:
            north = LIGHTS_NORTH + gap
            return CopperZone(net, layer, ((west, north), (east, north), (east, bottom), (west, bottom)), 1)

        around = (
            *((near, near), (far, near), (far, LIGHTS_NORTH - gap), (LIGHTS_WEST - gap, LIGHTS_NORTH - gap)),
            *((LIGHTS_WEST - gap, bottom), (near, bottom)),
        )
        return (
            *(CopperZone(GROUND, layer, around) for layer in CopperLayer),
            block(LIGHTS_GROUND, CopperLayer.BOTTOM, LIGHTS_WEST + gap, far),
            block(LIGHTS_GROUND, CopperLayer.TOP, LIGHTS_WEST + gap, FIVE_WEST - gap),
            block(FIVE, CopperLayer.TOP, FIVE_WEST + gap, far),
        )

    def _texts(self) -> tuple[PrintedText, ...]:
        ranks = tuple(
            PrintedText(f"RANK {rank + 1}", ((22 + HEADER_PITCH * rank + 8) * STEP, 0.95), 0.9)
            for rank in range(self._board.geometry.size)
        )
        return (
            *ranks,
            PrintedText("THERA CONTROLLER BOARD 1", (120 * STEP, 50 * STEP), 1.2),
            PrintedText("USB", (18 * STEP, 72 * STEP), 1.2),
            PrintedText("LIGHTS", (147 * STEP, 86.5 * STEP), 1.2),
            PrintedText(lights_words(self._parts[LIGHTS]), (147 * STEP, 101 * STEP), 0.9),
            PrintedText("DONE", (107 * STEP, 86.5 * STEP), 1.2),
            PrintedText("UNDO", (93 * STEP, 86.5 * STEP), 1.2),
            PrintedText("5V DC, CENTRE +", (178 * STEP, 75 * STEP), 1.0),
        )
