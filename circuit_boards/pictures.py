"""The pictures of the boards in the documents: KiCad's, cut to the board, each with the checksum of the data that it
was made from."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from PIL import Image, PngImagePlugin

from circuit_boards.board_design import BoardDesign
from circuit_boards.controller_board import unrouted
from circuit_boards.kicad_root import STATE
from circuit_boards.rank_board import rank_board
from hardware.board_file import BoardFile

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIDES = ("top", "bottom")
_PIXELS, _COLOURS = 1400, 48
_KEY = "Board data"


def pictured() -> tuple[BoardDesign, ...]:
    """The boards that there are pictures of, without the tracks that a router adds: their data says all of the rest."""
    return rank_board(BoardFile()), unrouted(BoardFile())


def picture_name(design: BoardDesign, side: str) -> str:
    """The name of the file with a side of a board."""
    return f"{design.name}_board_{side}.png"


def checksum(design: BoardDesign) -> str:
    """Of all that the data says of a board."""
    return sha256(repr(design).encode()).hexdigest()[:16]


def checksum_of(picture: Path) -> str:
    """The checksum of the data that a picture was made from; empty for another picture."""
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
    """Write those of the usual board again, from what ``make circuit-boards`` has rendered."""
    for design in pictured():
        for side in SIDES:
            rendered = STATE / design.name / f"{design.name}-{side}.png"
            save_picture(rendered, PICTURES / picture_name(design, side), checksum(design))
            print(f"docs/pictures/{picture_name(design, side)}")


if __name__ == "__main__":
    main()
