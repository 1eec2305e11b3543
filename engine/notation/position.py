"""A position to write or read: the board and the memories of the cards at the start of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import NotationError
from engine.field_text import NOTHING, FieldTexts
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName, Profile
from engine.squares import SQUARE_COUNT, Square, square_name, squares, squares_between

SIZES = (4, 5)
"""The squares on a side of the boards that can be written."""

HIGHEST = 3
"""The blocks of the highest tower; a dome may stand on any."""

_TO_MOVE = "to move"


@dataclass(frozen=True, slots=True)
class PositionCard:
    """A power card: its memory, as pairs of name and text (missing fields are as in the setup), and the seats that use
    it, or None for its owner, by the rules if no power changed that."""

    power: PowerName = MORTAL
    memory: FieldTexts = ()
    holders: tuple[Seat, ...] | None = None


MORTAL_CARD = PositionCard()


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a position, with secret workers.

    In a team of two the workers stand with the team's first player. ``marked`` are the squares of marked workers.
    ``moved_up``: a worker of the player moved up in the player's last own turn. ``out``: the player has lost.
    ``resigned``: the player gave up.
    """

    seat: Seat
    cards: tuple[PositionCard, ...] = (MORTAL_CARD,)
    workers: tuple[Square, ...] = ()
    marked: tuple[Square, ...] = ()
    moved_up: bool = False
    out: bool = False
    resigned: bool = False

    @property
    def power(self) -> PowerName:
        """The power on the player's first card."""
        return self.cards[0].power


@dataclass(frozen=True, slots=True)
class Position:
    """A position at the start of a turn of ``to_move``, or the end of a game that ``winner`` has won.

    ``levels`` holds the blocks of all 25 squares by number (0 outside a smaller board). Sides are in turn order.
    ``extra`` is the power that gave this additional turn, in which an opponent's worker moves, if it is one. ``fleece``
    is the card beside the Ram, ``ram`` its square. ``recycled`` counts towers returned to the supply.
    """

    levels: tuple[int, ...]
    domes: frozenset[Square]
    sides: tuple[Side, ...]
    to_move: Seat
    profile: Profile = field(default_factory=Profile)
    extra: PowerName | None = None
    fleece: PositionCard | None = None
    ram: Square | None = None
    seed: int = 0
    recycled: int = 0
    winner: Seat | None = None

    @property
    def size(self) -> int:
        """The squares on a side of the board."""
        return self.profile.size


def checked(position: Position, where: str) -> Position:
    """Return the position if it can stand on a board; ``where`` begins the message otherwise.

    :raises NotationError: for a worker on a dome, two workers on a square, a piece off the board, a seat that plays
        twice, a number of players other than 2 to 4, or a player to move who is not among them.
    """
    if position.size not in SIZES:
        raise NotationError(f"{where}: a board of size {position.size}; allowed are {SIZES[0]} and {SIZES[1]}")
    if not 2 <= len(position.sides) <= len(Seat):
        raise wrong_count(len(position.sides), where)
    seats = [side.seat for side in position.sides]
    for seat in seats:
        if seats.count(seat) > 1:
            every = ", ".join(Seat)
            raise NotationError(
                f"{where}: the seat {seat} plays twice; each of {every} may play once",
                Reason.of("line.seat_twice", given=seat, allowed=every),
            )
    playing = [side.seat for side in position.sides if not side.out]
    for role, named in ((_TO_MOVE, position.to_move), ("winner", position.winner)):
        if named is not None and named not in playing:
            players = ", ".join(playing)
            raise NotationError(f"{where}: {role} is {named}; the players are {players}", _out(role, named, players))
    _check_board(position, where)
    _check_workers(position, where)
    return position


def wrong_count(players: int, where: str) -> NotationError:
    """Make the error of a position with too few players, or too many."""
    return NotationError(
        f"{where}: {players} player(s); allowed are 2 to {len(Seat)}",
        Reason.of("line.players", given=players, allowed=", ".join(map(str, range(2, len(Seat) + 1)))),
    )


def _out(role: str, seat: Seat, players: str) -> Reason:
    key = "line.out_moves" if role == _TO_MOVE else "line.out_wins"
    return Reason.of(key, given=seat, allowed=players)


def _check_board(position: Position, where: str) -> None:
    if len(position.levels) != SQUARE_COUNT:
        raise NotationError(f"{where}: {len(position.levels)} levels; there are {SQUARE_COUNT} squares")
    on_board = frozenset(squares(position.size))
    for number, level in enumerate(position.levels):
        name = square_name(Square(number))
        if not 0 <= level <= HIGHEST:
            raise NotationError(f"{where}: level {level} on {name}; levels are 0 to {HIGHEST}, domes are named apart")
        if (level or number in position.domes) and number not in on_board:
            raise NotationError(f"{where}: a piece on {name}, off a board of size {position.size}")


def _check_workers(position: Position, where: str) -> None:
    standing: dict[Square, Seat] = {}
    on_board, allowed = frozenset(squares(position.size)), squares_between(position.size)
    for side in position.sides:
        for square in side.workers:
            name = square_name(square)
            if square not in on_board:
                raise NotationError(
                    f"{where}: a worker of {side.seat} on {name}, off a board of size {position.size} ({allowed})",
                    Reason.of("line.off_board", given=name, seat=side.seat, allowed=allowed),
                )
            if square in standing:
                raise NotationError(
                    f"{where}: two workers on {name} ({standing[square]} and {side.seat})",
                    Reason.of("line.two_workers", given=name, seat=side.seat, other=standing[square]),
                )
            if square in position.domes:
                raise NotationError(
                    f"{where}: a worker of {side.seat} on the dome on {name}",
                    Reason.of("line.on_dome", given=name, seat=side.seat),
                )
            standing[square] = side.seat
        if side.out and side.workers:
            there = ",".join(square_name(square) for square in side.workers)
            raise NotationError(
                f"{where}: {side.seat} is out of the game and has no workers, but {there} is given",
                Reason.of("line.out_stands", given=there, seat=side.seat),
            )
        for square in side.marked:
            if square not in side.workers:
                name = square_name(square)
                there = ", ".join(square_name(each) for each in side.workers) or NOTHING
                raise NotationError(
                    f"{where}: no worker of {side.seat} stands on {name} to be marked; they stand on {there}",
                    Reason.of("line.no_marked", given=name, seat=side.seat, allowed=there),
                )
    ram = position.ram
    if ram is None:
        return
    stands_free = ram not in standing and ram not in position.domes
    if ram not in on_board or (position.profile.rulings.ram_blocks and not stands_free):
        raise NotationError(
            f"{where}: the Ram cannot stand on {square_name(ram)}; it stands on a free square of {allowed}",
            Reason.of("line.ram", given=square_name(ram), allowed=allowed),
        )
