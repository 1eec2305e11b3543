"""Pictures of the boards in the documents: rendered by KiCad, cut to the board, each with a checksum of its data."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from PIL import Image, PngImagePlugin

from hardware.board_file import BoardFile
from hardware.making.circuit_boards.controller_board import PROJECT
from hardware.making.circuit_boards.kicad_root import STATE
from hardware.making.circuit_boards.rank_board import rank_board

PICTURES = Path(__file__).resolve().parents[3] / "docs" / "pictures"
SIDES = ("top", "bottom")
_PIXELS, _COLOURS = 1400, 48
_KEY = "Board data"


def checksums() -> dict[str, str]:
    """Return the checksum of all data of each board with pictures, by its name."""
    rank, controller = rank_board(BoardFile()), PROJECT / f"{PROJECT.name}.kicad_pcb"
    data = {rank.name: repr(rank).encode(), PROJECT.name: controller.read_bytes()}
    return {name: sha256(content).hexdigest()[:16] for name, content in data.items()}


def picture_name(board: str, side: str) -> str:
    """Return the name of the file with a side of a board."""
    return f"{board}_board_{side}.png"


def checksum_of(picture: Path) -> str:
    """Return the checksum of the data that a picture was made from; empty for another picture."""
    with Image.open(picture) as image:
        return str(image.info.get(_KEY, ""))


def save_picture(rendered: Path, picture: Path, made_from: str) -> None:
    """Write a rendered picture for the documents."""
    with Image.open(rendered) as image:
        whole = image.convert("RGBA")
    cut = whole.crop(whole.getbbox(alpha_only=True))
    cut = cut.resize((_PIXELS, round(cut.height * _PIXELS / cut.width)), Image.Resampling.LANCZOS)
    paper = Image.new("RGB", cut.size, "white")
    paper.paste(cut, mask=cut.getchannel("A"))
    said = PngImagePlugin.PngInfo()
    said.add_text(_KEY, made_from)
    paper.quantize(_COLOURS, dither=Image.Dither.NONE).save(picture, optimize=True, pnginfo=said)


def main() -> None:
    """Write the pictures of the usual board again, from the output of ``make circuit-boards``."""
    for board, made_from in checksums().items():
        for side in SIDES:
            rendered = STATE / board / f"{board}-{side}.png"
            save_picture(rendered, PICTURES / picture_name(board, side), made_from)
            print(f"docs/pictures/{picture_name(board, side)}")


if __name__ == "__main__":
    main()
