"""What a table says on a terminal when it is open: where it is found, and how to join."""

from __future__ import annotations

import io
from typing import TextIO

import segno

from table.session.saved_state import SavedState
from table.settings.page_addresses import LOOPBACK, page_address

QR_GLYPHS = "\u2580\u2584\u2588"
"""The half blocks and the whole one that a QR code is drawn with."""


def charset_has(stream: TextIO, characters: str) -> bool:
    """Whether these can be written there as they are."""
    try:
        characters.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True


def whereabouts(addresses: tuple[str, ...], port: int) -> str:
    """Where the table is found, the best address first; if no phone can reach it, that and why."""
    if not addresses:
        return (
            f"Thera is open at {page_address(LOOPBACK, port)}, for this computer alone.\n"
            "No phone can reach it: this computer is in no network. Once it is, the page shows the address."
        )
    first, *others = addresses
    return "\n".join(
        (f"Thera is open at {first}", *(f"  or, in another network of this computer, {each}" for each in others))
    )


def welcome(addresses: tuple[str, ...], port: int, evening: SavedState, *, virtual: bool, drawable: bool = True) -> str:
    """What the command prints when the table is open: the addresses, a QR code of the best if it is ``drawable``, and
    how to join."""
    lines = [whereabouts(addresses, port), ""]
    if addresses and drawable:
        lines += [qr_code(addresses[0]), ""]
    if addresses:
        how = "scan the code, or open the address" if drawable else "open the address"
        lines.append(f"Join: {how} on a phone or laptop in the same network, and take a seat.")
    if virtual:
        here = next(iter(addresses), page_address(LOOPBACK, port))
        lines.append(f"The board is simulated: move its workers and blocks at {here}board")
    if evening.seating.players:
        names = " and ".join(f"{sitter.name} ({sitter.seat})" for sitter in evening.seating.players)
        lines.append(f"Going on with {names}. To begin with empty seats instead: thera play --new")
    lines.append("Stop with Ctrl-C; the game is kept.")
    return "\n".join(lines)


def welcome_again(addresses: tuple[str, ...], port: int) -> str:
    """What the command prints when a recorded game is played again."""
    return (
        f"{whereabouts(addresses, port)}\n"
        "It shows what was recorded; phones may look on. Stop with Ctrl-C; nothing of it is kept."
    )


def qr_code(address: str) -> str:
    """The QR code of an address for a terminal: half blocks, white on black whatever the terminal's colours are."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=4, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())
