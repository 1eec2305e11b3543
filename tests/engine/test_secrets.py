"""Whoever cannot tell two truths apart is shown, told and allowed the same in both.

Games are played at random with each secret in turn. At many of their steps the truth is exchanged for another one that
a viewer could not tell from it; then everything that this viewer gets is compared, and compared again after a further
action that turned out the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from engine import PUBLIC, Action, Game, PowerName, Seat, Viewer, square
from engine.catalogue import IMPOSSIBLE_PAIRS
from engine.events import ActionCancelled, CardDrawn
from engine.notation import action_text
from engine.secrets import known_to
from engine.squares import Square, squares
from engine.state import Memory, State
from tests.engine.playing import EVERY, pair, walk
from web_ui.encode import view_json

SECRETS = [PowerName(name) for name in ("hecate", "moerae", "tartarus", "chaos")]
TRUTHS = 6
"""Other truths tried at a step."""


def others(state: State, secret: PowerName) -> Iterator[State]:
    """The same state with another truth behind this secret."""
    for index, card in enumerate(state.powers):
        if card.power != secret or card.owner is None:
            continue
        if secret == "hecate":
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
        case _ if hasattr(memory, "corner") and memory.corner is not None:
            size = state.size - 1
            yield from (replace(memory, corner=Square(5 * rank + file)) for rank in range(size) for file in range(size))
        case _ if hasattr(memory, "square") and memory.square is not None:
            yield from (replace(memory, square=each) for each in squares(state.size) if state.worker_on(each) is None)
        case _ if hasattr(memory, "draw") and len(memory.draw) > 1:
            yield from (replace(memory, draw=memory.draw[turn:] + memory.draw[:turn]) for turn in range(1, 6))


def viewers(game: Game, secret: PowerName) -> list[Viewer]:
    """Those who are not let into the secret."""
    (index,) = [index for index, card in enumerate(game.state.powers) if card.power == secret]
    power, card = game.state.cast.powers[index], game.state.powers[index]
    seats = [seat for seat in game.state.cast.seats if not power.knows(card, seat) or secret == "chaos"]
    return [PUBLIC, *seats]


def told(game: Game, viewer: Viewer) -> tuple[object, ...]:
    """All that a viewer gets of a game: the position, the log, and how long the message is."""
    view = game.view(viewer)
    return view, len(json.dumps(view_json(view))), game.events(viewer)


def asked(game: Game, viewer: Viewer) -> tuple[object, ...]:
    """What a viewer who is to act may do, and why not the rest."""
    if viewer != game.to_act:
        return ()
    return game.legal_actions(), [game.why_dark(each) for each in squares(game.state.size)]


def without_history(state: State) -> Game:
    return Game(state)


def compare(one: Game, other: Game, viewer: Viewer) -> None:
    assert known_to(one.state, viewer) == known_to(other.state, viewer)
    assert told(one, viewer) == told(other, viewer)
    assert asked(one, viewer) == asked(other, viewer)


def plays_alike(one: Game, other: Game, action: Action) -> tuple[Game, Game] | None:
    """Both games after an action, if nothing secret came out in either of them."""
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


def opponents(secret: PowerName) -> list[PowerName]:
    return [each for each in EVERY if each != secret and frozenset({each, secret}) not in IMPOSSIBLE_PAIRS]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("share", [0, *(pytest.param(share, marks=pytest.mark.slow) for share in range(1, 5))])
def test_truths_that_cannot_be_told_apart_look_alike(secret: PowerName, share: int) -> None:
    compared = 0
    for number, other in enumerate(opponents(secret)):
        if number % 5 == share:
            compared += compare_along(secret, other, seed=number)
    assert compared > 100


def compare_along(secret: PowerName, other: PowerName, seed: int) -> int:
    """Play one game and compare other truths along it; how many comparisons that were."""
    chance = random.Random(f"{secret}-{other}-{seed}")  # noqa: S311 - repeatable chance, no secret
    powers = (secret, other) if seed % 2 else (other, secret)
    compared = 0
    for game in walk(pair(*powers, seed=seed), (secret, other)).steps():
        if game.turn == 0 or chance.random() > 0.15:
            continue
        truths = list(others(game.state, secret))
        for truth in chance.sample(truths, min(TRUTHS, len(truths))):
            for viewer in viewers(game, secret):
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


@pytest.mark.parametrize(
    ("secret", "setup"),
    [("hecate", "@c3 @d3 @a1 @b1"), ("tartarus", "@a1 @b1 @c3 @d3 *e5"), ("moerae", "*c3 @c3 @d3 @a1 @a2 @b1")],
)
def test_what_is_chosen_in_secret_is_not_in_anybodys_log(secret: str, setup: str) -> None:
    powers = (PowerName(secret), PowerName("mortal"))
    if secret == "hecate":
        powers = powers[::-1]
    game = Game.begin(pair(*powers))
    for text in setup.split():
        (action,) = [each for each in game.legal_actions() if action_text(each) == text]
        game = game.play(action)
    holder = next(player.seat for player in game.setup.players if player.power == secret)
    other = next(seat for seat in (Seat.BLUE, Seat.ORANGE) if seat != holder)
    assert [str(event) for event in game.events(other)] == [str(event) for event in game.events(PUBLIC)]
    assert game.events(holder) != game.events(other)
    hidden = {"hecate": "a1", "tartarus": "e5", "moerae": "c3"}[secret]
    if secret != "moerae":
        assert f"square={square(hidden)}" not in str(game.events(other))
