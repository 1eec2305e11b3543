"""The legal turns in ``../shared/data``, computed by independent engines: reading them into positions of ours, and what
two results are compared by, as their README says. The folder stands beside the checkout where the project is built and
is absent elsewhere."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypedDict

from engine.notation import Position, PositionCard, Side
from engine.seats import Seat
from engine.setup import PowerName, Profile
from engine.squares import Direction, Square, square_name

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "turns"
ABSENT = "no ../shared/data beside this checkout: the turns of independent engines are not compared"

SEATS = (Seat.BLUE, Seat.ORANGE)
TOWERS_THAT_WIN = 5

Fact = str | int | bool | None | tuple[int, ...]
Memory = tuple[tuple[str, Fact], ...]
Board = tuple[tuple[int, ...], frozenset[int], tuple[tuple[int, ...], ...]]
Result = tuple[Board, tuple[Memory, ...]]
Win = tuple[int, tuple[int, ...]]
"""Who won, and where the mover's workers stood; the other workers of a won position are not to be relied on."""


class Compare(StrEnum):
    """How the results of a line are to be compared."""

    EXACT = "exact"
    IGNORE_MEMORY = "ignore_memory"
    SUBSET = "subset"


class Given(TypedDict):
    """A position as the files have it."""

    heights: list[int]
    domes: list[int]
    workers: list[list[int]]
    memory: list[dict[str, object]]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One position with the results that its source gives: those that go on, and those that are won."""

    name: str
    position: Position
    mover: int
    stuck: bool
    compare: Compare
    going_on: frozenset[Result]
    won: frozenset[Win]

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers of the two players."""
        return tuple(str(side.power) for side in self.position.sides)


def files() -> tuple[str, ...]:
    """The names of all files, without what their names end on."""
    return tuple(sorted(str(path.relative_to(FOLDER)).removesuffix(".jsonl.gz") for path in FOLDER.rglob("*.gz")))


def lines(file: str, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[Line]:
    """The lines of one file whose names (``jp_base 1`` is the first of its file) are wanted."""
    for number, text in enumerate(_texts(file), start=1):
        name = f"{file} {number}"
        if wanted(name):
            yield _line(name, json.loads(text))


def count_lines(file: str) -> int:
    """How many lines a file has."""
    return sum(1 for _ in _texts(file))


def _texts(file: str) -> Iterator[str]:
    with gzip.open(FOLDER / f"{file}.jsonl.gz", "rt", encoding="utf-8") as opened:
        yield from opened


def _line(name: str, given: dict[str, object]) -> Line:
    powers, mover = _strings(given["powers"]), int(str(given["to_move"]))
    results = [_given(each) for each in _list(given["results"])]
    ended = [(_ended(result, powers), result) for result in results]
    return Line(
        name=name,
        position=_position(_given(given["position"]), powers, mover),
        mover=mover,
        stuck=given["stuck"] is True,
        compare=Compare(str(given["compare"])),
        going_on=frozenset(_result(result, powers) for winner, result in ended if winner is None),
        won=frozenset((winner, _squares(result["workers"][mover])) for winner, result in ended if winner is not None),
    )


def _ended(result: Given, powers: tuple[str, ...]) -> int | None:
    """Who has won: the files notice five Complete Towers only when Chronus moves."""
    if result["winner"] is None and "chronus" in powers:
        towers = sum(height == 3 and dome == 1 for height, dome in zip(result["heights"], result["domes"], strict=True))
        if towers >= TOWERS_THAT_WIN:
            return powers.index("chronus")
    return result["winner"]


# Their squares count from a5 eastwards and then south.


def _square(index: int) -> Square:
    return Square(5 * (4 - index // 5) + index % 5)


def _squares(indexes: list[int]) -> tuple[int, ...]:
    return tuple(sorted(_square(index) for index in indexes))


def _board(given: Given) -> Board:
    levels = [0] * 25
    for index, height in enumerate(given["heights"]):
        levels[_square(index)] = height
    domes = frozenset(int(_square(index)) for index, dome in enumerate(given["domes"]) if dome)
    return tuple(levels), domes, tuple(_squares(squares) for squares in given["workers"])


def _result(given: Given, powers: tuple[str, ...]) -> Result:
    return _board(given), tuple(_facts(power, memory) for power, memory in zip(powers, given["memory"], strict=True))


def _facts(power: str, memory: dict[str, object]) -> Memory:
    """What a card remembers in the files, with our squares and directions."""
    del power
    return tuple(sorted((key, _fact(key, value)) for key, value in memory.items()))


def _fact(key: str, value: object) -> Fact:
    if value is None:
        return None
    if key in ("talus", "female", "abyss"):
        return int(_square(int(str(value))))
    if key == "coins":
        return _squares([int(str(each)) for each in _list(value)])
    return value if isinstance(value, bool | int) else str(value).lower()


def _position(given: Given, powers: tuple[str, ...], mover: int) -> Position:
    levels, domes, workers = _board(given)
    sides = []
    for player, power in enumerate(powers):
        facts = dict(_facts(power, given["memory"][player]))
        female = facts.get("female")
        sides.append(
            Side(
                seat=SEATS[player],
                cards=(PositionCard(PowerName(power), tuple(_fields(power, facts, moves=player == mover))),),
                workers=tuple(Square(on) for on in workers[player]),
                marked=(Square(female),) if isinstance(female, int) else (),
                moved_up=facts.get("moved_up_last_turn") is True,
            )
        )
    profile = Profile(same_power_allowed=True)
    return Position(levels, frozenset(Square(on) for on in domes), tuple(sides), SEATS[mover], profile)


def _fields(power: str, facts: dict[str, Fact], *, moves: bool) -> Iterator[tuple[str, str]]:
    """What the card remembers, in our names. The files have the start of the turn still before them."""
    for key, fact in facts.items():
        match key:
            case "blocks":
                yield "pieces", str(int(str(fact)) + moves)
            case "blocked_dir":
                yield "direction", "-" if fact is None else Direction(str(fact)).opposite
            case "song_dir":
                yield "direction", str(fact)
            case "talus" | "abyss":
                yield "square", "-" if fact is None else square_name(Square(int(str(fact))))
            case "coins" if isinstance(fact, tuple):
                yield "squares", "+".join(square_name(Square(on)) for on in fact) or "-"
            case "coins_left":
                yield "left", str(fact)
            case "used" if power == "jason":
                yield "workers", "0" if fact else "1"
            case "used":
                yield "used", "yes" if fact else "no"
            case _:
                pass


# Our results


def towers_won_before(position: Position) -> bool:
    """Whether so many Complete Towers stand already that Chronus has won."""
    towers = sum(position.levels[dome] == 3 for dome in position.domes)
    return towers >= TOWERS_THAT_WIN and any(side.power == "chronus" for side in position.sides)


def board_of(position: Position) -> Board:
    """Towers, domes and workers of a position of ours."""
    domes = frozenset(int(dome) for dome in position.domes)
    return position.levels, domes, tuple(tuple(int(on) for on in side.workers) for side in position.sides)


def result_of(position: Position, mover: int) -> Result:
    """A position of ours after a turn, as the files would have it."""
    return board_of(position), tuple(
        tuple(sorted(_known(side, waits=player != mover).items())) for player, side in enumerate(position.sides)
    )


def _known(side: Side, *, waits: bool) -> dict[str, Fact]:
    """What the card remembers, in their names; ``waits``: this player's turn has begun, which the files do not tell."""
    fields = dict(side.cards[0].memory)
    match side.power:
        case "athena":
            return {"moved_up_last_turn": side.moved_up}
        case "morpheus":
            return {"blocks": int(fields["pieces"]) - waits}
        case "aeolus":
            return {"blocked_dir": None if fields["direction"] == "-" else str(Direction(fields["direction"]).opposite)}
        case "siren":
            return {"song_dir": fields["direction"]}
        case "europa":
            return {"talus": _number(fields["square"])}
        case "tartarus":
            return {"abyss": _number(fields["square"])}
        case "selene":
            return {"female": int(side.marked[0]) if side.marked else None}
        case "clio":
            coins = () if fields["squares"] == "-" else fields["squares"].split("+")
            return {"coins_left": int(fields["left"]), "coins": tuple(sorted(_named(coin) for coin in coins))}
        case "jason":
            return {"used": fields["workers"] == "0"}
        case _:
            return {"used": fields["used"] == "yes"} if "used" in fields else {}


def _named(name: str) -> int:
    return "abcde".index(name[0]) + 5 * "12345".index(name[1])


def _number(name: str) -> int | None:
    return None if name == "-" else _named(name)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return value


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in _list(value))


def _given(value: object) -> Given:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no position")
    return value  # type: ignore[return-value]  # the files are what their README says
