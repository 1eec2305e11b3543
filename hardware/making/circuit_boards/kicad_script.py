"""Runs inside the Debian with KiCad, by its Python: writes a board as KiCad's own file.

    python3 kicad_script.py DESIGN BOARD.kicad_pcb

``hardware.making.circuit_boards.board_files`` starts it, and hands it the design and
``hardware.making.circuit_boards.board_design``; it sees nothing else of the project.
"""

from __future__ import annotations

import pickle
import sys
from math import cos, pi, sin
from pathlib import Path

import pcbnew

from hardware.making.circuit_boards.board_design import (
    SHEET_OFFSET,
    Assembly,
    BoardDesign,
    CopperKeepout,
    CopperLayer,
    CopperTrack,
    CopperVia,
    CopperZone,
    PlacedPart,
    Point,
    PrintedText,
)

FOOTPRINTS = "/usr/share/kicad/footprints"
ZONE_CLEARANCE, THINNEST_POUR, SPOKE_GAP, SPOKE_WIDTH = 0.25, 0.25, 0.3, 0.5
SENSOR_CASE = "Package_TO_SOT_SMD:SOT-23"
KEEPOUT_CORNERS = 36
UNNAMED = ("C", "FID", "H", "J", "R", "TP")
"""Parts whose references are not printed: they would overlap, or the board has words instead."""


class BoardWriter:
    """Writes a board."""

    def __init__(self, design: BoardDesign, path: str) -> None:
        self._design, self._path = design, path
        self._board = pcbnew.NewBoard(path)
        self._nets = {net: pcbnew.NETINFO_ITEM(self._board, net) for net in design.nets}

    def write(self) -> None:
        """Write the whole board."""
        for net in self._nets.values():
            self._board.Add(net)
        for part in self._design.parts:
            self._add_part(part)
        self._add_outline()
        for track in self._design.tracks:
            self._add_track(track)
        for via in self._design.vias:
            self._add_via(via)
        for zone in self._design.zones:
            self._add_zone(zone)
        for keepout in self._design.keepouts:
            self._add_keepout(keepout)
        for text in self._design.texts:
            self._add_text(text)
        pcbnew.SaveBoard(self._path, self._board)
        # Only a board that was loaded has rules; without them the copper of zones ignores the clearance of holes.
        board = pcbnew.LoadBoard(self._path)
        board.BuildConnectivity()
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        pcbnew.SaveBoard(self._path, board)

    def _add_part(self, part: PlacedPart) -> None:
        library, name = part.kind.pattern.library.split(":")
        footprint = pcbnew.FootprintLoad(f"{FOOTPRINTS}/{library}.pretty", name)
        footprint.SetFPID(pcbnew.LIB_ID(library, name))
        footprint.SetReference(part.reference)
        footprint.SetValue(part.value)
        footprint.SetPosition(_point(part.at))
        footprint.SetOrientationDegrees(part.turned)
        if part.kind.assembly is Assembly.NONE:
            unordered = pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES
            footprint.SetAttributes(footprint.GetAttributes() | unordered)
        # The files are printed at the sensors.
        named = not part.reference.startswith(UNNAMED) and part.kind.pattern.library != SENSOR_CASE
        footprint.Reference().SetVisible(named)
        footprint.Value().SetVisible(False)  # noqa: FBT003 - KiCad's own
        self._board.Add(footprint)
        if part.side is CopperLayer.BOTTOM:  # only a part on a board can be turned over
            footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
        for pad in footprint.Pads():
            net = part.net_of(pad.GetNumber())
            if net:
                pad.SetNet(self._nets[net])

    def _add_outline(self) -> None:
        edge = self._design.outline
        shape = pcbnew.PCB_SHAPE(self._board, pcbnew.SHAPE_T_RECT)
        shape.SetLayer(pcbnew.Edge_Cuts)
        shape.SetWidth(pcbnew.FromMM(0.1))
        shape.SetStart(_point((edge.left, edge.top)))
        shape.SetEnd(_point((edge.right, edge.bottom)))
        self._board.Add(shape)

    def _add_track(self, track: CopperTrack) -> None:
        made = pcbnew.PCB_TRACK(self._board)
        made.SetStart(_point(track.start))
        made.SetEnd(_point(track.end))
        made.SetWidth(pcbnew.FromMM(track.width))
        made.SetLayer(_copper(track.layer))
        made.SetNet(self._nets[track.net])
        self._board.Add(made)

    def _add_via(self, via: CopperVia) -> None:
        made = pcbnew.PCB_VIA(self._board)
        made.SetPosition(_point(via.at))
        made.SetDrill(pcbnew.FromMM(via.drill))
        made.SetFrontWidth(pcbnew.FromMM(via.size))
        made.SetNet(self._nets[via.net])
        self._board.Add(made)

    def _add_zone(self, zone: CopperZone) -> None:
        made = pcbnew.ZONE(self._board)
        made.SetLayer(_copper(zone.layer))
        made.SetNet(self._nets[zone.net])
        made.SetLocalClearance(pcbnew.FromMM(ZONE_CLEARANCE))
        made.SetMinThickness(pcbnew.FromMM(THINNEST_POUR))
        # Solder would not melt on a pin that the copper all around cools.
        made.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        made.SetThermalReliefGap(pcbnew.FromMM(SPOKE_GAP))
        made.SetThermalReliefSpokeWidth(pcbnew.FromMM(SPOKE_WIDTH))
        made.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        outline = made.Outline()
        outline.NewOutline()
        for corner in zone.corners:
            outline.Append(_point(corner))
        self._board.Add(made)

    def _add_keepout(self, keepout: CopperKeepout) -> None:
        made = pcbnew.ZONE(self._board)
        made.SetIsRuleArea(True)  # noqa: FBT003 - KiCad's own
        layers = pcbnew.LSET()
        for layer in CopperLayer:
            layers.AddLayer(_copper(layer))
        made.SetLayerSet(layers)
        made.SetDoNotAllowTracks(True)  # noqa: FBT003 - KiCad's own
        made.SetDoNotAllowVias(True)  # noqa: FBT003 - KiCad's own
        made.SetDoNotAllowCopperPour(True)  # noqa: FBT003 - KiCad's own
        # The hole itself, or the mark, is a pad of a footprint.
        made.SetDoNotAllowPads(False)  # noqa: FBT003 - KiCad's own
        made.SetDoNotAllowFootprints(False)  # noqa: FBT003 - KiCad's own
        outline = made.Outline()
        outline.NewOutline()
        # The sides of the polygon touch the circle from outside.
        reach = keepout.radius / cos(pi / KEEPOUT_CORNERS)
        for corner in range(KEEPOUT_CORNERS):
            angle = 2 * pi * corner / KEEPOUT_CORNERS
            outline.Append(_point((keepout.at[0] + reach * cos(angle), keepout.at[1] + reach * sin(angle))))
        self._board.Add(made)

    def _add_text(self, text: PrintedText) -> None:
        made = pcbnew.PCB_TEXT(self._board)
        made.SetText(text.text)
        made.SetPosition(_point(text.at))
        below = text.side is CopperLayer.BOTTOM
        made.SetLayer(pcbnew.B_SilkS if below else pcbnew.F_SilkS)
        made.SetMirrored(below)
        size = pcbnew.FromMM(text.size)
        made.SetTextSize(pcbnew.VECTOR2I(size, size))
        made.SetTextThickness(pcbnew.FromMM(max(0.15, text.size * 0.15)))
        self._board.Add(made)


def _point(at: Point) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(pcbnew.FromMM(SHEET_OFFSET + at[0]), pcbnew.FromMM(SHEET_OFFSET + at[1]))


def _copper(layer: CopperLayer) -> int:
    return int(pcbnew.F_Cu if layer is CopperLayer.TOP else pcbnew.B_Cu)


if __name__ == "__main__":
    BoardWriter(pickle.loads(Path(sys.argv[1]).read_bytes()), sys.argv[2]).write()  # noqa: S301 - ours, written just now
