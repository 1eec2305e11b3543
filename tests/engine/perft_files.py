"""Known counts of turns, as files: a position, then each complete turn from it with the number of replies to it.

``perft_powers/<power>.txt`` has the power against none. ``perft_powers/pairs/<power>.txt`` has it against powers with a
lower number in the rulebook, so that a new power brings two files and changes no other.

``python -m tests.engine.perft_files`` lists the turns of the positions in the files again; the diff then shows which
turns changed. It draws positions only for powers that have no file yet. Powers that the slow reference knows are
checked against it as well, on positions of their own.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine import Game, PowerName, State, complete_turns
from engine.casting.catalogue import CARDS, IMPOSSIBLE_PAIRS, card_of
from engine.notation import parse_position, position_of, position_text, state_of, turn_text
from engine.setup import MORTAL
from tests.engine.playing import EVERY, pair, walk

FOLDER = Path(__file__).parent / "perft_powers"
PAIRS_FOLDER = FOLDER / "pairs"
PAIRS_OF_A_POWER = 4
"""So many are drawn for a power that has none: half of them with it on the move."""
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


def drawn_pairs(power: PowerName) -> list[tuple[PowerName, PowerName]]:
    """Pairs of a power with others of lower numbers, drawn by its name alone: other powers change nothing of it."""
    number = card_of(power).number
    earlier = [card.power for card in CARDS if card.number < number]
    possible = [other for other in earlier if frozenset({power, other}) not in IMPOSSIBLE_PAIRS]
    chance = random.Random(f"pairs of {power}")  # noqa: S311 - repeatable chance, no secret
    others = chance.sample(possible, min(PAIRS_OF_A_POWER, len(possible)))
    half = (len(others) + 1) // 2
    return [(power, other) for other in others[:half]] + [(other, power) for other in others[half:]]


def powers_of(listing: Listing) -> list[PowerName]:
    """The powers of the two players in a position."""
    return [player.powers[0] for player in state_of(parse_position(listing.position)).setup.players]


def write(file: Path, positions: Iterable[str], *, replies: bool) -> None:
    """List the turns of positions in a file, unless there are none."""
    if listings := [listed(position, replies=replies) for position in positions]:
        file.write_text("\n".join(each.text() for each in listings) + "\n", "utf-8")


def positions_in(file: Path) -> list[str]:
    return [each.position for each in read(file)] if file.exists() else []


def write_power(power: PowerName) -> None:
    """List the turns in both files of a power; draw its positions if it has no such file."""
    alone, pairs = FOLDER / f"{power}.txt", PAIRS_FOLDER / f"{power}.txt"
    new = not alone.exists()
    write(alone, positions_in(alone) or power_positions(power), replies=True)
    if new:
        write(pairs, (_found(one, other) for one, other in drawn_pairs(power)), replies=False)
    else:
        write(pairs, positions_in(pairs), replies=False)


def main() -> None:
    """Write the files of the powers that are named, or of all."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.perft_files", description=main.__doc__)
    parser.add_argument("power", nargs="*", type=PowerName, help="default: all")
    powers = parser.parse_args().power or EVERY
    if unknown := set(powers) - set(EVERY):
        parser.error(f"no such power: {', '.join(unknown)}")
    PAIRS_FOLDER.mkdir(parents=True, exist_ok=True)
    for power in powers:
        write_power(power)


if __name__ == "__main__":
    main()
