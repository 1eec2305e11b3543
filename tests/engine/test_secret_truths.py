"""A viewer who cannot distinguish two true states sees, learns and may do the same in both.

Games are played at random with each keeper in turn. At many of their steps the truth is exchanged for another one that
a viewer could not tell from it; then everything that this viewer gets is compared, and compared again after a further
action that turned out the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from common.numbers import seeded
from engine import PUBLIC, Action, Game, PowerName, Seat, Viewer, square
from engine.casting.catalogue import IMPOSSIBLE_PAIRS
from engine.events import ActionCancelled, CardDrawn
from engine.notation import action_text, parse_position, position_of, position_text, state_of
from engine.powers.chaos import Deck
from engine.powers.moerae import Fate
from engine.powers.tartarus import Abyss
from engine.secrets import known_to
from engine.squares import Corner, squares
from engine.state import Memory, State
from tests.engine.playing import EVERY, pair, walk
from tests.engine.reference.chance import random_board
from tests.engine.reference.lines import written
from tests.engine.reference.played import others_of
from tests.sampling import one_in
from tests.web_ui.posted import json_of
from web_ui.forms.game_forms import view_form

SECRETS = [PowerName(name) for name in ("hecate", "moerae", "tartarus", "chaos")]
TRUTHS = 6
"""Other truths tried at a step."""


def others(state: State, keeper: PowerName) -> Iterator[State]:
    """The same state with another truth behind this secret."""
    for index, card in enumerate(state.powers):
        if card.power != keeper or card.owner is None:
            continue
        if keeper == "hecate":
            yield from _hidden_elsewhere(state, state.cast.team(card.owner))
        elif card.memory is not None:
            for memory in _memories(state, card.memory):
                yield state.with_power(index, card._replace(memory=memory))


def _hidden_elsewhere(state: State, team: int) -> Iterator[State]:
    mine = [worker for worker in state.workers if worker.team == team]
    rest = [worker for worker in state.workers if worker.team != team]
    shown = state._replace(workers=tuple(rest))
    free = [each for each in squares(state.size) if shown.is_unoccupied(each)]
    for placed in combinations(free, len(mine)):
        moved = [worker._replace(square=on) for worker, on in zip(mine, placed, strict=True)]
        yield state._replace(workers=tuple(sorted((*rest, *moved))))


def _memories(state: State, memory: Memory) -> Iterator[Memory]:
    match memory:
        case Fate(corner=corner) if corner is not None:
            yield from (Fate(Corner(each)) for each in squares(state.size - 1))
        case Abyss(square=space) if space is not None:
            yield from (Abyss(each) for each in squares(state.size) if state.worker_on(each) is None)
        case Deck(draw=draw) if len(draw) > 1:
            turned = (draw[turn:] + draw[:turn] for turn in range(1, len(draw)))
            yield from (Deck(memory.face_up, each, memory.discards) for each in turned)
        case _:
            return


def viewers(game: Game, keeper: PowerName) -> list[Viewer]:
    """Those who are not let into the secret."""
    (index,) = [index for index, card in enumerate(game.state.powers) if card.power == keeper]
    power, card = game.state.cast.powers[index], game.state.powers[index]
    seats = [seat for seat in game.state.cast.seats if not power.knows(card, seat) or keeper == "chaos"]
    return [PUBLIC, *seats]


def learned(game: Game, viewer: Viewer) -> tuple[object, ...]:
    """All that a viewer gets of a game: the position, the log, and how long the message is."""
    view = game.view(viewer)
    return view, len(json.dumps(json_of(view_form(view)))), game.events(viewer)


def asked(game: Game, viewer: Viewer) -> tuple[object, ...]:
    """What a viewer who is to act may do, and why not the rest."""
    if viewer != game.to_act:
        return ()
    return game.legal_actions(), [game.why_no_option_on(each) for each in squares(game.state.size)]


def without_history(state: State) -> Game:
    return Game(state)


def compare(one: Game, other: Game, viewer: Viewer) -> None:
    assert known_to(one.state, viewer) == known_to(other.state, viewer)
    assert learned(one, viewer) == learned(other, viewer)
    assert asked(one, viewer) == asked(other, viewer)


def plays_alike(one: Game, other: Game, action: Action) -> tuple[Game, Game] | None:
    """Both games after an action, if nothing keeper came out in either of them."""
    after = one.play(action), other.play(action)
    if any(game.outcome is not None for game in after):
        return None
    for game in after:
        if any(isinstance(event, ActionCancelled | CardDrawn) for event in game.plies[-1].events):
            return None
    return after


def same_in_public(one: Game, other: Game) -> bool:
    """Whether the board, as everybody sees it, came out the same: a truth may show by its visible consequences."""
    mine, theirs = one.view(PUBLIC), other.view(PUBLIC)
    return (mine.levels, mine.domes, mine.workers) == (theirs.levels, theirs.domes, theirs.workers)


SHARES = 24
"""Into how many tests the opponents of a power are split; one of them is no part of the matrix."""


EVENINGS = 6
"""So many games are played with each opponent at most, until enough truths were compared."""


def opponents(keeper: PowerName) -> list[PowerName]:
    return [each for each in EVERY if each != keeper and frozenset({each, keeper}) not in IMPOSSIBLE_PAIRS]


@pytest.mark.parametrize("keeper", SECRETS)
@pytest.mark.parametrize("share", [0, *(pytest.param(share, marks=pytest.mark.slow) for share in range(1, SHARES))])
def test_truths_that_cannot_be_distinguished_look_alike(keeper: PowerName, share: int) -> None:
    mine = [(number, other) for number, other in enumerate(opponents(keeper)) if number % SHARES == share]
    compared = 0
    for evening in range(EVENINGS):  # a game may be over after a step or two
        compared += sum(compare_along(keeper, other, seed=number + evening * len(EVERY)) for number, other in mine)
        if compared > 20:
            return
    pytest.fail(f"only {compared} truths were compared in {EVENINGS} games with each")


def compare_along(keeper: PowerName, other: PowerName, seed: int) -> int:
    """Play one game and compare other truths along it; how many comparisons that were."""
    chance = random.Random(f"{keeper}-{other}-{seed}")  # noqa: S311 - repeatable chance, no secret
    powers = (keeper, other) if seed % 2 else (other, keeper)
    compared = 0
    for game in walk(pair(*powers, seed=seed), (keeper, other)).steps():
        if game.turn == 0 or chance.random() > 0.15:
            continue
        truths = list(others(game.state, keeper))
        for truth in chance.sample(truths, min(TRUTHS, len(truths))):
            for viewer in viewers(game, keeper):
                compare(without_history(game.state), without_history(truth), viewer)
                compared += 1
                compared += compare_after(game, truth, viewer, chance)
    return compared


def compare_after(game: Game, truth: State, viewer: Viewer, chance: random.Random) -> int:
    if game.to_act is None or known_to(game.state, game.to_act) != known_to(truth, game.to_act):
        return 0
    one, other = without_history(game.state), without_history(truth)
    after = plays_alike(one, other, chance.choice(one.legal_actions()))
    if after is None or not same_in_public(*after):
        return 0
    if known_to(after[0].state, viewer) != known_to(after[1].state, viewer):
        return 0
    compare(*after, viewer)
    return 1


@pytest.mark.parametrize("share", one_in(9, range(9)))
@pytest.mark.parametrize("keeper", ["moerae", "tartarus"])
def test_what_is_offered_is_the_same_wherever_a_secret_token_lies(keeper: str, share: int) -> None:
    """To its owner, too: everybody sees the lights. On crowded boards, where few turns can be completed."""
    chance = seeded("tokens", keeper, share)
    for other in others_of(keeper)[share % 3 :: 3]:
        state = state_of(parse_position(written(random_board(chance, (keeper, other)))))
        first, *rest = [Game.at(truth) for truth in (state, *others(state, PowerName(keeper)))]
        for game in rest:
            # If another seat is to act, a turn has lapsed, or somebody has lost.
            if first.to_act is not None and game.to_act is first.to_act:
                assert asked(game, first.to_act) == asked(first, first.to_act), position_text(position_of(state))


@pytest.mark.parametrize(
    ("keeper", "setup"),
    [("hecate", "@c3 @d3 @a1 @b1"), ("tartarus", "@a1 @b1 @c3 @d3 *e5"), ("moerae", "*c3 @c3 @d3 @a1 @a2 @b1")],
)
def test_what_is_chosen_in_secret_is_not_in_anybodys_log(keeper: str, setup: str) -> None:
    powers = (PowerName(keeper), PowerName("mortal"))
    if keeper == "hecate":
        powers = powers[::-1]
    game = Game.begin(pair(*powers))
    for text in setup.split():
        (action,) = [each for each in game.legal_actions() if action_text(each) == text]
        game = game.play(action)
    holder = next(player.seat for player in game.setup.players if player.power == keeper)
    other = next(seat for seat in (Seat.BLUE, Seat.ORANGE) if seat != holder)
    assert [str(event) for event in game.events(other)] == [str(event) for event in game.events(PUBLIC)]
    assert game.events(holder) != game.events(other)
    hidden = {"hecate": "a1", "tartarus": "e5", "moerae": "c3"}[keeper]
    if keeper != "moerae":
        assert f"square={square(hidden)}" not in str(game.events(other))
