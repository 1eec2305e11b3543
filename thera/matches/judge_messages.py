"""What a judge prints: codes for the tables, who came, and how far the game is. It prints nothing that a player may not
know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TextIO

from apart.match_state import MatchState
from table.session.match_part import MatchCodeView, MatchTableView
from thera.startup_message import qr_code


class JudgeMessages:
    """Prints what happens in a match, with ``write`` (a line or several). ``stream`` is where that goes: it decides
    whether codes are drawn."""

    def __init__(self, write: Callable[[str], None], stream: TextIO) -> None:
        self.introduced: set[int] = set()
        """The numbers of the tables that were said to be here."""
        self._write, self._stream = write, stream
        self._codes: set[tuple[str, ...]] = set()

    def code(self, label: str, code: MatchCodeView) -> None:
        """A code with which a table can come; said once."""
        if code.words in self._codes:
            return
        self._codes.add(code.words)
        drawn = qr_code(code.scanned, self._stream)
        lines = ["", f'For {label} ({_and(code.seats)}), on its page under "Play with another table":']
        lines += [] if drawn is None else [drawn]
        self._write("\n".join((*lines, f"  {'-'.join(code.words)}")))

    def joined(self, label: str, table: MatchTableView) -> None:
        """A table is in the match."""
        self.introduced.add(table.number)
        self._write(
            f"{label} is the table {table.title!r}, with {_and(table.seats)}."
            f" If its page shows {' '.join(table.words)!r}, nobody is between you."
        )

    def goes_on(self, state: MatchState) -> None:
        """The program was started, and this is how far the match is."""
        if state.game is not None:
            self.turn(state)

    def began(self, state: MatchState) -> None:
        """A game began."""
        if state.game is not None:
            players = (f"{player.seat} ({'+'.join(player.powers)})" for player in state.game.setup.players)
            self._write(f"All tables are here, and the game begins: {', '.join(players)}.")

    def took_steps(self, state: MatchState, steps: str) -> None:
        """Steps were ordered; which they are is said only where they are no secret."""
        game = state.game
        if game is None:
            return
        seat = game.plies[-1].seat
        told = "" if game.state.cast.has_secrets else f": {steps}"
        self._write(f"Entry {state.count}: {seat} has played{told}")
        if game.outcome is not None:
            self.turn(state)

    def turn(self, state: MatchState) -> None:
        """Whose turn it is, or who has won."""
        game = state.game
        if game is None:
            return
        if game.outcome is None:
            self._write(f"The game goes on: {game.to_act} is to act.")
        else:
            self._write(
                f"The game is over: {_and(game.outcome.winners)} won. The match is closed once all tables have left it,"
                " or with: thera judge --close"
            )

    def departed(self, title: str, *, revoked: bool) -> None:
        """A table is no longer in the match."""
        self._write(f"{title} {'was taken out of' if revoked else 'has left'} the match.")

    def stranger(self) -> None:
        """Somebody came with a code that was used."""
        self._write("A second table came with a code that another one has used. It is not admitted.")

    def closing(self) -> None:
        """The match is over, and the tables are told."""
        self._write("The match is closed; the tables are told.")

    def closed(self) -> None:
        """Everything is done."""
        self._write("All is done; nothing of the match is stored any more.")

    def not_told(self, titles: Sequence[str]) -> None:
        """These tables did not answer."""
        self._write(f"Not waited for any longer: {_and(titles) or 'none'}.")

    def trouble(self, line: str) -> None:
        """Something is wrong, or somebody wanted what cannot be."""
        self._write(line)


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)
