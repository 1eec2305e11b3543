"""Plain positions against the rules: the same wins, the same turns, and what they are worth."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from engine.notation import parse_position, state_of
from engine.setup import MORTAL, PowerName, Profile, Setup, Supply
from engine.state import State
from engine.turns.flow import Between, first_state, open_turn
from engine.turns.successors import successors
from engine.turns.winning import winning_turn
from opponent.budget import NO_LIMIT, Allowance, Budget
from opponent.evaluation import fitted_weights
from opponent.game_tree import GameTree
from opponent.match import random_start
from opponent.plain_positions import PLAIN_POWERS, PlainPosition, PlainWorth, can_win, is_plain, plain_position
from opponent.plain_search import PlainSearcher, PlainTurns
from opponent.thinking import think
from tests.engine.cases import line
from tests.engine.playing import EVERY

POWERS = sorted(PLAIN_POWERS)
PAIRS = [(own, POWERS[(number + 1) % 11]) for number, own in enumerate(POWERS)]
PAIRS += [(own, POWERS[(number + 4) % 11]) for number, own in enumerate(POWERS)]


def positions(own: PowerName, other: PowerName, seed: int, most: int) -> list[State]:
    """Starts of turns of a game in which each turn is chosen by chance, those that go up more often."""
    chance = random.Random(seed)  # noqa: S311 - repeatable chance, no secret
    state, found = random_start((own, other), seed), list[State]()
    while state.outcome is None and len(found) < most:
        found.append(state)
        ends = [each.end for each in islice(successors(state, lambda _, __: chance.randrange(9), share=3), 12)]
        if not ends:
            break
        state = open_turn(max(chance.sample(ends, min(3, len(ends))), key=height))
    return found


def height(end: Between) -> int:
    state = end.state
    return sum(state.levels[worker.square] for worker in state.workers if state.cast.seats[worker.team] == end.seat)


@pytest.mark.parametrize(("own", "other"), PAIRS)
def test_plain_positions_have_the_turns_that_the_rules_give(own: PowerName, other: PowerName) -> None:
    book = fitted_weights()
    for state in positions(own, other, 11 * POWERS.index(own) + POWERS.index(other), 20)[2::6]:
        assert is_plain(state)
        team = state.cast.team(state.agenda[0].seat)
        powers = (own, other) if team == 0 else (other, own)
        waiting, moving = book.of(powers[0]).waiting, book.of(powers[1]).to_move
        turns, worth = PlainTurns(*powers, PlainWorth(waiting, moving)), PlainWorth(moving, waiting)
        position = plain_position(state, team)
        assert turns.win(position) == (winning_turn(state) is not None)
        if turns.win(position):
            continue
        safe, lost = turns.safe(position)
        ends = {each[1]: each for each in safe}
        assert len(ends) == len(safe), "each end comes once"
        evaluator = book.evaluator(state.cast)
        expected: set[PlainPosition] = set()
        losing = 0
        for found in successors(state):
            after = plain_position(found.end.state, 1 - team)
            if can_win(after, powers[1]):
                losing += 1
            else:
                expected.add(after)
                value = evaluator.value(found.end.state, 1 - team)
                assert -ends[after][0] == worth.value(after) == value
        assert set(ends) == expected
        assert lost == (losing > 0)


@pytest.mark.parametrize("own", POWERS)
def test_a_look_for_a_turn_that_is_good_enough_ends_with_the_first_one(own: PowerName) -> None:
    book, other = fitted_weights(), POWERS[(POWERS.index(own) + 3) % len(POWERS)]
    for state in positions(own, other, 70 + POWERS.index(own), 20)[3::5]:
        team = state.cast.team(state.agenda[0].seat)
        powers = (own, other) if team == 0 else (other, own)
        turns = PlainTurns(*powers, PlainWorth(book.of(powers[0]).waiting, book.of(powers[1]).to_move))
        position = plain_position(state, team)
        if turns.win(position):
            continue
        every = set(turns.safe(position)[0])
        calm = sorted(value for value, _, threatens in every if not threatens)
        if not calm:
            continue
        assert set(turns.safe_until(position, calm[-1] + 1)[0]) == every
        middle = calm[len(calm) // 2]
        found, _ = turns.safe_until(position, middle)
        assert set(found) <= every
        enough = [value >= middle and not threatens for value, _, threatens in found]
        assert enough.index(True) == len(found) - 1


def test_wins_in_one_are_those_of_the_rules() -> None:
    seen = 0
    for seed, power in enumerate(POWERS):
        for state in positions(power, MORTAL, 300 + seed, 60):
            team = state.cast.team(state.agenda[0].seat)
            win = winning_turn(state)
            assert can_win(plain_position(state, team), power if team == 0 else MORTAL) == (win is not None)
            seen += win is not None
    assert seen > 5, "too few positions were won to say anything"


@pytest.mark.parametrize(
    "position",
    [
        line("mortal:b2", "mortal:d2,b4"),
        line("hera:b2,d4", "mortal:d2,b4"),
    ],
)
def test_other_positions_are_not_plain(position: str) -> None:
    assert not is_plain(state_of(parse_position(position)))


@pytest.mark.parametrize("power", EVERY)
def test_a_game_is_plain_by_its_powers(power: PowerName) -> None:
    assert is_plain(random_start((power, MORTAL), 1)) == (power in PLAIN_POWERS)


def test_games_of_other_rules_are_not_plain() -> None:
    state = random_start((PowerName("hermes"), PowerName("pan")), 1)
    for profile in (
        Profile(size=4),
        Profile(supply=Supply.PHYSICAL),
        Profile(revised=frozenset({PowerName("hermes")})),
    ):
        cast = first_state(Setup(state.setup.players, profile)).cast
        assert not is_plain(state._replace(cast=cast))


@pytest.mark.parametrize("powers", [(MORTAL, MORTAL), (PowerName("athena"), PowerName("artemis"))])
def test_the_line_that_is_expected_can_be_played(powers: tuple[PowerName, PowerName]) -> None:
    state = positions(*powers, seed=4, most=9)[-1]
    thoughts = think(state, Budget(Allowance(nodes=400)), 1)
    assert thoughts.best.line, "after some depth the answers are known"
    node = thoughts.best.end
    for actions in thoughts.best.line:
        taken = [each for each in successors(open_turn(node)) if each.actions == actions]
        assert taken, "each turn is a legal one after the one before"
        node = taken[0].end


def test_a_deeper_search_finds_what_a_double_threat_wins() -> None:
    """Between two open towers of three, a step up to the second level threatens both at once."""
    book = fitted_weights()
    start = random_start((MORTAL, MORTAL), 1)
    tree = GameTree(start.cast, 0, book)
    searcher = PlainSearcher(tree, start.cast, book, Budget(Allowance(nodes=NO_LIMIT)), 3)
    built = 0
    for square, level in ((6, 1), (7, 2), (3, 3), (13, 3)):
        for block in range(level):
            built |= 1 << square + 25 * block
    end = searcher.best_end((built, 0, 6, 20, 24, False), ours=True, depth=2)
    assert end is not None
    assert 7 in end[3:5]
