"""Makes puzzles: plays games with mistakes, and searches their last positions for wins with a single first turn.

The same seed makes the same puzzles on every computer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, islice, pairwise
from typing import Final

from engine.actions import Action
from engine.casting.catalogue import CARDS
from engine.errors import SantoriniError, TooManyTurns
from engine.notation import parse_position, position_of, position_text, state_of
from engine.setup import MORTAL, PowerName
from engine.squares import SQUARE_COUNT
from engine.state import State
from engine.turns.flow import Between, open_turn
from engine.turns.successors import Successor, successors
from engine.turns.winning import winning_turn
from opponent.budget import Allowance, Budget, OutOfBudget
from opponent.evaluation import Evaluator, fitted_weights
from opponent.forced_wins import PlainProof, Proof, place_of, proof_for, turns_between, winning_turns
from opponent.game_tree import by_height
from opponent.match import random_start
from opponent.plain_positions import PLAIN_POWERS, PlainPosition, level_of
from opponent.puzzles import Puzzle

HAZE: Final = (100, 300, 700)
"""The largest misjudgement of a turn, in thousandths of a natural logarithm of the odds, the same for a whole game."""

LAST: Final = 8
"""The last positions of a game in which a puzzle is searched."""

LONGEST_GAME: Final = 80
MOST_NODES: Final = 30_000
"""The nodes that the search for the wins of one game may cost."""

FEWEST_TURNS: Final = 8
"""A position with fewer turns than this is no puzzle."""

DEFENCES: Final = 6
"""The most promising defences, of which the solution shows the best."""


class Powers(StrEnum):
    """The powers that the players of a puzzle have."""

    NONE = "none"
    SIMPLE = "simple"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class PuzzleKind:
    """Puzzles of ``turns`` turns with these powers."""

    turns: int
    powers: Powers


SHARES: Final[dict[PuzzleKind, int]] = {
    PuzzleKind(1, Powers.NONE): 3,
    PuzzleKind(1, Powers.SIMPLE): 17,
    PuzzleKind(1, Powers.OTHER): 10,
    PuzzleKind(2, Powers.NONE): 15,
    PuzzleKind(2, Powers.SIMPLE): 30,
    PuzzleKind(3, Powers.NONE): 10,
    PuzzleKind(3, Powers.SIMPLE): 15,
}
"""The shares of the kinds in a hundred puzzles. Wins in more turns with other powers take minutes to prove."""

OBVIOUS: Final = 3
"""The highest rank of a first turn that looks best."""

PASSED_OVER: Final = 40
"""The games without another puzzle after which one more with such a turn is accepted, once half of the puzzles of a
kind begin so. All wins in one may begin so."""

MOST_GAMES: Final = 1_000
"""The games in a row without a puzzle of a kind after which the search for this kind ends."""


def made_puzzles(count: int, seed: int) -> Iterator[Puzzle]:
    """Generate ``count`` different puzzles, of all kinds in rotation, each as soon as it is found."""
    seen: set[str] = set()
    left = shared_out(count)
    obvious = {kind: left[kind] if kind.turns == 1 else left[kind] // 2 for kind in left}
    games = dict.fromkeys(SHARES, 0)
    while any(left.values()):
        kind = max((each for each in left if left[each]), key=lambda each: left[each] / SHARES[each])
        for played in range(MOST_GAMES):
            games[kind] += 1
            found = sought(kind, f"{seed} {kind.turns} {kind.powers} {games[kind]}")
            if found is None or found.line in seen:
                continue
            is_obvious = found.rank <= OBVIOUS
            if is_obvious and not obvious[kind] and played < PASSED_OVER:
                continue
            seen.add(found.line)
            left[kind] -= 1
            obvious[kind] -= is_obvious and obvious[kind] > 0
            yield found
            break
        else:
            left[kind] = 0


def shared_out(count: int) -> dict[PuzzleKind, int]:
    """Share ``count`` puzzles among the kinds.

    >>> [sum(shared_out(count).values()) for count in (1, 2, 5, 1000)]
    [1, 2, 5, 1000]
    """
    until = [0, *(count * share // 100 for share in accumulate(SHARES.values()))]
    return {kind: end - begin for kind, (begin, end) in zip(SHARES, pairwise(until), strict=True)}


def sought(kind: PuzzleKind, seed: str) -> Puzzle | None:
    """Return a puzzle of a kind from the game with this seed, or None if it has none."""
    chance = random.Random(seed)  # noqa: S311 - repeatable chance, no secret
    budget = Budget(Allowance(nodes=MOST_NODES))
    try:
        other = kind.powers is Powers.OTHER
        for state in _other_positions(chance) if other else _plain_positions(kind, chance, budget):
            found = puzzle_at(state, kind.turns, budget)
            if found is not None:
                return found
    except (OutOfBudget, TooManyTurns, SantoriniError):
        return None
    return None


def puzzle_at(state: State, turns: int, budget: Budget) -> Puzzle | None:
    """Return the puzzle for the player to move in a state, or None if it is none."""
    step = state.step
    if step is None:
        return None
    proof = proof_for(state, step.seat, budget)
    if turns > 1 and winning_turns(state, turns - 1, proof):
        return None
    winners = winning_turns(state, turns, proof)
    if len(winners) != 1:
        return None
    looks = _Looks(state)
    solution = _line(winners[0], turns, proof, looks)
    places = list(dict.fromkeys(place_of(turn.end) for turn in successors(state, by_height)))
    if solution is None or len(places) < FEWEST_TURNS:
        return None
    if turns == 1:
        rank = 1 + places.index(place_of(winners[0].end))
    else:
        own = looks.of(winners[0].end)
        rank = 1 + sum(isinstance(place, Between) and looks.of(place) > own for place in places)
    return Puzzle(position_text(replace(position_of(state), seed=0)), turns, rank, solution)


def _line(first: Successor, turns: int, proof: Proof, looks: _Looks) -> tuple[tuple[Action, ...], ...] | None:
    """Return the solution that begins with a turn: the best defence, the only turn that then wins, and so on; None if
    no defence leaves a single winning turn. The last turn may have alternatives."""
    if turns == 1:
        return (first.actions,)
    replies = [each for each in successors(open_turn(first.end)) if each.end.state.outcome is None]
    replies.sort(key=lambda each: looks.of(each.end))
    best: tuple[int, tuple[tuple[Action, ...], ...]] | None = None
    tried = 0
    for reply in replies:
        if turns > 2 and proof.wins_within(reply.end, turns - 2):
            continue
        tried += 1
        after = winning_turns(open_turn(reply.end), turns - 1, proof)
        if (turns == 2 or len(after) == 1) and (best is None or len(after) < best[0]):
            rest = _line(after[0], turns - 1, proof, looks)
            if rest is not None:
                best = len(after), (first.actions, reply.actions, *rest)
        if tried == DEFENCES or (best is not None and best[0] == 1):
            break
    return None if best is None else best[1]


class _Looks:
    """Return the static values of the positions after turns, for the player to move in a state."""

    def __init__(self, state: State) -> None:
        self._evaluator: Evaluator = fitted_weights().base.evaluator(state.cast)
        self._team = state.cast.team(state.agenda[0].seat)

    def of(self, end: Between) -> int:
        """Return the value of a position to that player, who waits in it or has won."""
        return -self._evaluator.value(end.state, 1 - self._team)


def _plain_positions(kind: PuzzleKind, chance: random.Random, budget: Budget) -> Iterator[State]:
    """Return the positions of a plain game that may be puzzles: the player to move wins by force."""
    names = sorted(PLAIN_POWERS - {MORTAL})
    powers = (MORTAL, MORTAL) if kind.powers is Powers.NONE else (chance.choice(names), chance.choice([*names, MORTAL]))
    if len(set(powers)) == 1 and MORTAL not in powers:
        return
    casts = [plain_state(EMPTY, powers, side) for side in (0, 1)]
    proofs = [PlainProof(state, state.agenda[0].seat, budget) for state in casts]
    game = _plain_game(powers, chance)
    loser = game[-1][1]
    if kind.turns == 1:
        yield from _answered(plain_state(game[-1][0], powers, loser), chance)
        return
    proof = proofs[1 - loser]
    for position, side in game[-2 : -LAST - 2 : -1]:
        if side == loser or not _is_forced(position, kind.turns, (powers[side], powers[loser])):
            continue
        if proof.reaches(position, kind.turns - 1):
            continue
        if len(list(islice(proof.leading(position, kind.turns), 2))) == 1:
            yield plain_state(position, powers, side)


def _is_forced(position: PlainPosition, turns: int, powers: tuple[PowerName, PowerName]) -> bool:
    """Whether the player to move wins within a number of turns, each of which threatens to win with the next one."""
    ours, theirs = turns_between(*powers), turns_between(powers[1], powers[0])
    if ours.win(position):
        return True
    if turns == 1:
        return False
    found, _ = ours.safe(position)
    return any(
        threatens and all(_is_forced(reply, turns - 1, powers) for _, reply, _ in theirs.safe(end)[0])
        for _, end, threatens in found
    )


def _answered(state: State, chance: random.Random) -> Iterator[State]:
    """Return the state after a turn of a player who cannot stop a win."""
    turns = list(successors(state))
    if turns:
        after = open_turn(chance.choice(turns).end)
        if after.outcome is None:
            yield after


EMPTY: Final[PlainPosition] = (0, 0, 1, 2, 3, False)
"""Return a position in which only the players matter."""


def _plain_game(powers: tuple[PowerName, PowerName], chance: random.Random) -> list[tuple[PlainPosition, int]]:
    """Generate the positions of a plain game, each with the player to move. In the last one that player loses, or the
    game has reached its longest length."""
    haze, side = chance.choice(HAZE), 0
    one, two, three, four = chance.sample(range(SQUARE_COUNT), 4)
    position: PlainPosition = (0, min(one, two), max(one, two), min(three, four), max(three, four), False)
    played: list[tuple[PlainPosition, int]] = []
    for _ in range(LONGEST_GAME):
        played.append((position, side))
        found, _ = turns_between(powers[side], powers[1 - side]).safe(position)
        if not found:
            break
        position = max(found, key=lambda turn: turn[0] + chance.randint(-haze, haze))[1]
        side = 1 - side
    return played


def plain_state(position: PlainPosition, powers: tuple[PowerName, PowerName], side: int) -> State:
    """Return the state of a plain position in which the player with one of two powers is to move."""
    return state_of(parse_position(plain_line(position, powers[side], powers[1 - side])))


def plain_line(position: PlainPosition, own: PowerName, other: PowerName) -> str:
    """Format a plain position in notation, with the player to move as the first."""
    built, one, two, other_a, other_b, bound = position
    names = [f"{'abcde'[number % 5]}{number // 5 + 1}" for number in range(SQUARE_COUNT)]
    heights = "".join(
        "0123ABC4"[level_of(built, row * 5 + file) + 4 * (built >> 3 * SQUARE_COUNT + row * 5 + file & 1)]
        for row in (4, 3, 2, 1, 0)
        for file in range(5)
    )
    mark = "[^]" if bound else ""
    return f"{heights}/1/{own}:{names[one]},{names[two]}/{other}{mark}:{names[other_a]},{names[other_b]}"


def _other_positions(chance: random.Random) -> Iterator[State]:
    """Return the last positions of a game in which at least one player has a power that is not a simple one."""
    powers = [chance.choice(other_powers()), chance.choice([*other_powers(), *sorted(PLAIN_POWERS)])]
    chance.shuffle(powers)
    if powers[0] == powers[1]:
        return
    state = random_start((powers[0], powers[1]), chance.randrange(1 << 30))
    played: list[State] = []
    haze, looks = chance.choice(HAZE), {0: _Looks(state)}
    for _ in range(LONGEST_GAME):
        if state.outcome is not None or state.turn is None:
            break
        played.append(state)
        team = state.cast.team(state.agenda[0].seat)
        looks.setdefault(team, _Looks(state))
        found = winning_turn(state)
        if found is None:
            turns = list(islice(successors(state), 2_000))
            if not turns:
                break
            found = max(turns, key=lambda turn: looks[team].of(turn.end) + chance.randint(-haze, haze))
        state = open_turn(found.end)
    winner = played[-1].agenda[0].seat
    yield from (each for each in played[: -LAST - 1 : -1] if each.agenda[0].seat == winner)


TWO: Final = 2

UNFIT: Final = frozenset(
    map(
        PowerName,
        ("hecate", "tartarus", "chaos", "moerae", "dionysus", "gaea", "morpheus", "poseidon", "terpsichore", "adonis"),
    )
)
"""Return the powers that no puzzle has: they hide something, give additional turns, act in other players' turns, or
have too many ways to take a turn."""


def other_powers() -> list[PowerName]:
    """Return the powers besides the simple ones that players of a puzzle may have."""
    fit = (card for card in CARDS if TWO in card.players and not card.hero and card.power not in UNFIT)
    return [card.power for card in fit if card.power not in PLAIN_POWERS]
