"""The legal turns in ``../shared/data``, computed by independent engines: reading them and comparing as their README
says. The folder stands beside the checkout where the project is built and is absent elsewhere."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.engine.reference import Board

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "turns"
ABSENT = "no ../shared/data beside this checkout: the turns of independent engines are not compared"

FILES = (
    "jp_base",
    "jp_pairs",
    "mb_pairs",
    *(f"jp_vs_mortal/{power}" for power in ("apollo", "artemis", "athena", "atlas", "demeter", "hephaestus")),
    *(f"jp_vs_mortal/{power}" for power in ("hermes", "minotaur", "pan", "prometheus")),
    *(f"jp_vs_mortal/{power}" for power in ("aphrodite", "persephone", "harpies")),
)

Result = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One position with the results that its source gives: going on (in full) and won (winner, mover's workers)."""

    name: str
    board: Board
    stuck: bool
    going_on: frozenset[Result]
    won: frozenset[Result]


def lines(file: str, powers: frozenset[str]) -> Iterator[Line]:
    """The lines of one file whose powers are all among these."""
    with gzip.open(FOLDER / f"{file}.jsonl.gz", "rt", encoding="utf-8") as opened:
        for text in opened:
            given = json.loads(text)
            cards = tuple(given["powers"])
            if not powers.issuperset(cards):
                continue
            if given["compare"] != "exact":
                raise ValueError(f"{file}: a line is to be compared by {given['compare']!r}, which is not known here")
            mover = given["to_move"]
            board = _board(given["position"], (cards[0], cards[1]), mover)
            results = [(result["winner"], _board(result, board.cards, mover)) for result in given["results"]]
            yield Line(
                name=f"{file} {given.get('fen', given['powers'])}",
                board=board,
                stuck=given["stuck"],
                going_on=frozenset(going_on(after) for winner, after in results if winner is None),
                won=frozenset((winner, after.workers[mover]) for winner, after in results if winner is not None),
            )


def going_on(board: Board) -> Result:
    """What a result without a winner is compared by: towers, domes, workers, and what Athena remembers."""
    memory = tuple(board.rose[player] for player in (0, 1) if board.cards[player] == "athena")
    return (board.levels, board.domes, board.workers, memory)


def _board(given: dict[str, list[int]], cards: tuple[str, str], to_move: int) -> Board:
    levels = [0] * 25
    for index, height in enumerate(given["heights"]):
        levels[_square(index)] = height
    domes = frozenset(_square(index) for index, dome in enumerate(given["domes"]) if dome)
    one, other = (tuple(sorted(_square(index) for index in squares)) for squares in _pairs(given["workers"]))
    rose = [bool(memory.get("moved_up_last_turn")) for memory in _memories(given["memory"])]
    return Board(tuple(levels), domes, (one, other), cards, to_move, (rose[0], rose[1]))


def _square(index: int) -> int:
    """Their squares count from a5 eastwards and then south."""
    return 5 * (4 - index // 5) + index % 5


def _pairs(value: object) -> list[list[int]]:
    if not isinstance(value, list):
        raise TypeError(f"workers are {value!r}")
    return value


def _memories(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        raise TypeError(f"memory is {value!r}")
    return value
