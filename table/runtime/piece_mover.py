"""Moves the pieces of a virtual board after a step on a phone, as a player would at a real board.

The result goes through fields, wire and reading like all that hands do. Meanwhile the table shows no differences, since
no player has to put anything right.
"""

from __future__ import annotations

from dataclasses import replace

from engine import PUBLIC, Game, Square
from hardware.hand_actions import SetUp
from hardware.virtual_hands import BoardPicture, SettingUp, VirtualHands
from perception.orientation import QUARTERS, turned_square
from table.moves.step_search import visible_pieces
from table.session.saved_state import SavedState
from table.session.snapshot import BoardMode, BoardView, Phase

READING_FRAMES = 40
"""The number of frames after a move in which the reading may still be of earlier frames: the work of a frame is spread
over several (`perception.counted_work`)."""

SETTLING_FRAMES = 100
"""The number of frames after a move, two seconds at the usual rate, after which a difference is shown all the same."""

_NUMBERS = 1 << 16
"""The highest number of a frame on the wire."""


class PieceMover:
    """Moves the pieces of one virtual board. All calls come from the table's thread.

    Differences that hands have made on purpose stay: it moves pieces only where they stood as the game had them, and
    only while the hands' `BoardPicture.follows` says so.

    Frames may come late by any time. Their numbers tell which were scanned before the pieces moved.
    """

    def __init__(self, hands: VirtualHands, size: int = 5) -> None:
        self._hands = hands
        self._size = size
        self._moved: SettingUp | None = None
        self.moving = False
        """Whether the reading may still be of the board before the pieces moved."""

    @property
    def follows(self) -> bool:
        """Whether the pieces are moved; the players may prefer to move all of them by hand."""
        return self._hands.look().follows

    def frame_came(self, number: int) -> bool:
        """Note the number of a frame before it is read. Return whether the state of the board has to be checked again,
        since it may be shown now."""
        if self._moved is None or self._moved.scans_before is None:
            return False
        since = (number - self._moved.scans_before) % _NUMBERS
        if not 0 < since < _NUMBERS // 2:
            return False
        begins = self.moving and since >= READING_FRAMES
        if begins:
            self.moving = False
        ends = since >= SETTLING_FRAMES
        if ends:
            self._moved = None
        return begins or ends

    def resume(self, saved: SavedState) -> None:
        """Set up the game that was in the journal."""
        if saved.game is not None and saved.phase is not Phase.OVER:
            picture = self._hands.look()
            if picture.follows:
                self._set_up(self._position(saved.game, saved.turned), picture)

    def follow(self, before: SavedState, after: SavedState) -> None:
        """Move the pieces after a command of a phone, if it changed the position of the game."""
        if after.game is None or after.game is before.game:
            return
        picture, wanted = self._hands.look(), self._position(after.game, after.turned)
        begins = before.game is None or before.phase is Phase.OVER
        was = wanted if before.game is None else self._position(before.game, after.turned)
        if picture.follows and (begins or _workers_stand(picture, was) or _workers_stand(picture, wanted)):
            self._set_up(wanted, picture)

    def view(self, read: BoardView) -> BoardView:
        """Return the reading as the table shows it: without differences while pieces are moved."""
        if self._moved is None:
            return read
        if read.mode is BoardMode.FOLLOWING:
            if not self.moving:
                self._moved = None
            return read
        still = replace(read, mode=BoardMode.IN_HAND, lifted=None, differences=(), message=None, offers=())
        return replace(still, issue=None, doubtful=())

    def _set_up(self, wanted: SetUp, picture: BoardPicture) -> None:
        if _workers_stand(picture, wanted) and (picture.levels, picture.domes) == (wanted.levels, wanted.domes):
            return
        self._moved, self.moving = self._hands.set_up(wanted), True

    def _position(self, game: Game, turned: int) -> SetUp:
        """Return the public position of a game, on a board that lies turned."""
        seen = game.view(PUBLIC)
        places = [turned_square(square, QUARTERS - turned, self._size) for square in range(len(seen.levels))]
        levels, domes = [0] * len(places), [False] * len(places)
        for square, place in enumerate(places):
            levels[place], domes[place] = seen.levels[square], Square(square) in seen.domes
        standing = tuple(sorted((places[square], str(seat)) for square, seat in visible_pieces(game)))
        return SetUp(tuple(levels), tuple(domes), standing)


def _workers_stand(picture: BoardPicture, wanted: SetUp) -> bool:
    """Whether the workers stand as in this position, none of them in a hand or lying."""
    standing = {(piece.square, piece.seat) for piece in picture.pieces if piece.square is not None}
    return standing == set(wanted.standing) and not any(piece.in_hand or piece.lying for piece in picture.pieces)
