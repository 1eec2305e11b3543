"""The message of ``thera play`` when the page is served: its addresses, and how to join."""

from __future__ import annotations

import io
from typing import TextIO

import segno

from table.session.saved_state import SavedState, SeatedPlayer
from table.settings.page_addresses import LOOPBACK, page_address
from thera.commands.common_arguments import has_characters, has_colours, is_terminal

QR_GLYPHS = "\u2580\u2584\u2588"
"""The characters that a QR code is drawn with."""


def addresses_message(addresses: tuple[str, ...], port: int) -> str:
    """The addresses of the page, the best first, or the reason why no phone can reach it."""
    if not addresses:
        return (
            f"Thera is open at {page_address(LOOPBACK, port)}, for this computer only.\n"
            "No phone can reach it: this computer is not in a network. Once it is, the page shows the address."
        )
    first, *others = addresses
    return "\n".join(
        (f"Thera is open at {first}", *(f"  or, in another network of this computer, {each}" for each in others))
    )


def startup_message(  # noqa: PLR0913 - all that there is to say
    addresses: tuple[str, ...],
    port: int,
    saved: SavedState,
    *,
    virtual: bool,
    waits_for_board: bool = False,
    stream: TextIO,
) -> str:
    """For a game: the addresses, a QR code of the best one if this stream can show it, and how to join. ``virtual``:
    the board is simulated; ``waits_for_board``: until one is plugged in."""
    lines = [addresses_message(addresses, port), ""]
    drawn = qr_code(addresses[0], stream) if addresses else None
    if drawn is not None:
        lines += [drawn, ""]
    if addresses:
        how = "open the address" if drawn is None else "scan the code, or open the address"
        lines.append(f"Join: {how} on a phone or laptop in the same network, and take a seat.")
    if virtual:
        here = next(iter(addresses), page_address(LOOPBACK, port))
        lines.append(f"The board is simulated: move its workers and blocks at {here}board")
    if waits_for_board:
        lines.append("Plug in a board, and the table plays at it.")
    if saved.seating.players:
        names = " and ".join(map(_told, saved.seating.players))
        lines.append(f"Continuing with {names}. To start with empty seats instead: thera play --new")
        lines.append("If their phones are lost: thera seats free lets others have their seats, and the game goes on.")
    lines.append("Stop with Ctrl-C; the game is saved.")
    return "\n".join(lines)


def _told(player: SeatedPlayer) -> str:
    if player.level is not None:
        return f"the table ({player.seat})"
    return f"{player.name} ({player.seat})" if player.name else str(player.seat)


def replay_message(addresses: tuple[str, ...], port: int) -> str:
    """For a recorded game."""
    return (
        f"{addresses_message(addresses, port)}\n"
        "It shows what was recorded; phones may watch. Stop with Ctrl-C; nothing is saved."
    )


def qr_code(address: str, stream: TextIO) -> str | None:
    """The QR code of an address in half blocks: white on black whatever the terminal's colours are, or without colours
    where the user wants none. None if the stream is no terminal, or lacks the blocks."""
    if not is_terminal(stream) or not has_characters(stream, QR_GLYPHS):
        return None
    return drawn_code(address, coloured=has_colours(stream))


def drawn_code(address: str, *, coloured: bool) -> str:
    """The QR code of an address in half blocks, white on black if it is ``coloured``."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, border=4, compact=True)
    before, after = ("\x1b[97;40m", "\x1b[0m") if coloured else ("", "")
    return "\n".join(f"{before}{line}{after}" for line in drawn.getvalue().splitlines())
