"""A game: the history of a state. Every value is immutable; playing gives a new game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action
from engine.catalogue import check_setup
from engine.errors import IllegalAction, UndoBarred
from engine.events import ActedInSecret, Event, TurnBegan, WorkerForced, WorkerMoved, WorkerPlaced
from engine.explain import Explainer
from engine.flow import advance, first_state
from engine.judge import carry_out
from engine.lookahead import actions_after_done, legal_actions
from engine.observe import seen_workers, view_with
from engine.reasons import Reason
from engine.seats import PUBLIC, Seat, Viewer
from engine.secrets import is_concealed, known_to
from engine.setup import Setup
from engine.squares import Square
from engine.state import State
from engine.views import Outcome, SeenWorker, View


@dataclass(frozen=True, slots=True)
class Ply:
    """One action in a game: who did it, the state before, and what happened. ``revealing`` if it was judged against
    something that the seat did not know, so that it cannot be taken back."""

    seat: Seat
    action: Action
    before: State
    events: tuple[Event, ...]
    revealing: bool = False


@dataclass(frozen=True)
class Game:
    """A game from its first state to now.

    >>> from engine import Game, Player, Place, Seat, Setup, square
    >>> game = Game.begin(Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1))))
    >>> game = game.play(Place(square("c3")))
    >>> game.to_act, len(game.legal_actions())
    (<Seat.BLUE: 'blue'>, 24)
    """

    state: State
    plies: tuple[Ply, ...] = ()
    turn: int = 0

    @classmethod
    def begin(cls, setup: Setup) -> Game:
        """A new game on the empty board.

        :raises InvalidSetup: if players, powers and profile do not form a game.
        """
        check_setup(setup)
        return cls(first_state(setup))

    @classmethod
    def at(cls, state: State) -> Game:
        """A game that goes on from a state; nothing before it can be taken back."""
        settled, events = advance(state)
        turns = sum(isinstance(event, TurnBegan) for event in events) + (state.turn is not None)
        return cls(settled, (), turns)

    @property
    def setup(self) -> Setup:
        """The players and the rule profile."""
        return self.state.setup

    @property
    def to_act(self) -> Seat | None:
        """The seat whose decision is due; None when the game is over."""
        return self.state.step.seat if self.state.step else None

    @property
    def active(self) -> Seat | None:
        """The seat whose turn it is; None while workers are placed."""
        return self.state.turn.seat if self.state.turn else None

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, once there is one."""
        return self.state.outcome

    def legal_actions(self) -> tuple[Action, ...]:
        """The actions of the open step that begin a complete legal turn, as far as the seat to act can know."""
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Action, ...]:
        return legal_actions(self._known)

    @cached_property
    def _after_done(self) -> tuple[Action, ...]:
        return actions_after_done(self._known, self._legal)

    @cached_property
    def _known(self) -> State:
        return known_to(self.state, self.to_act) if self.to_act else self.state

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self._known, self._legal)

    def why_not(self, action: Action) -> Reason | None:
        """The reason why an action is not legal now; None if it is."""
        return self._explainer.why_not(action)

    def why_dark(self, square: Square) -> Reason | None:
        """The reason why the open step offers nothing on a square; None if it does."""
        return self._explainer.why_dark(square)

    def play(self, action: Action) -> Game:
        """The game after an action of the seat to act.

        An action that is legal as far as the seat knows may fail against something secret: it is then cancelled and
        the rest of the turn is lost (rulings 39).

        :raises IllegalAction: with the reason, if the rules do not allow the action.
        """
        step = self.state.step
        if step is None or action not in self._legal:
            reason = self.why_not(action) or Reason.of("game_over")
            raise IllegalAction(f"{action} is not legal: {reason}", reason)
        state, events = carry_out(self.state, action)
        state, more = advance(state)
        events = (*events, *more)
        ply = Ply(step.seat, action, self.state, events, revealing=self._known is not self.state)
        turns = self.turn + sum(isinstance(event, TurnBegan) for event in events)
        return Game(state, (*self.plies, ply), turns)

    def undo(self) -> Game:
        """The game before the last action.

        :raises UndoBarred: if there is none, or if it told the player something secret.
        """
        if not self.plies:
            raise UndoBarred(Reason.of("undo.nothing"))
        last = self.plies[-1]
        if last.revealing:
            raise UndoBarred(Reason.of("undo.revealed"))
        turns = self.turn - sum(isinstance(event, TurnBegan) for event in last.events)
        return Game(last.before, self.plies[:-1], turns)

    def view(self, viewer: Viewer) -> View:
        """The position as a viewer may see it."""
        return view_with(self.state, viewer, self._legal, self._after_done)

    def seen_workers(self, viewer: Viewer) -> tuple[SeenWorker, ...]:
        """The workers that a viewer can see: those of ``view``, without looking for options."""
        return seen_workers(self.state, viewer)

    def workers_after(self, action: Action) -> tuple[SeenWorker, ...]:
        """The workers that everybody could see right after a legal action, as far as the seat to act can foresee; for
        less than playing it."""
        return seen_workers(carry_out(self._known, action)[0], PUBLIC)

    def events(self, viewer: Viewer) -> tuple[Event, ...]:
        """All that happened, as this viewer may know it; once the game is over everything is told."""
        if self.outcome:
            return tuple(event for ply in self.plies for event in ply.events)
        told = (_as_told(event, ply.before, viewer) for ply in self.plies for event in ply.events)
        return tuple(event for event in told if event is not None)

    def as_known_to(self, viewer: Viewer) -> Game:
        """The game as far as a viewer knows it, from here on: what may be foreseen without telling a secret."""
        known = known_to(self.state, viewer)
        return self if known is self.state else Game(known, (), self.turn)


def _as_told(event: Event, before: State, viewer: Viewer) -> Event | None:
    """An event as a viewer may know it: a secret move or placement loses its squares, a secret force is not told."""
    match event:
        case WorkerPlaced(seat=seat) | WorkerMoved(seat=seat):
            return ActedInSecret(seat) if is_concealed(before, before.cast.team(seat), viewer) else event
        case WorkerForced(seat=seat):
            return None if is_concealed(before, before.cast.team(seat), viewer) else event
        case _:
            return event
