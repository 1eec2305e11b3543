"""Reviews a finished game: which player was ahead before each turn, and which turns lost much, with a better one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Protocol

from engine.actions import Action, Correct, Resign
from engine.errors import IllegalAction
from engine.game import Game
from engine.seats import Seat
from engine.secrets import known_to
from engine.state import State
from opponent.budget import Allowance
from opponent.hints import HintReason
from opponent.process import Advice, Question, StandingQuestion
from opponent.standing import Standing, share_of_wins

MOST_SECONDS: Final = 34.0
"""The seconds that all questions about one game may take. The start of the process and the turns take the rest of
40."""

SECONDS_EACH: Final = 0.4
NODES_EACH: Final = 4_000
"""The most nodes of a question."""

LEAST_SECONDS: Final = 0.02
"""The least seconds of a question, even if earlier ones took too long."""


class ReviewThinker(Protocol):
    """What answers the questions of a review; `opponent.process.ThinkingProcess` does."""

    def think(self, question: Question, /) -> Advice:
        """Return the best turns."""

    def standing(self, question: StandingQuestion, /) -> Standing:
        """Return the value of a position to a team."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """A turn of a finished game. It began after ``ply`` actions of the game. ``shares`` has, for each team, the number
    of games in a thousand that it would win from there. The turn lost ``loss`` of these compared with the ``better``
    turn, which is empty if none was found; ``reason`` is what makes that one good."""

    ply: int
    turn: int
    seat: Seat
    shares: tuple[int, ...]
    loss: int = 0
    better: tuple[Action, ...] = ()
    reason: HintReason | None = None


@dataclass(frozen=True, slots=True)
class _Begun:
    """A turn as it began, and the actions that were taken in it."""

    ply: int
    turn: int
    seat: Seat
    state: State
    actions: tuple[Action, ...]


def turns_to_review(game: Game) -> int:
    """Return the number of turns that a review of a game examines."""
    return len(_begun(game))


def review(game: Game, thinker: ReviewThinker) -> Iterator[TurnReview]:
    """Generate the reviewed turns of a game one by one. Better turns are searched with the player's knowledge; they and
    the positions are valued with full knowledge.

    Errors of the thinker reach the caller. Between two turns the caller may wait or stop.
    """
    turns = _begun(game)
    teams = sorted({player.team for player in game.setup.players})
    reviewer = _Reviewer(thinker, teams, len(turns) * (2 + (len(teams) if len(teams) > 2 else 1)))
    last: _Judged | None = None
    for begun in turns:
        judged = reviewer.judged(begun)
        if last is not None:
            yield reviewer.with_loss(last, judged.begun.state, judged.values)
        last = judged
    if last is not None:
        values = None if game.outcome is None else reviewer.values(game.state)
        yield last.reviewed if values is None else reviewer.with_loss(last, game.state, values)


@dataclass(frozen=True, slots=True)
class _Judged:
    begun: _Begun
    values: dict[int, int]
    reviewed: TurnReview


class _Reviewer:
    """Asks the questions about one game within the time for all of them."""

    def __init__(self, thinker: ReviewThinker, teams: list[int], questions: int) -> None:
        self._thinker = thinker
        self._teams = teams
        self._questions = questions
        self._spent = 0.0

    def judged(self, begun: _Begun) -> _Judged:
        """Review a turn: the values of the position when it began."""
        values = self.values(begun.state)
        return _Judged(begun, values, TurnReview(begun.ply, begun.turn, begun.seat, _shares(values)))

    def values(self, state: State) -> dict[int, int]:
        """Return the value of a state to each team."""
        if len(self._teams) > 2:
            return {team: self._standing(state, team) for team in self._teams}
        first, second = self._teams
        value = self._standing(state, first)
        return {first: value, second: -value}

    def with_loss(self, judged: _Judged, after: State, values: dict[int, int]) -> TurnReview:
        """Add the loss of a turn, once its result is known: a better turn, if there is one, and its value to the same
        depth as the value of the turn that was played."""
        begun, reviewed = judged.begun, judged.reviewed
        if any(isinstance(action, Resign | Correct) for action in begun.actions):
            return reviewed
        team = begun.state.cast.team(begun.seat)
        advice = self._advice(begun)
        best = advice.turns[0].actions if advice.turns else ()
        if not best or best == begun.actions:
            return reviewed
        reached = state_after(begun.state, begun.seat, best)
        if reached is None or reached == after:
            return reviewed
        loss = round(1000 * (share_of_wins(self._standing(reached, team)) - share_of_wins(values[team])))
        return replace(reviewed, loss=loss, better=best, reason=advice.reason) if loss > 0 else reviewed

    def _advice(self, begun: _Begun) -> Advice:
        known, began = known_to(begun.state, begun.seat), time.monotonic()
        advice = self._thinker.think(Question(known, self._allowance(), explained=True))
        self._spent += time.monotonic() - began
        return advice

    def _standing(self, state: State, team: int) -> int:
        began = time.monotonic()
        found = self._thinker.standing(StandingQuestion(state, team, self._allowance()))
        self._spent += time.monotonic() - began
        return found.value

    def _allowance(self) -> Allowance:
        """Return the allowance of the next question: its share of the time that is left."""
        share = (MOST_SECONDS - self._spent) / max(1, self._questions)
        self._questions -= 1
        return Allowance(nodes=NODES_EACH, seconds=max(LEAST_SECONDS, min(SECONDS_EACH, share)))


def _shares(values: dict[int, int]) -> tuple[int, ...]:
    """Convert values to shares of the wins, which add up to a thousand."""
    shares = [share_of_wins(value) for value in values.values()]
    total = sum(shares) or 1.0
    rounded = [round(1000 * share / total) for share in shares[:-1]]
    return (*rounded, 1000 - sum(rounded))


def state_after(state: State, seat: Seat, actions: tuple[Action, ...]) -> State | None:
    """Return the game after these actions of a seat, at the start of the next turn; None if another seat has to choose
    first, or the actions stop at something secret."""
    game = Game.at(state)
    for action in actions:
        try:
            game = game.play(action)
        except IllegalAction:
            return None
    is_next = game.outcome is not None or (game.plies and game.plies[-1].begins_turn)
    return game.state if is_next and all(ply.seat is seat for ply in game.plies) else None


def _begun(game: Game) -> list[_Begun]:
    """Return the turns of a game, each as it began."""
    states = [*(ply.before for ply in game.plies), game.state]
    starts = [number for number, ply in enumerate(game.plies, start=1) if ply.begins_turn]
    if states[0].turn is not None:
        starts.insert(0, 0)  # the record begins with a position
    turns: list[_Begun] = []
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(game.plies)], strict=True), start=1):
        state = states[start]
        if state.turn is None or state.outcome is not None or start == end:
            continue
        actions = tuple(ply.action for ply in game.plies[start:end])
        turns.append(_Begun(start, number, state.turn.seat, state, actions))
    return turns
