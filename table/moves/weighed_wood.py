"""Blocks and domes that a board's scale feels, compared with the game: which steps they may be, and what is wrong.
Apart from the follower, which reads workers and decides on steps: most boards have no scale."""

from __future__ import annotations

from dataclasses import dataclass, replace

from common.message import Message
from engine import Build, Done, Game, Move, Piece, Square, square_name
from engine.actions import TakeBlock
from engine.squares import distance
from hardware.board import Weighed
from perception.arrangements import ExpectedArrangements
from perception.findings import Fallen
from perception.tracking.tracker import Tracker
from perception.weight import BLOCKS, ExpectedWood, Tower, WeightChange, WeightReader, WoodPiece, tower_of
from table.moves.analysed_positions import AnalysedPosition, EarlierPositions
from table.moves.step_search import Pieces, SquareTouch, StepSequence
from table.session.board_reports import BoardStatus, meant_by_done
from table.session.snapshot import BoardDifference, BoardIssue, BoardMode, DifferenceKind

WAITS = 3000
"""The time in ms for which a piece may lie that only the next step explains. Choice: hands that set the block first
move the worker next."""
FORGOTTEN = 8000
"""The time in ms after a build that was touched or made on a phone until its piece is missed. Choice."""
FRESH = 400
"""The time in ms for which a reading of the scale says what weighs on the plate. Choice: some readings at 10 a
second."""
SILENT = 3000
"""The time in ms without a reading of the scale after which the table says so. Choice: a cable that is moved is back by
then."""
UNSTEADY = 6000
"""The time in ms for which the plate may not come to rest before the table says so. Choice: a hand that sets down one
piece after another is off the plate for a moment in between."""
REACH = 2
"""How far from where a worker stands it can build after a move, in squares."""


@dataclass(frozen=True, slots=True)
class _Came:
    """A piece that came down on ``square`` at this time, in ms, while these workers stood, if all of the game did."""

    square: Square
    piece: WoodPiece
    at: int
    standing: Pieces | None


@dataclass(frozen=True, slots=True)
class WrongWood:
    """A tower that is not as in the game: ``seen`` stands there by weight, ``wanted`` in the game."""

    square: Square
    seen: Tower
    wanted: Tower

    @property
    def status(self) -> BoardStatus:
        """The status that says what to do."""
        kind = DifferenceKind.TOO_LOW if len(self.seen) < len(self.wanted) else DifferenceKind.TOO_HIGH
        difference = BoardDifference(self.square, kind, None, len(self.seen), len(self.wanted))
        return BoardStatus(BoardMode.RESTORE, None, (difference,), self._message, issue=BoardIssue.WRONG_HEIGHT)

    @property
    def _message(self) -> Message:
        square = ("square", square_name(self.square))
        if len(self.seen) < len(self.wanted):
            heights = (("seen", str(len(self.seen))), ("wanted", str(len(self.wanted))))
            return Message("board.wood_missing", (square, *heights))
        top, level = self.seen[-1], len(self.seen) - 1
        if top is WoodPiece.DOME and level < len(BLOCKS):
            return Message("board.wood_dome", (square,))
        if top.is_block and (level >= len(BLOCKS) or top is not BLOCKS[level]):
            levels = (("seen", str(BLOCKS.index(top) + 1)), ("wanted", str(min(level, len(BLOCKS)) + 1)))
            return Message("board.wood_level", (square, *levels))
        return Message("board.wood_square", (square,))


def is_next(piece: WoodPiece, tower: Tower) -> bool:
    """Whether this is the block or dome that belongs on a tower; a power may put a dome on any."""
    return piece is WoodPiece.DOME or (len(tower) < len(BLOCKS) and piece is BLOCKS[len(tower)])


@dataclass(frozen=True, slots=True)
class ReadMagnets:
    """What is known of the magnets: what the game ``expected``, the ``squares`` on which workers stand or lie, and
    whether that ``stands`` now."""

    expected: ExpectedArrangements
    squares: frozenset[int]
    stands: bool

    @classmethod
    def of(cls, tracker: Tracker, expected: ExpectedArrangements) -> ReadMagnets:
        """Return what a tracker believes."""
        standing = {each.square for each in tracker.arrangement or ()}
        lying = {each.square for each in tracker.findings.disturbances if isinstance(each, Fallen)}
        return cls(expected, frozenset(standing | lying), tracker.settled and tracker.arrangement is not None)


class WeighedWood:
    """What the scale of one board says of the wood in a game."""

    def __init__(self, reader: WeightReader) -> None:
        self._reader = reader
        self._came: tuple[_Came, ...] = ()
        self._taken: frozenset[Square] = frozenset()
        self._due_since: dict[Square, int] = {}
        self._position: AnalysedPosition | None = None
        self._towers: tuple[Tower, ...] = ()
        self._expected: ExpectedWood | None = None
        self._expected_for: tuple[AnalysedPosition, bool, frozenset[int]] | None = None
        self._rested_at: int | None = None
        self._watched_since: int | None = None
        self.at = 0
        """The time of the last reading, in ms."""

    # -- what is read

    def feed(self, weighed: Weighed) -> None:
        """Take in a reading whose meaning may wait."""
        if self._rested_at is None or weighed.at - self.at >= SILENT:
            self._rested_at = weighed.at
        self.at = weighed.at
        self._reader.feed(weighed)
        if self._reader.is_still:
            self._rested_at = weighed.at

    def read(
        self, position: AnalysedPosition, earlier: EarlierPositions, magnets: ReadMagnets, *, locked: bool
    ) -> bool:
        """Read what the plate weighs now. Return whether anything came or went."""
        key = (position, locked, magnets.squares)
        if self._expected is None or self._expected_for != key:
            self._expected, self._expected_for = _expected(position, earlier, magnets, locked=locked), key
        if self._expected.read != magnets.stands:
            self._expected = replace(self._expected, read=magnets.stands)
        if position is not self._position:
            self._position, self._towers = position, self._expected.towers
        if not self._reader.is_due(self._expected):
            return False
        things, unsure = self._reader.things, self._reader.unsure
        changes = self._reader.read(self._expected)
        all_stand = magnets.stands and magnets.squares == {square for square, _ in position.pieces}
        for change in changes:
            self._note(change, position.pieces if all_stand else None)
        return bool(changes) or things != self._reader.things or unsure != self._reader.unsure

    def _note(self, change: WeightChange, standing: Pieces | None) -> None:
        square = Square(change.square)
        if change.piece is None:
            return
        if change.came:
            self._came = (*self._came, _Came(square, change.piece, change.at, standing))
            self._taken -= {square}
        else:
            self._taken |= {square}

    def standing(self, now: int) -> frozenset[int] | None:
        """Return the squares on which workers weigh ``now``, in ms of the board's clock; None while that is not
        known."""
        return self._reader.standing if now - self.at < FRESH else None

    def forget(self) -> None:
        """Take what stands at the next rest for what the game has."""
        self._reader.forget()
        self._came, self._taken = (), frozenset()
        self._due_since.clear()

    def turn(self, quarters: int) -> None:
        """Start over with a board that lies turned clockwise by these quarters."""
        self._reader.turn(quarters)
        self.forget()

    # -- what it may mean

    def _surplus(self) -> tuple[_Came, ...]:
        """The pieces on the board that the game does not have, in the order in which they came."""
        left, found = {}, list[_Came]()
        for square, tower in enumerate(self._towers):
            left[Square(square)] = len(self._reader.towers[square]) - len(tower)
        for each in reversed(self._came):
            if left.get(each.square, 0) > 0:
                left[each.square] -= 1
                found.append(each)
        self._came = tuple(reversed(found))
        return self._came

    def touches(self, position: AnalysedPosition) -> tuple[SquareTouch, ...]:
        """The pieces that came or went and may be steps, as touches by any worker."""
        if position is not self._position:
            return ()
        found, towers = [], dict(enumerate(self._towers))
        for each in self._surplus():
            if self._reader.towers[each.square][: len(towers[each.square])] != towers[each.square]:
                continue
            if is_next(each.piece, towers[each.square]):
                towers[each.square] = (*towers[each.square], each.piece)
                piece = Piece.BLOCK if each.piece.is_block else Piece.DOME
                found.append(SquareTouch(None, each.square, each.standing, piece=piece))
        gone = [square for square in sorted(self._taken) if self._is_lower(square)]
        return (*found, *(SquareTouch(None, square, taken=True) for square in gone))

    @property
    def is_recent(self) -> bool:
        """Whether the last piece came a short while ago, so that what is done next may tell what it means."""
        return bool(self._came) and self.at - self._came[-1].at < WAITS

    def _is_lower(self, square: Square) -> bool:
        return len(self._reader.towers[square]) < len(self._towers[square])

    def taken_back(self, position: AnalysedPosition, earlier: EarlierPositions) -> int:
        """Return how many of the last steps were taken back by taking off what they built; 0 if none."""
        if position is not self._position or not any(map(self._is_lower, self._taken)):
            return 0
        for undone, before in enumerate(earlier.positions, start=1):
            if before.pieces == position.pieces and towers_of(before) == self._reader.towers:
                return undone
        return 0

    # -- what is wrong

    def wrong(self, position: AnalysedPosition, *, locked: bool) -> tuple[WrongWood | None, int | None]:
        """Return a tower that is wrong, if any is, and else when to look again, in ms of the board's clock, if one may
        become so."""
        if position is not self._position or self._expected is None:
            return None, None
        later: int | None = None
        builds = frozenset[tuple[int, WoodPiece]]() if locked else self._expected.builds
        for each in self._surplus():
            tower, wanted = self._reader.towers[each.square], self._towers[each.square]
            waits = is_next(each.piece, wanted) and (each.square, each.piece) in builds
            if not waits or self.at - each.at >= WAITS:
                return WrongWood(each.square, tower, wanted), None
            later = min(later or each.at + WAITS, each.at + WAITS)
        for square in map(Square, range(len(self._towers))):
            tower, wanted = self._reader.towers[square], self._towers[square]
            if len(tower) == len(wanted) and tower != wanted:
                return WrongWood(square, tower, wanted[:-1]), None
            if len(tower) >= len(wanted):
                self._due_since.pop(square, None)
                continue
            since = self._due_since.setdefault(square, self.at)
            if square in self._taken or self.at - since >= FORGOTTEN:
                return WrongWood(square, tower, wanted), None
            later = min(later or since + FORGOTTEN, since + FORGOTTEN)
        return None, later

    def unsure(self, position: AnalysedPosition) -> BoardStatus | None:
        """The question about a piece that came down and is not clear, if there is one; and what to do if several came
        down at once."""
        changes = self._reader.unsure
        if not changes or position is not self._position:
            return None
        if len(changes) > 1:
            return BoardStatus(BoardMode.FOLLOWING, message=Message("board.wood_several"))
        on = Square(changes[0].square)
        issue = BoardIssue.PERHAPS_TOUCHED if meant_by_done(position.game, on) is None else BoardIssue.PERHAPS_BUILT
        message = Message("board.wood_unsure", (("square", square_name(on)),))
        return BoardStatus(BoardMode.FOLLOWING, message=message, issue=issue, doubtful=(on,))

    def warnings(self, now: int) -> tuple[Message, ...]:
        """What keeps the scale from feeling wood ``now``, in ms of the board's clock, and what lies on the board and is
        no piece."""
        if self._watched_since is None:
            self._watched_since = now
        if now - max(self._watched_since, self.at) >= SILENT:
            return (Message("board.scale_silent"),)
        if self._rested_at is not None and self.at - self._rested_at >= UNSTEADY:
            return (Message("board.scale_unsteady"),)
        squares = sorted({each.square for each in self._reader.things})
        return tuple(Message("board.thing", (("square", square_name(Square(each))),)) for each in squares)


def next_tells_builder(sequences: tuple[StepSequence, ...]) -> bool:
    """Whether several sequences are the same build by different workers, after which one has to move or build: that
    will tell which it was."""
    if len(sequences) < 2 or any(len(each.actions) > 1 for each in sequences):
        return False
    builds = [each.actions[0] for each in sequences]
    if len({(each.on, each.piece) for each in builds if isinstance(each, Build)}) != 1:
        return False
    return all(_has_to_go_on(each.after, sequences[0].after) for each in sequences)


def _has_to_go_on(game: Game, other: Game) -> bool:
    """Whether the same seat is to act as in the ``other`` game, and has to move or build."""
    legal = game.legal_actions()
    return (game.turn, game.to_act) == (other.turn, other.to_act) and all(
        isinstance(each, Move | Build) for each in legal
    )


def towers_of(position: AnalysedPosition) -> tuple[Tower, ...]:
    """Return the towers of a position."""
    state = position.game.state
    return tuple(tower_of(level, dome=bool(state.domes >> square & 1)) for square, level in enumerate(state.levels))


def _expected(
    position: AnalysedPosition, earlier: EarlierPositions, magnets: ReadMagnets, *, locked: bool
) -> ExpectedWood:
    """Return what the game and the magnets say of the wood."""
    towers = towers_of(position)
    taken = {int(action.on) for action in earlier.actions(position.game) if isinstance(action, Build)}
    builds: set[tuple[int, WoodPiece]] = set()
    if not locked:
        legal = position.known.legal_actions()
        taken |= {int(action.square) for action in legal if isinstance(action, TakeBlock)}
        builds = {
            (int(action.on), _piece(action.piece, towers[action.on])) for action in legal if isinstance(action, Build)
        }
        if not builds or any(not isinstance(action, Build | Done) for action in legal):
            builds |= _within_reach(position, towers)
    return ExpectedWood(
        towers,
        frozenset(builds),
        frozenset(taken),
        magnets.squares,
        read=magnets.stands,
        count=len(magnets.expected.workers),
    )


def _piece(piece: Piece, tower: Tower) -> WoodPiece:
    return WoodPiece.DOME if piece is Piece.DOME or len(tower) >= len(BLOCKS) else BLOCKS[len(tower)]


def _within_reach(position: AnalysedPosition, towers: tuple[Tower, ...]) -> set[tuple[int, WoodPiece]]:
    """Return the pieces that a worker of the seat to act may build once it has moved, and a few more."""
    own = [square for square, seat in position.pieces if seat is position.mover]
    return {
        (square, _piece(Piece.BLOCK, tower))
        for square, tower in enumerate(towers)
        if (not tower or tower[-1].is_block) and any(distance(square, each) <= REACH for each in own)
    }
