"""Positions of the slow reference on one line, as ``docs/notation.md`` describes them, and what is compared of them."""

from __future__ import annotations

from tests.engine.reference.board import DIRECTIONS, Board, Vector, name, number
from tests.engine.reference.played import HEROES

Facts = tuple[object, ...]

SEATS = ("blue", "orange", "white", "purple")
NAMED = {vector: text for text, vector in DIRECTIONS.items()}
_DOMED = "ABC4"


def written(board: Board) -> str:
    """The line of a board at the start of a turn, or at the end of the game."""
    rows = [range(5 * rank, 5 * rank + 5) for rank in reversed(range(5))]
    towers = "".join(_tower(board, on) for row in rows for on in row)
    extra = "+dionysus" if board.driven else ""
    sides = [_side(board, player) for player in range(len(board.cards))]
    return "/".join([towers, f"{board.to_move + 1}{extra}", *sides, *_beside(board), *_rules(board)])


def _tower(board: Board, on: int) -> str:
    return _DOMED[board.levels[on]] if on in board.domes else str(board.levels[on])


def _side(board: Board, player: int) -> str:
    card, squares = board.cards[player], ""
    if player in board.out:
        return f"-{card}:"
    if board.team(player) == player:
        squares = ",".join(name(square) for square in board.squares(player))
    won = "#" if board.winner == player else ""
    return f"{won}{card}{_brackets(_marks(board, player))}:{squares}"


def _beside(board: Board) -> list[str]:
    if board.ram is None:
        return []
    marks = [f"{field}={text}" for field, text in _memory(board, board.beside, 0).items()]
    if board.driven and board.blessed:
        marks.append("holder=" + "+".join(SEATS[player] for player in sorted(board.blessed)))
    return [f"*{board.beside}{_brackets(marks)}:{name(board.ram)}"]


def _rules(board: Board) -> list[str]:
    rules = [] if board.edition == "roxley" else [f"edition={board.edition}"]
    rules += [f"revised={'+'.join(sorted(board.revised))}"] if board.revised else []
    return [f"?{'&'.join(rules)}"] if rules else []


def _brackets(marks: list[str]) -> str:
    return f"[{'|'.join(marks)}]" if marks else ""


def _marks(board: Board, player: int) -> list[str]:
    card = board.cards[player]
    marks = ["^"] if player in board.rose and recalls_climbs(board, player) else []
    marked = [board.spot(who) for who in board.marked if board.side[who] == player and board.at[who] is not None]
    marks += [f"marked={name(square)}" for square in marked]
    marks += [f"{field}={text}" for field, text in _memory(board, card, player).items()]
    if board.circe_holds and card != "circe":
        marks.append(f"holder={SEATS[1 - player]}")
    return marks


def _memory(board: Board, card: str, player: int) -> dict[str, str]:
    used = "yes" if player in board.used else "no"
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
        "dionysus": {"owed": "+".join([SEATS[board.to_move]] * board.owed) or "-"},
        "adonis": {"used": used, "target": _stand(board, board.named), "ally": _stand(board, board.ally)},
    }
    return memory.get(card, {"used": used} if card in HEROES else {})


def _stand(board: Board, who: int | None) -> str:
    return _one(None if who is None else board.at[who])


def _one(square: int | None) -> str:
    return "-" if square is None else name(square)


def _names(names: tuple[str, ...]) -> str:
    return "+".join(names) or "-"


def _list(squares: tuple[int, ...] | frozenset[int]) -> str:
    return "+".join(name(square) for square in sorted(squares)) or "-"


def _way(vector: Vector | None) -> str:
    return "-" if vector is None else NAMED[vector]


def recalls_climbs(board: Board, player: int) -> bool:
    """Whether anybody asks if this player climbed in the last turn: Athena, Chaos who may become her, and a Circe who
    may take the power of the one or the other."""
    if "chaos" in (board.beside, *board.cards) and "athena" not in board.cards:
        return board.beside == "chaos" or board.cards[player] in ("chaos", "circe")
    return "athena" in board.cards and board.cards[player] in ("athena", "circe")


def read(line: str) -> Board:
    """The board that a line describes."""
    towers, to_move, *parts = line.split("/")
    levels, domes = [0] * 25, set()
    for index, character in enumerate(towers):
        on = 5 * (4 - index // 5) + index % 5
        levels[on] = _DOMED.index(character) if character in _DOMED else int(character)
        if character in _DOMED:
            domes.add(on)
    sides = [part for part in parts if part[0] not in "*?"]
    heads = [text.lstrip("#-").partition(":")[0] for text in sides]
    workers = tuple(_squares(text.partition(":")[2], ",") for text in sides)
    board = Board.of(levels, domes, workers, tuple(head.partition("[")[0] for head in heads), int(to_move[0]) - 1)
    board.driven = "+" in to_move
    board.out = frozenset(player for player, text in enumerate(sides) if text.startswith("-"))
    for player, text in enumerate(sides):
        if text.startswith("#"):
            board.winner = board.team(player)
    for part in parts:
        if part.startswith("?"):
            rules = dict(rule.split("=") for rule in part[1:].split("&"))
            board.edition = rules.get("edition", "roxley")
            board.revised = frozenset(rules["revised"].split("+")) if "revised" in rules else frozenset()
        elif part.startswith("*"):
            head, _, square = part[1:].partition(":")
            board.beside, board.ram = head.partition("[")[0], number(square)
            heads.append(head)
    for player, head in enumerate(heads):
        for mark in head.partition("[")[2].removesuffix("]").split("|"):
            _recall(board, player, head.partition("[")[0], mark)
    if board.ram is not None:
        board.blessed = frozenset(player for player in (0, 1) if board.is_near(board.ram, player))
    return board


def _recall(board: Board, player: int, card: str, mark: str) -> None:
    field, _, text = mark.partition("=")
    if mark == "^":
        board.rose |= {player}
    elif field == "marked":
        board.marked |= {board.at.index(number(text))}
    elif field == "holder":
        board.circe_holds = not board.beside
    elif field == "used":
        board.used |= {player} if text == "yes" else set()
    elif field == "workers":
        board.reserve = tuple(int(text) if who == player else left for who, left in enumerate(board.reserve))
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
        case "adonis", "target" | "ally":
            setattr(board, "named" if field == "target" else "ally", board.worker_on(number(text)))
        case _:
            raise ValueError(f"a mark of {card} that nobody knows: {field}={text}")


def _squares(text: str, divider: str) -> tuple[int, ...]:
    return tuple(sorted(number(square) for square in text.split(divider) if square not in ("", "-")))


def facts(board: Board, mover: int) -> Facts:
    """What a result of a turn of ``mover`` is compared by.

    After a win only which team won it, the towers, and where the workers of the mover stand.
    """
    if board.winner is not None:
        where = tuple(board.squares(board.team(mover)))
        return ("won by", board.winner, tuple(board.levels), frozenset(board.domes), where)
    return (written(board),)
