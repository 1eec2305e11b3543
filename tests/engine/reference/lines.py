"""Positions of the slow reference on one line, as ``docs/notation.md`` describes them, and what is compared of them."""

from __future__ import annotations

from tests.engine.reference.board import DIRECTIONS, HEROES, Board, Vector, name, number

Facts = tuple[object, ...]

SEATS = ("blue", "orange")
NAMED = {vector: text for text, vector in DIRECTIONS.items()}
_DOMED = "ABC4"
_WAITING = ("gaea", "jason")


def written(board: Board) -> str:
    """The line of a board at the start of a turn, or at the end of the game."""
    rows = [range(5 * rank, 5 * rank + 5) for rank in reversed(range(5))]
    towers = "".join(_tower(board, on) for row in rows for on in row)
    extra = "+dionysus" if board.driven else ""
    rules = f"/?revised={'+'.join(sorted(board.revised))}" if board.revised else ""
    return f"{towers}/{board.to_move + 1}{extra}/{_side(board, 0)}/{_side(board, 1)}{rules}"


def _tower(board: Board, on: int) -> str:
    return _DOMED[board.levels[on]] if on in board.domes else str(board.levels[on])


def _side(board: Board, player: int) -> str:
    marks = _marks(board, player)
    squares = ",".join(name(square) for square in board.squares(player))
    won = "#" if board.winner == player else ""
    brackets = f"[{'|'.join(marks)}]" if marks else ""
    return f"{won}{board.cards[player]}{brackets}:{squares}"


def _marks(board: Board, player: int) -> list[str]:
    card = board.cards[player]
    marks = ["^"] if board.rose[player] and recalls_climbs(board.cards, player) else []
    marked = [name(board.spot(who)) for who in board.marked if board.side[who] == player and board.at[who] is not None]
    marks += [f"marked={square}" for square in marked]
    marks += [f"{field}={text}" for field, text in _memory(board, player).items()]
    if board.circe_holds and card != "circe":
        marks.append(f"holder={SEATS[1 - player]}")
    return marks


def _memory(board: Board, player: int) -> dict[str, str]:
    card = board.cards[player]
    used = "yes" if board.used[player] else "no"
    target = None if board.named is None else board.at[board.named]
    memory: dict[str, dict[str, str]] = {
        "morpheus": {"pieces": str(board.bank)},
        "aeolus": {"direction": _way(board.wind)},
        "siren": {"direction": _way(board.arrow)},
        "charybdis": {"squares": _list(board.whirlpools)},
        "clio": {"squares": _list(board.coins), "left": str(board.coins_left)},
        "europa": {"square": _one(board.talus)},
        "tartarus": {"square": _one(board.abyss)},
        "moerae": {"corner": _one(board.fate)},
        "gaea": {"workers": str(board.reserve[player])},
        "jason": {"workers": str(board.reserve[player])},
        "chaos": {"face_up": board.face_up, "draw": _names(board.draw), "discards": _names(board.discards)},
        "dionysus": {"owed": "+".join([SEATS[player]] * board.owed) or "-"},
        "adonis": {"used": used, "target": _one(target), "ally": "-"},
    }
    return memory.get(card, {"used": used} if card in HEROES else {})


def _one(square: int | None) -> str:
    return "-" if square is None else name(square)


def _names(names: tuple[str, ...]) -> str:
    return "+".join(names) or "-"


def _list(squares: tuple[int, ...] | frozenset[int]) -> str:
    return "+".join(name(square) for square in sorted(squares)) or "-"


def _way(vector: Vector | None) -> str:
    return "-" if vector is None else NAMED[vector]


def recalls_climbs(cards: tuple[str, str], player: int) -> bool:
    """Whether anybody asks if this player climbed in the last turn: Athena, Chaos who may become her, and a Circe who
    may take the power of the one or the other."""
    if "athena" in cards:
        return cards[player] in ("athena", "circe")
    return "chaos" in cards and cards[player] in ("chaos", "circe")


def read(line: str) -> Board:
    """The board that a line describes."""
    towers, to_move, one, other, *rules = line.split("/")
    levels, domes = [0] * 25, set()
    for index, character in enumerate(towers):
        on = 5 * (4 - index // 5) + index % 5
        levels[on] = _DOMED.index(character) if character in _DOMED else int(character)
        if character in _DOMED:
            domes.add(on)
    heads = [text.removeprefix("#").partition(":")[0] for text in (one, other)]
    workers = [_squares(text.partition(":")[2], ",") for text in (one, other)]
    cards = [head.partition("[")[0] for head in heads]
    board = Board.of(levels, domes, (workers[0], workers[1]), (cards[0], cards[1]), int(to_move[0]) - 1)
    board.driven = "+" in to_move
    if rules:
        board.revised = frozenset(rules[0].removeprefix("?revised=").split("+"))
    for player, text in enumerate((one, other)):
        if text.startswith("#"):
            board.winner = player
    for player, head in enumerate(heads):
        for mark in head.partition("[")[2].removesuffix("]").split("|"):
            _recall(board, player, mark)
    return board


def _recall(board: Board, player: int, mark: str) -> None:
    field, _, text = mark.partition("=")
    card = board.cards[player]
    if mark == "^":
        board.rose = _with(board.rose, player, value=True)
    elif field == "marked":
        board.marked |= {board.at.index(number(text))}
    elif field == "holder":
        board.circe_holds = True
    elif field == "used":
        board.used = _with(board.used, player, value=text == "yes")
    elif field == "workers":
        board.reserve = (int(text), board.reserve[1]) if player == 0 else (board.reserve[0], int(text))
    elif field == "pieces":
        board.bank = int(text)
    elif field == "left":
        board.coins_left = int(text)
    elif text not in ("", "-"):
        _recall_place(board, card, field, text)


def _recall_place(board: Board, card: str, field: str, text: str) -> None:
    match card, field:
        case "aeolus" | "siren", "direction":
            setattr(board, "wind" if card == "aeolus" else "arrow", DIRECTIONS[text])
        case "charybdis", "squares":
            board.whirlpools = _squares(text, "+")
        case "clio", "squares":
            board.coins = frozenset(_squares(text, "+"))
        case "europa" | "tartarus" | "moerae", "square" | "corner":
            setattr(board, {"europa": "talus", "tartarus": "abyss", "moerae": "fate"}[card], number(text))
        case "chaos", "face_up":
            board.face_up = text
        case "chaos", "draw" | "discards":
            setattr(board, field, tuple(text.split("+")))
        case "dionysus", "owed":
            board.owed = text.count("+") + 1
        case "adonis", "target":
            board.named = board.worker_on(number(text))
        case _:
            raise ValueError(f"a mark of {card} that nobody knows: {field}={text}")


def _with(pair: tuple[bool, bool], player: int, *, value: bool) -> tuple[bool, bool]:
    return (value, pair[1]) if player == 0 else (pair[0], value)


def _squares(text: str, divider: str) -> tuple[int, ...]:
    return tuple(sorted(number(square) for square in text.split(divider) if square not in ("", "-")))


def facts(board: Board, mover: int) -> Facts:
    """What a result of a turn of ``mover`` is compared by.

    After a win only who won it, the towers, and where the workers of the mover stand.
    """
    if board.winner is not None:
        return ("won by", board.winner, tuple(board.levels), frozenset(board.domes), tuple(board.squares(mover)))
    return (written(board),)
