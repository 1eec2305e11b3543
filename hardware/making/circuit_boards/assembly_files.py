"""The files by which a fabricator puts the small parts on a board, and the list of what is left to solder by hand.

Columns have the names that the upload pages of assemblers read. Rotations are those of JLCPCB's own drawings of parts,
which lie differently in their tapes than in KiCad's footprints. Apart from `board_files`, which runs KiCad: this needs
only what KiCad has written.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from hardware.making.circuit_boards.board_design import Assembly

LCSC_NUMBERS = {
    "AO3401A": "C15127",
    "AP2112K-3.3TRG1": "C51118",
    "CD74HC4067M96": "C496123",
    "CL10B103KB8NNNC": "C1589",
    "CL10B104KB8NNNC": "C1591",
    "CL10B105KA8NNNC": "C29936",
    "DRV5055A2QDBZR": "C266131",
    "RC0603FR-07100RL": "C105588",
    "RC0603FR-07330RL": "C105881",
    "RC0603FR-0710KL": "C98220",
    "SMBJ5.0A": "C113974",
    "SN74AHCT125DR": "C155176",
    "WS2812B": "C114586",
}
"""JLCPCB's numbers by the makers' numbers, as parts lists of published boards have them; others have to be searched.
None was ordered: the guide says to compare each with the maker's number."""

ROTATIONS = (("SOT-23", 180), ("SOIC-", 270), ("LED_WS2812B_PLCC4", 180))
"""How far a part turns counter-clockwise from KiCad's footprint, by the beginning of the footprint's name; others do
not. The first two are in the tables of JLCKicadTools (cpl_rotations_db.csv), KiBot and Fabrication-Toolkit, the third
in configurations for KiBot."""

PARTS_COLUMNS = ("Comment", "Designator", "Footprint", "LCSC Part #", "Manufacturer", "Part number", "Quantity")
POSITION_COLUMNS = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
HAND_COLUMNS = ("Comment", "Designator", "Footprint", "Manufacturer", "Part number", "Quantity")


def parts_file(name: str) -> str:
    """Return the name of the list of the parts that a machine places."""
    return f"{name}-bom.csv"


def positions_file(name: str) -> str:
    """Return the name of the file with their places."""
    return f"{name}-positions.csv"


def hand_file(name: str) -> str:
    """Return the name of the list of the parts that are soldered by hand."""
    return f"{name}-hand-soldered.csv"


def write_assembly_files(bill: Path, placed: Path, folder: Path, name: str) -> None:
    """Write the three files of a board into a folder, from its whole bill of materials and from KiCad's positions.

    :raises OSError: if they cannot be written.
    """
    lines, by_machine = _rows(bill), set[str]()
    parts = [line for line in lines if line["Assembly"] == Assembly.MACHINE]
    for line in parts:
        by_machine.update(line["Designator"].split(","))
        line["LCSC Part #"] = LCSC_NUMBERS.get(line["Part number"], "")
    positions = [position(row) for row in _rows(placed) if row["Ref"] in by_machine]
    _write(folder / parts_file(name), PARTS_COLUMNS, parts)
    _write(folder / positions_file(name), POSITION_COLUMNS, positions)
    _write(folder / hand_file(name), HAND_COLUMNS, (line for line in lines if line["Assembly"] == Assembly.HAND))


def position(row: dict[str, str]) -> dict[str, str]:
    """Return a row of KiCad's positions as assemblers read it, turned as their drawings of the part lie."""
    turned = (float(row["Rot"]) + _correction(row["Package"])) % 360
    return {
        "Designator": row["Ref"],
        "Mid X": f"{float(row['PosX']):.4f}",
        "Mid Y": f"{float(row['PosY']):.4f}",
        "Layer": row["Side"].capitalize(),
        "Rotation": f"{turned:g}",
    }


def _correction(footprint: str) -> int:
    return next((angle for beginning, angle in ROTATIONS if footprint.startswith(beginning)), 0)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def _write(path: Path, columns: tuple[str, ...], rows: Iterable[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as text:
        sheet = csv.DictWriter(text, columns, extrasaction="ignore")
        sheet.writeheader()
        sheet.writerows(rows)
