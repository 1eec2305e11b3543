"""Known counts of turns, as files: a position, then each complete turn from it with the number of replies to it.

``python -m tests.engine.perft_files`` writes them anew from the engine; the diff then shows which turns changed. Powers
that the slow reference knows are checked against it as well, on positions of their own.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from engine import Game, PowerName, State, complete_turns
from engine.catalogue import IMPOSSIBLE_PAIRS
from engine.notation import parse_position, position_of, position_text, state_of, turn_text
from engine.setup import MORTAL
from tests.engine.playing import EVERY, NAMES, pair, walk

FOLDER = Path(__file__).parent / "perft_powers"
PAIRS_FILE = FOLDER / "pairs.txt"
PAIRS = 200
MOST_TURNS_LISTED = 400
FIRST_TURN = 5
"""The positions are those of a game some turns old."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A position and its complete turns; each with how many turns answer it, where that was counted."""

    position: str
    turns: dict[str, int | None]

    def text(self) -> str:
        rows = [turn if count is None else f"{turn} : {count}" for turn, count in self.turns.items()]
        return "\n".join((self.position, *(f"  {row}" for row in rows)))


def listed(position: str, *, replies: bool) -> Listing:
    """The complete turns from a position as the engine has them, in the order of their text."""
    turns = {}
    for turn in complete_turns(state_of(parse_position(position))):
        over = turn.after.outcome is not None
        turns[turn_text(turn.actions)] = (1 if over else len(complete_turns(turn.after))) if replies else None
    return Listing(position, dict(sorted(turns.items())))


def read(file: Path) -> list[Listing]:
    found: list[Listing] = []
    for row in file.read_text("utf-8").splitlines():
        if not row.startswith(" "):
            found.append(Listing(row, {}))
        else:
            turn, _, count = row.strip().partition(" : ")
            found[-1].turns[turn] = int(count) if count else None
    return found


def position_of_play(one: PowerName, other: PowerName, seed: int) -> str | None:
    """A position with the first power on the move, from a random game; None if that game ended before, if the player
    is stuck, or if the turns are too many to list."""
    chance = random.Random(f"{one}-{other}-{seed}")  # noqa: S311 - repeatable chance, no secret
    wanted = FIRST_TURN + 2 * chance.randrange(4)
    for game in walk(pair(one, other, seed), seed).steps():
        if game.turn == wanted and _is_start(game):
            return position_text(position_of(game.state)) if _is_listable(game.state) else None
    return None


def _is_start(game: Game) -> bool:
    turn = game.state.turn
    return turn is not None and turn.actor is None and turn.seat == game.setup.players[0].seat and not turn.driven


def _is_listable(state: State) -> bool:
    return 2 <= len(complete_turns(state)) <= MOST_TURNS_LISTED


def _found(one: PowerName, other: PowerName) -> str:
    positions = (position_of_play(one, other, seed) for seed in range(200))
    return next(position for position in positions if position is not None)


def power_positions(power: PowerName) -> list[str]:
    """The power on the move against nobody's power, and the other way round."""
    return [_found(power, MORTAL), _found(MORTAL, power)]


def pair_positions() -> list[str]:
    chance = random.Random("pairs")  # noqa: S311 - repeatable chance, no secret
    pairs = [(one, other) for one in NAMES for other in NAMES if one != other]
    possible = [each for each in pairs if frozenset(each) not in IMPOSSIBLE_PAIRS]
    return [_found(one, other) for one, other in chance.sample(possible, PAIRS)]


def main() -> None:
    """Write all files anew."""
    FOLDER.mkdir(exist_ok=True)
    for power in EVERY:
        listings = [listed(position, replies=True) for position in power_positions(power)]
        (FOLDER / f"{power}.txt").write_text("\n".join(each.text() for each in listings) + "\n", "utf-8")
    listings = [listed(position, replies=False) for position in pair_positions()]
    PAIRS_FILE.write_text("\n".join(each.text() for each in listings) + "\n", "utf-8")


if __name__ == "__main__":
    main()
