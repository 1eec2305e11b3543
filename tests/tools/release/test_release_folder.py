"""The folder of a release has all that somebody downloads, says what each file is, and what is left out and why."""

from __future__ import annotations

import hashlib
import re
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.making.printed_parts.part_dimensions import PartDimensions
from tests.house import ROOT
from tests.rp2040.chip_run import micropython_uf2
from tools.release import release_folder
from tools.release.release_folder import (
    WITH_RANK_BOARDS,
    PrintedFile,
    ReleaseError,
    ReleaseSources,
    main,
    make_release,
    printed_files,
)

USUAL = {
    "README.md",
    "SHA256SUMS",
    "drawings/board.toml",
    "drawings/carrier.dxf",
    "drawings/carrier.svg",
    "drawings/face.dxf",
    "drawings/face.svg",
    "drawings/rank_carrier.dxf",
    "drawings/stack.svg",
    "drawings/taken_apart.svg",
    "drawings/template.pdf",
    "drawings/template.svg",
    "drawings/wires_pi.md",
    "drawings/wires_pico.md",
    "drawings/wiring_pi.svg",
    "drawings/wiring_pico.svg",
    "drawings/wiring_pico_mcp3208.svg",
    "drawings/wiring_ring.svg",
    "drawings/wiring_scale.svg",
    "firmware/thera-firmware-1.2.3.zip",
    "install/thera-1.2.3-offline.pyz",
    "install/thera-1.2.3-py3-none-any.whl",
    "order/circuit_boards.csv",
    "order/costs.csv",
    "order/wires_and_pi.csv",
    "order/wires_and_pico.csv",
    "printed_parts/rank_boards/spacer.stl",
    "printed_parts/sensor_holder.stl",
    "printed_parts/spacer.stl",
    "thera-1.2.3-documents.zip",
}
"""What is in each release, with the printed parts of this test."""


def some_printed_files(dimensions: PartDimensions) -> list[PrintedFile]:
    spacer = PrintedFile("spacer.stl", 10, b"high" if dimensions.stack.rank_boards else b"low")
    return [spacer] if dimensions.stack.rank_boards else [spacer, PrintedFile("sensor_holder.stl", 25, b"holder")]


@pytest.fixture
def sources(tmp_path: Path) -> ReleaseSources:
    """Built before: a wheel, a bundle and a site; there is no KiCad and no MicroPython."""
    dist, site = tmp_path / "dist", tmp_path / "site"
    dist.mkdir()
    (dist / "thera-1.2.3-py3-none-any.whl").write_bytes(b"wheel")
    (dist / "thera-1.2.3-offline.pyz").write_bytes(b"bundle")
    (site / "play").mkdir(parents=True)
    (site / "index.html").write_text("start", "utf-8")
    (site / "play" / "index.html").write_text("play", "utf-8")
    return ReleaseSources(
        dist=dist,
        site=site,
        printed_files=some_printed_files,
        part_drawings=lambda: {"taken_apart.svg": "<svg/>"},
        no_kicad=lambda: "make kicad has not made KiCad's Debian",
        circuit_boards=tmp_path / "circuit_boards",
    )


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_without_kicad_and_micropython_all_else_is_there_and_the_rest_is_told(
    sources: ReleaseSources, tmp_path: Path
) -> None:
    contents = make_release(tmp_path / "release", sources)
    assert names(tmp_path / "release") == USUAL
    assert set(contents.left_out) == {
        "a memory card for a Raspberry Pi",
        "one file to drag onto a Pico or a Pico W or a Pico 2 or a Pico 2 W",
        "the files for makers of circuit boards",
    }
    told = (tmp_path / "release" / "README.md").read_text("utf-8")
    for what, why in contents.left_out.items():
        assert f"- {what}: {why}." in told


def test_the_readme_says_of_each_file_what_it_is(sources: ReleaseSources, tmp_path: Path) -> None:
    make_release(tmp_path / "release", sources)
    told = (tmp_path / "release" / "README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(.+)` \| \S.+ \|$", told, re.MULTILINE)) == USUAL - {"README.md", "SHA256SUMS"}
    assert "\n| `printed_parts/sensor_holder.stl` | to print, in mm; 25 needed |\n" in told


def test_the_checksums_are_those_of_all_files(sources: ReleaseSources, tmp_path: Path) -> None:
    make_release(tmp_path / "release", sources)
    told = (tmp_path / "release" / "SHA256SUMS").read_text("utf-8")
    assert {line.split("  ")[1] for line in told.splitlines()} == USUAL - {"SHA256SUMS"}
    command = ["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"]
    subprocess.run(command, cwd=tmp_path / "release", check=True)


def test_the_same_sources_give_the_same_release(sources: ReleaseSources, tmp_path: Path) -> None:
    for name in ("one", "other"):
        make_release(tmp_path / name, sources)
    one, other = ((tmp_path / name / "SHA256SUMS").read_text("utf-8") for name in ("one", "other"))
    assert one == other


def test_the_archives_hold_the_firmware_and_the_site(sources: ReleaseSources, tmp_path: Path) -> None:
    make_release(tmp_path / "release", sources)
    firmware = zipfile.ZipFile(tmp_path / "release" / "firmware" / "thera-firmware-1.2.3.zip").namelist()
    written = {path.name for path in (ROOT / "firmware_bridge" / "firmware").glob("*.py")}
    assert set(firmware) == written | {"board.json"}
    site = zipfile.ZipFile(tmp_path / "release" / "thera-1.2.3-documents.zip")
    assert site.read("play/index.html") == b"play"


def test_with_kicad_the_files_of_the_boards_are_there(sources: ReleaseSources, tmp_path: Path) -> None:
    def make_circuit_boards(_: Sequence[str]) -> int:
        for board in ("rank", "controller"):
            folder = sources.circuit_boards / board / "fabrication"
            folder.mkdir(parents=True)
            for kind in ("-F_Cu.gtl", "-bom.csv", "-positions.csv", ".d356", "-parts.html"):
                (folder / f"{board}{kind}").write_text(kind, "utf-8")
            with zipfile.ZipFile(folder / f"{board}-gerbers.zip", "w") as archive:
                archive.write(folder / f"{board}-F_Cu.gtl", f"{board}-F_Cu.gtl")
        return 0

    with_kicad = replace(sources, no_kicad=lambda: "", make_circuit_boards=make_circuit_boards)
    contents = make_release(tmp_path / "release", with_kicad)
    assert contents.files["circuit_boards/rank/rank-gerbers.zip"] == "rank board, for the maker of the board"
    assert contents.files["circuit_boards/controller/controller-bom.csv"].startswith(
        "controller board, for the assembler"
    )
    assert len(names(tmp_path / "release")) == len(USUAL) + 10, "layers are in the archive for the maker only"
    assert "the files for makers of circuit boards" not in contents.left_out


def test_boards_that_the_rules_refuse_are_not_released(sources: ReleaseSources, tmp_path: Path) -> None:
    earlier = tmp_path / "release" / "README.md"
    earlier.parent.mkdir()
    earlier.write_text("the last one", "utf-8")
    refused = replace(sources, no_kicad=lambda: "", make_circuit_boards=lambda _: 1)
    with pytest.raises(ReleaseError, match="circuit boards are not made as they should be"):
        make_release(tmp_path / "release", refused)
    assert earlier.read_text("utf-8") == "the last one"


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ("dist/thera-1.2.3-py3-none-any.whl", "make wheel"),
        ("dist/thera-1.2.3-offline.pyz", "make bundle"),
        ("site/index.html", "make site"),
    ],
)
def test_what_was_not_built_before_is_named_with_its_target(
    missing: str, told: str, sources: ReleaseSources, tmp_path: Path
) -> None:
    (tmp_path / missing).unlink()
    with pytest.raises(ReleaseError, match=told):
        make_release(tmp_path / "release", sources)
    assert not (tmp_path / "release").exists()


@pytest.fixture
def download(tmp_path: Path) -> Path:
    """MicroPython for the Pico, by the name of its download."""
    built = micropython_uf2()
    if built is None:
        pytest.skip("no ../shared/real-parts/rp2040 beside this checkout: MicroPython for the Pico")
    path = tmp_path / "downloads" / "RPI_PICO-20250415-v1.25.0.uf2"
    path.parent.mkdir()
    path.write_bytes(built.read_bytes())
    return path


def test_micropython_whose_hash_is_listed_becomes_a_file_to_drag(
    download: Path, sources: ReleaseSources, tmp_path: Path
) -> None:
    digest = hashlib.sha256(download.read_bytes()).hexdigest()
    trusted = tmp_path / "trusted"
    trusted.write_text(f"# tried\n{digest}  {download.name}\n", "utf-8")
    given = replace(sources, micropython=download.parent, trusted=trusted)
    contents = make_release(tmp_path / "release", given)
    what = contents.files["firmware/thera-1.2.3-RPI_PICO.uf2"]
    assert "MicroPython 1.25.0" in what
    assert digest in what
    assert "one file to drag onto a Pico W or a Pico 2 or a Pico 2 W" in contents.left_out


def test_micropython_that_is_not_listed_is_refused_with_the_line_to_add(
    download: Path, sources: ReleaseSources, tmp_path: Path
) -> None:
    digest = hashlib.sha256(download.read_bytes()).hexdigest()
    with pytest.raises(ReleaseError, match=f"add the line\n{digest}  {re.escape(download.name)}"):
        make_release(tmp_path / "release", replace(sources, micropython=download.parent))


def test_a_folder_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--micropython", str(tmp_path / "nowhere")]) == 2
    assert f"No release is made: there is no folder {tmp_path / 'nowhere'}" in capsys.readouterr().err


def test_the_command_says_what_is_left_out(
    sources: ReleaseSources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release_folder, "ReleaseSources", lambda micropython: replace(sources, micropython=micropython))
    monkeypatch.setattr(release_folder, "FOLDER", tmp_path / "release")
    assert main([]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{tmp_path}/release: {len(USUAL) - 2} files, README.md says what each is"
    assert [line.split(":")[0] for line in told[1:]] == ["left out"] * 3


@pytest.mark.parts
def test_the_parts_that_are_released_are_those_of_the_board() -> None:
    """The real ones, which take a while."""
    wired, ranks = ({file.name: file for file in printed_files(each)} for each in (PartDimensions(), WITH_RANK_BOARDS))
    assert wired["sensor_holder.stl"].pieces == 25
    assert "sensor_holder.stl" not in ranks
    assert wired["spacer.stl"].content != ranks["spacer.stl"].content
