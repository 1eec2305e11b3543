"""Between the engine's positions and the slow reference's boards, and positions by chance to compare them on."""

from __future__ import annotations

import random

from engine.notation import Card, Position, Side
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square
from tests.engine.reference import Board

SEATS = (Seat.BLUE, Seat.ORANGE)


def position_of_board(board: Board) -> Position:
    """A reference board as a written position, blue first."""
    recalled = _recalls_climbs(board.cards)
    sides = tuple(
        Side(
            seat=SEATS[player],
            cards=(_card(board, player),),
            workers=tuple(Square(square) for square in sorted(board.workers[player])),
            moved_up=board.rose[player] and recalled[player],
        )
        for player in (0, 1)
    )
    domes = frozenset(Square(square) for square in board.domes)
    return Position(board.levels, domes, sides, SEATS[board.to_move])


def _card(board: Board, player: int) -> Card:
    power = board.cards[player]
    taken = board.circe_holds and board.cards[1 - player] == "circe"
    return Card(
        PowerName(power),
        (("workers", str(board.reserve[player])),) if power == "gaea" else (),
        (SEATS[1 - player],) if taken else None,
    )


def board_of_position(position: Position) -> Board:
    """A written position of two players as a reference board."""
    one, other = position.sides
    seats = (one.seat, other.seat)
    return Board(
        levels=position.levels,
        domes=frozenset(int(square) for square in position.domes),
        workers=(tuple(int(square) for square in one.workers), tuple(int(square) for square in other.workers)),
        cards=(str(one.power), str(other.power)),
        to_move=seats.index(position.to_move),
        rose=(one.moved_up, other.moved_up),
        reserve=(_reserve(one), _reserve(other)),
        circe_holds=any(side.cards[0].holders is not None for side in position.sides),
    )


def _reserve(side: Side) -> int:
    return int(dict(side.cards[0].memory).get("workers", 0))


Facts = tuple[object, ...]


def facts_of_board(board: Board, winner: int | None) -> Facts:
    """What a result is compared by; after a win only who won it, where the mover's workers stand, and the towers."""
    if winner is not None:
        return (winner, board.workers[board.to_move], board.levels, board.domes)
    rose = tuple(board.rose[player] and _recalls_climbs(board.cards)[player] for player in (0, 1))
    return (None, board.levels, board.domes, board.workers, rose, board.reserve, board.circe_holds, board.to_move)


def facts_of_position(position: Position, mover: Seat) -> Facts:
    """The same of a written position; ``mover`` took the turn that led to it."""
    board = board_of_position(position)
    if position.winner is not None:
        winner = 0 if position.winner is position.sides[0].seat else 1
        mover_index = 0 if mover is position.sides[0].seat else 1
        return (winner, board.workers[mover_index], board.levels, board.domes)
    return facts_of_board(board, None)


def random_board(chance: random.Random, cards: tuple[str, str]) -> Board:
    """A position by chance: towers of every height, some domes, two workers a side (Gaea may have more), not yet won.

    Domes stand on lower towers where Atlas plays, and sometimes everywhere, for the rules must not care.
    """
    weights = chance.choice(((6, 3, 2, 1), (2, 3, 3, 3), (1, 1, 4, 4)))
    levels = [chance.choices((0, 1, 2, 3), weights)[0] for _ in range(25)]
    low_domes = "atlas" in cards or chance.random() < 0.2
    domes = {square for square in range(25) if (levels[square] == 3 or low_domes) and chance.random() < 0.15}
    free = [square for square in range(25) if square not in domes and (levels[square] < 3 or chance.random() < 0.3)]
    if chance.random() < 0.5:
        near = chance.choice(free)
        free.sort(key=lambda square: max(abs(square % 5 - near % 5), abs(square // 5 - near // 5)))
        free = free[:9]
    spare = [chance.randint(0, 2) if card == "gaea" else 0 for card in cards]
    counts = [2 + (2 - spare[player] if cards[player] == "gaea" else 0) for player in (0, 1)]
    counts = [min(counts[0], len(free) - 2), counts[1]]
    chance.shuffle(free)
    one, other = free[: counts[0]], free[counts[0] : counts[0] + counts[1]]
    return Board(
        levels=tuple(levels),
        domes=frozenset(domes),
        workers=(tuple(sorted(one)), tuple(sorted(other))),
        cards=cards,
        to_move=chance.randrange(2),
        rose=(chance.random() < 0.5, chance.random() < 0.5),
        reserve=(spare[0], spare[1]),
        circe_holds="circe" in cards and cards[0] != cards[1] and chance.random() < 0.5,
    )


def _recalls_climbs(cards: tuple[str, str]) -> tuple[bool, bool]:
    """Whose last climb matters: Athena's, and that of a Circe who may take her power."""
    asked = tuple("athena" in cards and card in ("athena", "circe") for card in cards)
    return asked[0], asked[1]
