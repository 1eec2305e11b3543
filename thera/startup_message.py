"""What ``thera play`` prints when the page is served: its addresses, and how to join."""

from __future__ import annotations

import io
from typing import TextIO

import segno

from table.session.saved_state import SavedState
from table.settings.page_addresses import LOOPBACK, page_address

QR_GLYPHS = "\u2580\u2584\u2588"
"""The characters that a QR code is drawn with."""


def charset_has(stream: TextIO, characters: str) -> bool:
    """Whether the encoding of a stream has these characters."""
    try:
        characters.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True


def addresses_message(addresses: tuple[str, ...], port: int) -> str:
    """The addresses of the page, the best first; if no phone can reach it, that and why."""
    if not addresses:
        return (
            f"Thera is open at {page_address(LOOPBACK, port)}, for this computer only.\n"
            "No phone can reach it: this computer is not in a network. Once it is, the page shows the address."
        )
    first, *others = addresses
    return "\n".join(
        (f"Thera is open at {first}", *(f"  or, in another network of this computer, {each}" for each in others))
    )


def startup_message(
    addresses: tuple[str, ...], port: int, saved: SavedState, *, virtual: bool, drawable: bool = True
) -> str:
    """For a game: the addresses, a QR code of the best one if it is ``drawable``, and how to join."""
    lines = [addresses_message(addresses, port), ""]
    if addresses and drawable:
        lines += [qr_code(addresses[0]), ""]
    if addresses:
        how = "scan the code, or open the address" if drawable else "open the address"
        lines.append(f"Join: {how} on a phone or laptop in the same network, and take a seat.")
    if virtual:
        here = next(iter(addresses), page_address(LOOPBACK, port))
        lines.append(f"The board is simulated: move its workers and blocks at {here}board")
    if saved.seating.players:
        names = " and ".join(f"{player.name} ({player.seat})" for player in saved.seating.players)
        lines.append(f"Continuing with {names}. To start with empty seats instead: thera play --new")
    lines.append("Stop with Ctrl-C; the game is saved.")
    return "\n".join(lines)


def replay_message(addresses: tuple[str, ...], port: int) -> str:
    """For a recorded game."""
    return (
        f"{addresses_message(addresses, port)}\n"
        "It shows what was recorded; phones may watch. Stop with Ctrl-C; nothing is saved."
    )


def qr_code(address: str) -> str:
    """The QR code of an address for a terminal: half blocks, white on black whatever the terminal's colours are."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=4, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())
