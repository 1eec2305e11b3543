"""Makes the folder of a release, with everything that somebody downloads: ``make release``.

It is made of what the other targets make. What cannot be made here is left out; the output and the README of the folder
say so. Files have the same names in each release, except for the version in some of them.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from firmware_bridge.firmware_image import (
    DOWNLOADS,
    FirmwareImageError,
    firmware_files,
    firmware_uf2,
    read_micropython,
)
from hardware.board_file import BoardFile, describe
from hardware.electronics import Electronics, PiPins
from hardware.making.circuit_boards import __main__ as circuit_boards
from hardware.making.circuit_boards import kicad_root
from hardware.making.drawings.__main__ import drawings
from hardware.making.drawings.printed_parts_drawing import printed_parts_drawings
from hardware.making.printed_parts.__main__ import stl
from hardware.making.printed_parts.part_dimensions import PartDimensions
from hardware.making.printed_parts.part_set import printed_parts
from hardware.sheets import dxf, over_pages, pdf
from hardware.template import PlateSheet, plate, seams
from hardware.wire_list import wire_tables
from tools.release.order_lists import WAY_NAMES, costs, order_list, parts_to_order

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "release"
TRUSTED = Path(__file__).with_name("micropython.sha256")
PICOS = {
    "RPI_PICO": "a Pico",
    "RPI_PICO_W": "a Pico W",
    "RPI_PICO2": "a Pico 2",
    "RPI_PICO2_W": "a Pico 2 W",
}
"""The names of MicroPython's downloads, and what each is for."""

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of all files in an archive, so that the same content gives the same archive."""

_FABRICATION = (
    ("*-gerbers.zip", "for the maker of the board"),
    ("*-bom.csv", "for the assembler: what the small parts are"),
    ("*-positions.csv", "for the assembler: where they are"),
    ("*.d356", "for the tester of the bare board"),
    ("*-parts.html", "for whoever solders: a page that shows where each part is"),
    ("*", "belongs to the files of the board"),
)


class ReleaseError(Exception):
    """The folder cannot be made; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class ReleaseContents:
    """What is put into a release: each file by its path in the folder, with what it is; and what is left out, with the
    reason."""

    files: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A part for a 3D printer: the name of its file, how many a board needs, and its content."""

    name: str
    pieces: int
    content: bytes


WITH_WIRES = PartDimensions()
WITH_RANK_BOARDS = replace(WITH_WIRES, stack=replace(WITH_WIRES.stack, rank_boards=True))


def printed_files(dimensions: PartDimensions) -> Iterator[PrintedFile]:
    """Generate the printed parts of the usual board."""
    for part in printed_parts(BoardFile(), dimensions):
        yield PrintedFile(f"{part.name.value}.stl", part.pieces, stl(part))


@dataclass(frozen=True, slots=True)
class ReleaseSources:
    """Where the parts of a release come from: the folders of the wheel, of the site and of MicroPython's downloads, and
    what makes printed parts, their drawings, and circuit boards, the last with the exit code of a command."""

    dist: Path = ROOT / "dist"
    site: Path = ROOT / "build" / "site"
    micropython: Path | None = None
    trusted: Path = TRUSTED
    printed_files: Callable[[PartDimensions], Iterable[PrintedFile]] = printed_files
    make_circuit_boards: Callable[[Sequence[str]], int] = circuit_boards.main
    circuit_boards: Path = kicad_root.STATE
    no_kicad: Callable[[], str] = kicad_root.missing
    part_drawings: Callable[[], Mapping[str, str]] = printed_parts_drawings


class ReleaseFolder:
    """A release that is being written into a folder."""

    def __init__(self, folder: Path, sources: ReleaseSources) -> None:
        self._folder = folder
        self._sources = sources
        self._board = BoardFile()
        self._wheel = _only(sources.dist, "thera-*.whl", "make wheel")
        self.version = self._wheel.name.split("-")[1]
        self.contents = ReleaseContents()

    def write(self) -> None:
        """Write everything.

        :raises ReleaseError: if a part is missing that every computer can make.
        """
        self._install()
        self._firmware()
        self._circuit_boards()
        self._printed_parts()
        self._drawings()
        self._order_lists()
        self._site()
        self._put("README.md", readme(self.version, self.contents).encode(), "")
        self._put("SHA256SUMS", self._checksums().encode(), "")

    def _install(self) -> None:
        bundle = _only(self._sources.dist, f"thera-{self.version}-offline.pyz", "make bundle")
        self._copy(bundle, "install", "installs Thera, also where there is no internet: `sudo python3 FILE install`")
        self._copy(self._wheel, "install", "the same without its packages: `sudo python3 FILE/thera install`")
        self.contents.left_out["a memory card for a Raspberry Pi"] = "it is large; `sudo make card-image` makes it"

    def _firmware(self) -> None:
        name = f"firmware/thera-firmware-{self.version}.zip"
        self._zip(name, firmware_files(self._board), "the firmware of a Pico and the pins of the usual board, as files")
        missing = [board for board in PICOS if not self._firmware_for(board)]
        if missing:
            names = " or ".join(PICOS[board] for board in missing)
            self.contents.left_out[f"one file to drag onto {names}"] = (
                "it needs MicroPython, which is not part of the project: download"
                f" {', '.join(missing)} from https://micropython.org/download, and type `make release"
                ' ARGS="--micropython FOLDER"`'
            )

    def _firmware_for(self, board: str) -> bool:
        """Write the file for a Pico; returns False if there is no MicroPython for it."""
        folder = self._sources.micropython
        found = sorted(folder.glob(DOWNLOADS.replace("RPI_PICO*", f"{board}-*"))) if folder else []
        if not found:
            return False
        download, pico = found[-1], PICOS[board]
        content = download.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        if _trusted(self._sources.trusted).get(download.name) != digest:
            raise ReleaseError(
                f"{download.name} is not in tools/release/{TRUSTED.name}: try it on {pico}, and then add the line\n"
                f"{digest}  {download.name}"
            )
        try:
            micropython = read_micropython(content)
            image = firmware_uf2(micropython, self._board)
        except FirmwareImageError as error:
            raise ReleaseError(f"{download}: {error}") from error
        what = f"to drag onto {pico} that shows as a drive: the firmware with {micropython.words}, SHA-256 {digest}"
        self._put(f"firmware/thera-{self.version}-{board}.uf2", image, what)
        return True

    def _circuit_boards(self) -> None:
        what = "the files for makers of circuit boards"
        reason = self._sources.no_kicad()
        if reason:
            self.contents.left_out[what] = f"{reason}; `sudo make kicad`, then `sudo make release`"
            return
        if self._sources.make_circuit_boards([]):
            raise ReleaseError("the circuit boards are not made as they should be; the reason is above")
        for fabrication in sorted(self._sources.circuit_boards.glob("*/fabrication")):
            board = fabrication.parent.name
            archived = {name for path in fabrication.glob("*.zip") for name in zipfile.ZipFile(path).namelist()}
            for path in sorted(path for path in fabrication.iterdir() if path.is_file() and path.name not in archived):
                use = next(use for pattern, use in _FABRICATION if path.match(pattern))
                self._copy(path, f"circuit_boards/{board}", f"{board} board, {use}")

    def _printed_parts(self) -> None:
        plain = {file.name: file for file in self._sources.printed_files(WITH_WIRES)}
        for file in plain.values():
            self._put(f"printed_parts/{file.name}", file.content, f"to print, in mm; {file.pieces} needed")
        for file in self._sources.printed_files(WITH_RANK_BOARDS):
            if file.name not in plain or file.content != plain[file.name].content:
                name = f"printed_parts/rank_boards/{file.name}"
                self._put(name, file.content, f"the same for circuit boards; {file.pieces} needed")

    def _drawings(self) -> None:
        for name, text in sorted((drawings() | dict(self._sources.part_drawings())).items()):
            self._put(f"drawings/{name}", text.encode(), "a drawing of the build guide")
        for name, pins in (("pico", self._board.electronics.pins), ("pi", PiPins())):
            board = BoardFile(electronics=Electronics(pins=pins))
            what = "every wire, with a Pico" if name == "pico" else "every wire, with the pins of a Raspberry Pi"
            self._put(f"drawings/wires_{name}.md", wire_tables(board).encode(), what)
        pages = over_pages(plate(self._board, PlateSheet.BOTH), seams(self._board))
        self._put("drawings/template.pdf", pdf(pages), "the template for drilling, to print at its size")
        for sheet in (PlateSheet.FACE, PlateSheet.CARRIER, PlateSheet.RANK_CARRIER):
            name = f"drawings/{sheet.replace('-', '_')}.dxf"
            drawn = dxf(plate(self._board, sheet)).encode("ascii", "replace")
            self._put(name, drawn, f"the {sheet.replace('-', ' ')}, for a laser cutter")
        self._put("drawings/board.toml", describe(self._board).encode(), "the board file of all this")

    def _order_lists(self) -> None:
        try:
            ways = parts_to_order((ROOT / "docs" / "build.md").read_text("utf-8"))
        except ValueError as error:
            raise ReleaseError(str(error)) from error
        for way in WAY_NAMES:
            name = f"order/{way}.csv"
            self._put(
                name, order_list(ways[way]).encode(), f"what to order for one and for five boards, {WAY_NAMES[way]}"
            )
        self._put("order/costs.csv", costs(ways).encode(), "what it costs, by shop; estimates without postage")

    def _site(self) -> None:
        site = self._sources.site
        if not (site / "index.html").exists():
            raise ReleaseError(f"there is no site in {site}: make site")
        files = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
        self._zip(f"thera-{self.version}-documents.zip", files, "the documents as a site: unpack it, open index.html")

    def _checksums(self) -> str:
        names = sorted([*self.contents.files, "README.md"])
        return "".join(f"{hashlib.sha256((self._folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names)

    def _copy(self, path: Path, folder: str, what: str) -> None:
        self._put(f"{folder}/{path.name}", path.read_bytes(), what)

    def _zip(self, name: str, files: Mapping[str, bytes], what: str) -> None:
        self._put(name, b"", what)
        with zipfile.ZipFile(self._folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for each in sorted(files):
                archive.writestr(zipfile.ZipInfo(each, _EARLIEST), files[each], zipfile.ZIP_DEFLATED)

    def _put(self, name: str, content: bytes, what: str) -> None:
        """Write a file; the README lists those with ``what``."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if what:
            self.contents.files[name] = what


def readme(version: str, contents: ReleaseContents) -> str:
    """Return the README of a release: what each file is, and what is left out."""
    lines = [
        f"# Thera {version}",
        "",
        "Everything to install, build and read. To check what you have downloaded: `sha256sum --check SHA256SUMS`.",
        "",
        "| file | what it is |",
        "|---|---|",
        *(f"| `{name}` | {what} |" for name, what in sorted(contents.files.items())),
        "",
        "No board was built of these files yet.",
        "",
        "## The firmware of a Pico",
        "",
        "A file that ends with `.uf2`: hold BOOTSEL while you plug the Pico in, and copy the file of its kind onto the",
        "drive that appears. Where there is none for your Pico, download MicroPython for it from",
        f"https://micropython.org/download ({', '.join(PICOS)}), and use a computer with Thera:",
        "",
        "    thera board flash --micropython FILE",
        "",
        "or one without it: copy MicroPython onto the drive, unpack the archive with the firmware, and type in it",
        "",
        "    python3 -m pip install mpremote",
        "    python3 -m mpremote cp *.py board.json :",
        "    python3 -m mpremote reset",
    ]
    if contents.left_out:
        lines += ["", "## What is left out", "", *(f"- {what}: {why}." for what, why in contents.left_out.items())]
    return "\n".join(lines) + "\n"


def _only(folder: Path, pattern: str, target: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise ReleaseError(f"there has to be one {pattern} in {folder}, and there are {len(found)}: {target}")
    return found[0]


def _trusted(path: Path) -> dict[str, str]:
    """Read hashes by the names of their files, in the form of sha256sum."""
    lines = path.read_text("utf-8").splitlines()
    return {found[2]: found[1] for line in lines if (found := re.fullmatch(r"([0-9a-f]{64})  (\S+)", line))}


def make_release(folder: Path, sources: ReleaseSources) -> ReleaseContents:
    """Write a release into a folder, in place of an earlier one.

    :raises ReleaseError: if it cannot be made; the earlier one stays.
    :raises OSError: if it cannot be written.
    """
    unfinished = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    release = ReleaseFolder(unfinished, sources)
    release.write()
    if folder.exists():
        shutil.rmtree(folder)
    unfinished.rename(folder)
    return release.contents


def _told(contents: ReleaseContents, folder: Path) -> Iterator[str]:
    yield f"{folder}: {len(contents.files)} files, README.md says what each is"
    for what, why in contents.left_out.items():
        yield f"left out: {what}: {why}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the release. Return the exit code."""
    parser = argparse.ArgumentParser(prog="make release", description="Make the folder of a release.")
    parser.add_argument("--micropython", type=Path, metavar="FOLDER", help="where MicroPython's files for a Pico are")
    given = parser.parse_args(arguments)
    if given.micropython is not None and not given.micropython.is_dir():
        print(f"No release is made: there is no folder {given.micropython}", file=sys.stderr)
        return 2
    try:
        contents = make_release(FOLDER, ReleaseSources(micropython=given.micropython))
    except ReleaseError as error:
        print(f"No release is made: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"No release is made: {error.filename or FOLDER}: {error.strerror or error}", file=sys.stderr)
        return 2
    print("\n".join(_told(contents, FOLDER)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
