"""Positions by chance for the slow reference: towers, workers and what the cards remember, as play could leave them."""

from __future__ import annotations

import random

from tests.engine.reference.board import DIRECTIONS, ONLY_THEIR_OWNERS, TOUCHED, Board
from tests.engine.reference.played import SIMPLE
from tests.engine.reference.turn import begin, without

LOW_DOMES = frozenset(("atlas", "selene", "heracles", "polyphemus"))
"""Powers whose domes may stand on any level."""

REMOVERS = frozenset(("bia", "medusa", "theseus"))
"""Powers that take workers out of the game."""


def random_board(
    chance: random.Random,
    cards: tuple[str, ...],
    revised: frozenset[str] = frozenset(),
    *,
    beside: str = "",
    edition: str = "roxley",
) -> Board:
    """A position at the start of a turn, not yet won; ``revised`` powers are played in their later wording, and a power
    may lie ``beside`` the Ram."""
    weights = chance.choice(((6, 3, 2, 1), (2, 3, 3, 3), (1, 1, 4, 4)))
    levels = [chance.choices((0, 1, 2, 3), weights)[0] for _ in range(25)]
    low_domes = bool(LOW_DOMES.intersection((*cards, beside))) or chance.random() < 0.2
    share = 0.6 if "polyphemus" in cards else 0.15
    domes = {square for square in range(25) if (levels[square] == 3 or low_domes) and chance.random() < share}
    board = Board.of(levels, domes, ((), ()), cards, chance.randrange(len(cards)))
    board.revised, board.edition, board.beside = revised, edition, beside
    _people(chance, board)
    if "heracles" in cards:
        _leave_few(chance, board)
    if "chronus" in cards:
        _towers(chance, board)
    board.rose = frozenset(player for player in board.players if chance.random() < 0.5)
    board.used = frozenset(player for player in board.players if chance.random() < 0.15)
    if beside:
        _set_ram(chance, board)
    _remember(chance, board)
    board.circe_holds = "circe" in cards and not ONLY_THEIR_OWNERS.intersection(cards) and chance.random() < 0.5
    bank = board.bank
    begin(board)
    board.bank = bank
    board.winner = None
    if len(cards) == 3 and chance.random() < 0.1:
        return without(board, (board.to_move + chance.choice((1, 2))) % 3)
    return board


def _set_ram(chance: random.Random, board: Board) -> None:
    """The Ram on a free space, usually beside somebody."""
    free = [square for square in range(25) if board.is_unoccupied(square)]
    beside = [square for square in free if any(near in board.at for near in TOUCHED[square])]
    board.ram = chance.choice(beside if beside and chance.random() < 0.8 else free)


def _towers(chance: random.Random, board: Board) -> None:
    """Three or four Complete Towers, and some that want only a dome."""
    wanted = chance.choice((3, 4, 4))
    for square in chance.sample([square for square in range(25) if square not in board.at], 9):
        board.levels[square] = 3
        board.domes -= {square}
        if board.complete_towers() < wanted:
            board.domes |= {square}
    for square in sorted(board.domes):
        if board.levels[square] == 3 and board.complete_towers() > wanted:
            board.domes -= {square}


def _leave_few(chance: random.Random, board: Board) -> None:
    """Few free spaces in all, for every set of them may be built on at once."""
    free = [square for square in range(25) if board.is_unoccupied(square)]
    chance.shuffle(free)
    board.domes |= set(free[8:])


def _people(chance: random.Random, board: Board) -> None:
    """Workers for both, near each other every other time."""
    levels, domes = board.levels, board.domes
    free = [square for square in range(25) if square not in domes and (levels[square] < 3 or chance.random() < 0.3)]
    most = 12 if len(board.cards) == 3 else 8
    if len(free) < most:
        levels[12] = levels[0] = levels[6] = levels[18] = 0
        domes -= {0, 6, 12, 18, 24, 2, 10, 14, 22, 4, 20, 8, 16}
        free = [square for square in range(25) if square not in domes]
    if chance.random() < 0.5:
        near = chance.choice(free)
        free.sort(key=lambda square: max(abs(square % 5 - near % 5), abs(square // 5 - near // 5)))
        free = free[: most + 2]
    chance.shuffle(free)
    reserve = [0, 0, 0, 0]
    counts = [2, 2, 2] if len(board.cards) == 3 else [2, 2]
    for player, card in enumerate(board.cards):
        team = board.team(player)
        if card in ("gaea", "jason"):
            spare = 2 if card == "gaea" else 1
            reserve[player] = chance.randint(0, spare)
            counts[team] += spare - reserve[player]
        if card in ("graeae", "moerae"):
            counts[team] = 3
    for team in range(len(counts)):
        against = {card for player, card in enumerate(board.cards) if board.team(player) != team} | {board.beside}
        if REMOVERS & against and chance.random() < 0.15:
            counts[team] = 1
    board.at, board.side = [], ()
    for team, count in enumerate(counts):
        board.at += [free.pop() for _ in range(count)]
        board.side += (team,) * count
    board.reserve = tuple(reserve)
    for team in range(len(counts)):
        cards = [card for player, card in enumerate(board.cards) if board.team(player) == team]
        if board.beside == "selene" or "selene" in cards or ("selene" in board.cards and "circe" in cards):
            board.marked |= {chance.choice(board.workers(team))}


def _remember(chance: random.Random, board: Board) -> None:
    """Tokens and counts of the cards in play."""
    cards = (*board.cards, board.beside)
    free = [square for square in range(25) if board.is_unoccupied(square)]
    open_squares = [square for square in range(25) if square not in board.domes]
    chance.shuffle(free)
    if "morpheus" in cards:
        board.bank = chance.choice((1, 1, 2, 2, 3, 4) if cards[board.to_move] == "morpheus" else (0, 0, 1, 2, 3))
    if "aeolus" in cards:
        board.wind = chance.choice(list(DIRECTIONS.values()))
        board.wind = None if "aeolus" in board.revised and chance.random() < 0.3 else board.wind
    if "siren" in cards:
        board.arrow = chance.choice(list(DIRECTIONS.values()))
    if "charybdis" in cards:
        _whirlpools(chance, board, free, open_squares)
    if "clio" in cards:
        clio = cards.index("clio")
        high = [square for square in open_squares if board.levels[square] > 0]
        high = [square for square in high if square in free or square in board.squares(board.team(clio))]
        placed = chance.randint(0, 3)
        board.coins_left = 3 - placed
        taken = set(board.whirlpools)
        board.coins = frozenset(chance.sample(high, min(placed, len(high)))) - taken
    if "europa" in cards and chance.random() < 0.8:
        left = [square for square in free if square not in board.whirlpools and square not in board.coins]
        board.talus = left[0] if left else None
    if "moerae" in cards:
        board.fate = chance.randrange(4) + 5 * chance.randrange(4)
    if "tartarus" in cards:
        board.abyss = free[-1] if free else None
    if "chaos" in cards:
        deck = [power for power in SIMPLE if power not in cards]
        chance.shuffle(deck)
        cut = chance.randint(3, len(deck))
        board.face_up, board.draw, board.discards = deck[0], tuple(deck[1:cut]), tuple(deck[cut:])
    if "dionysus" in (board.cards[board.to_move], board.beside) and "circe" not in cards:
        board.owed = int(chance.random() < 0.15)
        board.driven = chance.random() < 0.3
    if "adonis" in cards:
        adonis = cards.index("adonis")
        if adonis in board.used and board.to_move != adonis and not board.driven:
            board.named = chance.choice(board.workers(1 - adonis))
            board.ally = chance.choice(board.workers(adonis)) if "adonis" in board.revised else None


def _whirlpools(chance: random.Random, board: Board, free: list[int], open_squares: list[int]) -> None:
    """Usually both on the board, the one beside a worker, so that somebody is carried."""
    count = chance.choice((0, 1, 2, 2, 2, 2))
    beside = [square for square in free if any(near in board.at for near in TOUCHED[square])]
    first = chance.choice(beside or open_squares)
    others = [square for square in (free if chance.random() < 0.8 else open_squares) if square != first]
    if count and others:
        board.whirlpools = tuple(sorted((first, chance.choice(others))[:count]))
