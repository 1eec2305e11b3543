"""The boards that ``--board`` and the configuration can name: one row for each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class BoardBackend:
    """A way to open a board.

    ``form`` is the form of its name: a word, a word with an argument after a colon (``replay:FILE``), or `PATH`.
    ``opener`` names the function that opens it (`thera.boards.open_board.BoardOpener`), as ``module:function``; it is
    imported only when the board is used. ``help`` is a line for ``--help``, and ``needs`` lists what it requires.
    ``recorded``: the board is a recorded game, so the table saves nothing. ``flashable``: the name may mean a Pico, on
    which ``thera board flash`` installs the firmware.
    """

    form: str
    opener: str
    help: str
    needs: str
    recorded: bool = False
    flashable: bool = False

    def accepts(self, name: str) -> bool:
        """Whether this name in a configuration means this board."""
        if self.form == PATH:
            return name.startswith("/") and name != "/"
        word, colon, _ = self.form.partition(":")
        return name.startswith(word + colon) and len(name) > len(word + colon) if colon else name == word

    def argument(self, name: str) -> str:
        """Return the argument in this name, such as the FILE of ``replay:FILE``; empty if the form has none."""
        if self.form == PATH:
            return name
        return name.partition(":")[2]


PATH = "PATH"
"""The form of a board with the path of its serial device as its name."""

BACKENDS = (
    BoardBackend(
        "auto",
        "thera.boards.virtual_backend:open_auto",
        help="the board on USB while one is plugged in, else a simulated one",
        needs="nothing",
    ),
    BoardBackend(
        "virtual",
        "thera.boards.virtual_backend:open_virtual",
        help="a simulated board, played on its own page",
        needs="nothing",
    ),
    BoardBackend(
        "serial",
        "thera.boards.serial_backend:open_on_usb",
        help="the board on USB",
        needs="one Pico with the firmware (thera board flash)",
        flashable=True,
    ),
    BoardBackend(
        "serial:ID",
        "thera.boards.serial_backend:open_on_usb",
        help="the board on USB that has this unique id",
        needs="a Pico with the firmware",
        flashable=True,
    ),
    BoardBackend(
        "replay:FILE",
        "thera.boards.recorded_games:open_recorded",
        help="a recorded game, played again at its own pace",
        needs="a trace (thera play --record)",
        recorded=True,
    ),
    BoardBackend(
        PATH,
        "thera.boards.serial_backend:open_at_path",
        help="the board at a serial device, such as /dev/ttyACM0",
        needs="a device that speaks the protocol, such as the pins of this Pi (thera board serve)",
        flashable=True,
    ),
)

FORMS = tuple(backend.form for backend in BACKENDS)
"""The forms of boards, for help and error messages."""

NAMED_FORMS = tuple(form for form in FORMS if form != PATH)
"""The forms that are names and not a path."""

PIN_LINK = Path("/run/thera/board")
"""The path where ``thera board serve`` serves the pins of a Pi by default."""

AUTO = "auto"
VIRTUAL = "virtual"
SERIAL = "serial"


def find_backend(name: str) -> BoardBackend | None:
    """Return the backend that a name means, or None."""
    return next((backend for backend in BACKENDS if backend.accepts(name)), None)


def is_recorded(name: str) -> bool:
    """Whether a board with this name is a recorded game."""
    found = find_backend(name)
    return found is not None and found.recorded
