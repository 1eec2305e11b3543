"""A game: the history of a state. Every value is immutable; playing returns another game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.actions import Action, Correct, Move, Resign, Unseen
from engine.casting.setup_checks import check_setup
from engine.errors import IllegalAction, UndoBarred
from engine.events import CardDrawn, Event, PositionRepeated, TurnBegan
from engine.reasons import Reason
from engine.seats import PUBLIC, Seat, Viewer
from engine.secrets import is_concealed, known_to, reveals, without_secret_tokens
from engine.setup import PowerName, Setup
from engine.squares import Square
from engine.state import Outcome, State
from engine.turns.changes import relocated
from engine.turns.choices import Choice, actions_after_done, candidates, carry_out, chosen, legal_choices, resolved
from engine.turns.ending import lost_by
from engine.turns.explain import Explainer
from engine.turns.flow import Settled, advance, advance_as_told, corrected, first_state, refused
from engine.views import SeenWorker, View, seen_workers, view_with, visible_event


@dataclass(frozen=True, slots=True)
class Ply:
    """One action in a game: its seat, the state before, and its events. ``barrier`` is the reason why it cannot be
    undone, if there is one: it tested a secret, or a card was drawn."""

    seat: Seat
    action: Action
    before: State
    events: tuple[Event, ...]
    barrier: Reason | None = None

    @property
    def begins_turn(self) -> bool:
        """Whether a turn began with this action, or right after it."""
        return any(isinstance(event, TurnBegan) for event in self.events)


@dataclass(frozen=True)
class Game:
    """A game from its first state to now. It has all facts, or only those that the viewer ``known_by`` may know, if the
    game is told. A told game with a deck ``awaits_cards``, the number of drawn cards, until it gets them
    (`with_drawn`); nothing can be done before.

    >>> from engine import Game, Player, Place, Seat, Setup, square
    >>> game = Game.begin(Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1))))
    >>> game = game.play(Place(square("c3")))
    >>> game.to_act, len(game.legal_actions())
    (<Seat.BLUE: 'blue'>, 24)
    """

    state: State
    plies: tuple[Ply, ...] = ()
    turn: int = 0
    _settled: Settled | None = field(default=None, compare=False, repr=False)
    known_by: Viewer | None = None
    awaits_cards: int = 0
    _told: tuple[PowerName, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def begin(cls, setup: Setup, known_by: Viewer | None = None) -> Game:
        """Begin a game on the empty board; ``known_by`` is its viewer if the game is told and not judged here.

        :raises InvalidSetup: if players, powers and profile do not form a game.
        """
        check_setup(setup)
        state = first_state(setup)
        return cls(state if known_by is None else known_to(state, known_by), known_by=known_by)

    @classmethod
    def at(cls, state: State) -> Game:
        """Make a game that continues from a state; nothing before it can be undone."""
        events: list[Event] = []
        settled = advance(state, events)
        turns = sum(isinstance(event, TurnBegan) for event in events) + (state.turn is not None)
        return cls(settled.state, (), turns, settled)

    @property
    def setup(self) -> Setup:
        """The players and the rule profile."""
        return self.state.setup

    @property
    def to_act(self) -> Seat | None:
        """The seat to decide; None when the game is over."""
        return self.state.step.seat if self.state.step else None

    @property
    def active(self) -> Seat | None:
        """The seat whose turn it is; None while workers are placed."""
        return self.state.turn.seat if self.state.turn else None

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, if it is over."""
        return self.state.outcome

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actions of the open step that begin a complete legal turn, with the knowledge of the seat to act.
        If two cards offer the same action with different results, each is listed with its card."""
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Action, ...]:
        return tuple([choice.action for choice in self._choices])

    @cached_property
    def _choices(self) -> tuple[Choice, ...]:
        if self.awaits_cards:
            return ()
        return legal_choices(self._known) if self._settled is None else self._settled.choices

    @cached_property
    def _after_done(self) -> tuple[Action, ...]:
        return actions_after_done(self._known, self._choices)

    @cached_property
    def _known(self) -> State:
        return known_to(self.state, self.to_act) if self.to_act else self.state

    @cached_property
    def _explainer(self) -> Explainer:
        start, actions = self.turn_so_far
        start = known_to(start, self.to_act) if self.to_act else start
        return Explainer(without_secret_tokens(self._known), self._choices, without_secret_tokens(start), actions)

    def winning_actions(self) -> tuple[Action, ...]:
        """Return the legal actions that win the game at once for the seat to act, with its knowledge."""
        return self._winning

    @cached_property
    def _winning(self) -> tuple[Action, ...]:
        return tuple(choice.action for choice in self._choices if self._wins(resolved(self._known, choice.option)))

    def _wins(self, after: State) -> bool:
        if after.outcome is None or self.to_act is None:
            return False
        team = after.cast.team(self.to_act)
        return any(after.cast.team(winner) == team for winner in after.outcome.winners)

    def why_not(self, action: Action) -> Reason | None:
        """Return the reason why an action is not legal now; None if it is."""
        return self._explainer.why_not(action)

    def why_no_option_on(self, square: Square) -> Reason | None:
        """Return the reason why the open step has no option on a square; None if it has one."""
        return self._explainer.why_no_option_on(square)

    def play(self, action: Action) -> Game:
        """Return the game after an action of the seat to act.

        An action that is legal as far as the seat knows may fail against something secret: it is then cancelled and the
        rest of the turn is lost (rulings 39).

        :raises IllegalAction: with the reason, if the rules do not allow the action, or if it has to name its card.
        """
        step, choice = self.state.step, chosen(self._choices, action)
        if step is None or choice is None:
            reason = self.why_not(action) or Reason.of("game_over")
            raise IllegalAction(f"{action} is not legal: {reason}", reason)
        events: list[Event] = []
        state = carry_out(self.state, choice.option, events)
        return self._after(step.seat, choice.action, state, events, revealing=reveals(self.state, choice.action))

    def resign(self, seat: Seat) -> Game:
        """Return the game after a seat gave up, at any time; in another player's turn it counts from that turn's end,
        unless it decides the game at once.

        :raises IllegalAction: if the game is over or the seat is out of it.
        """
        playing = frozenset(self.state.cast.seats) - self.state.eliminated - self.state.resigned
        if self.outcome is not None or seat not in playing:
            raise IllegalAction(f"{seat} has no game to resign", Reason.of("game_over"))
        events: list[Event] = []
        state = self._resigned(seat, events)
        return self._after(seat, Resign(seat), state, events)

    def corrected(self, workers: Iterable[tuple[Square, Seat]], heights: Iterable[tuple[Square, int]] = ()) -> Game:
        """Return the game with its position corrected to the board: these are all visible workers, and the number of
        pieces on these squares. The present turn begins again.

        Concealed workers stay; a visible one that is not listed is off the board.

        :raises IllegalAction: while workers are placed and after the end; for a position that cannot stand; and if it
            decided the game or ended the turn.
        """
        if self.outcome is not None:
            raise refused(Reason.of("game_over"))
        if self.active is None:
            raise refused(Reason.of("correct.placing"))
        correction = Correct(tuple(sorted(workers)), tuple(sorted(heights)))
        events: list[Event] = []
        start, _ = self.turn_so_far
        extra = start.agenda[0] if start.turn is not None and start.turn.driven else None
        state = corrected(self.state, correction, self.active, extra, events)
        after = self._after(self.active, correction, state, events)
        if after.outcome is not None or after.active is not self.active:
            raise refused(Reason.of("correct.decides", seat=self.active))
        return after

    def after(self, action: Action) -> Game:
        """Return the game after an action of any kind, as records have them: a step of the seat to act, or an action
        that is possible at any time.

        :raises IllegalAction: with the reason, if it cannot be done.
        """
        match action:
            case Resign(seat):
                return self.resign(seat)
            case Correct(workers, heights):
                return self.corrected(workers, heights)
            case _:
                return self.play(self.meant(action))

    def meant(self, action: Action) -> Action:
        """Return the action that a record means: one that lacks a necessary card was written before cards were named,
        and means the first choice that uses no hero's power."""
        between = candidates(self._known, self._choices, action)
        return between[0].action if between else action

    @property
    def turn_so_far(self) -> tuple[State, tuple[Action, ...]]:
        """The state in which the first choice of this turn was due, and the actions since."""
        states = [*(ply.before for ply in self.plies), self.state]
        begun = max((number for number, ply in enumerate(self.plies, start=1) if ply.begins_turn), default=0)
        return states[begun], tuple(ply.action for ply in self.plies[begun:])

    def _after(self, seat: Seat, action: Action, state: State, events: list[Event], *, revealing: bool = False) -> Game:
        """Return the game after an action that led to ``state``, with everything that follows without a choice."""
        ahead = None if self._settled is None or isinstance(action, Correct) else self._settled.ahead
        if self.known_by is None:
            settled, awaited = advance(state, events, ahead), 0
        else:
            settled, awaited = advance_as_told(state, self.known_by, self._told, events, ahead)
        drawn = awaited > 0 or any(isinstance(event, CardDrawn) for event in events)
        barrier = Reason.of("undo.revealed") if revealing else Reason.of("undo.drawn") if drawn else None
        begun = sum(isinstance(event, TurnBegan) for event in events)
        plies = (*self.plies, Ply(seat, action, self.state, tuple(events), barrier))
        known = settled.state if self.known_by is None else known_to(settled.state, self.known_by)
        choices = settled if self.known_by is None else None
        game = Game(known, plies, self.turn + begun, choices, self.known_by, awaited)
        return game._with_repetition_reported() if begun and settled.choices else game

    def _with_repetition_reported(self) -> Game:
        """Return the game, with an event if this position has been repeated too often (rulings OPEN-33)."""
        lowest, times = self.setup.profile.rulings.repetitions_reported, self.repetitions
        if not 0 < lowest <= times:
            return self
        last = self.plies[-1]
        last = replace(last, events=(*last.events, PositionRepeated(times)))
        return replace(self, plies=(*self.plies[:-1], last))

    def _resigned(self, seat: Seat, events: list[Event]) -> State:
        cast, state = self.state.cast, self.state
        others = {cast.team(each) for each in cast.seats if each not in state.eliminated} - {cast.team(seat)}
        if len(others) > 1 and state.turn is not None and cast.team(state.turn.seat) != cast.team(seat):
            return state._replace(resigned=state.resigned | {seat})
        return lost_by(state, seat, Reason.of("lose.resigned", loser=seat), events)

    def undo(self) -> Game:
        """Return the game before the last action.

        :raises UndoBarred: if there is none, or if it revealed something secret or drew a card.
        """
        if not self.plies:
            raise UndoBarred(Reason.of("undo.nothing"))
        last = self.plies[-1]
        if last.barrier is not None:
            raise UndoBarred(last.barrier)
        return self.as_it_stood(len(self.plies) - 1)

    def as_it_stood(self, plies: int) -> Game:
        """Return the game after its first ``plies`` plies, whatever they revealed.

        :raises ValueError: if it never had that number.
        """
        if not 0 <= plies <= len(self.plies):
            raise ValueError(f"the game has {len(self.plies)} plies, so it never stood after {plies}")
        if plies == len(self.plies):
            return self
        undone = (event for ply in self.plies[plies:] for event in ply.events)
        turns = self.turn - sum(isinstance(event, TurnBegan) for event in undone)
        return Game(self.plies[plies].before, self.plies[:plies], turns, known_by=self.known_by)

    def with_result(self, seat: Seat, events: tuple[Event, ...], state: State) -> Game:
        """Return the game after a turn of which its viewer only knows the visible events, and the state after it.

        :raises ValueError: if the game is not told, or the state belongs to another game.
        """
        if self.known_by is None or state.setup != self.setup:
            raise ValueError(f"no result of a turn of {seat} is told in this game")
        concealed = is_concealed(self.state, self.state.cast.team(seat), self.known_by)
        barrier = None if concealed else Reason.of("undo.revealed")
        plies = (*self.plies, Ply(seat, Unseen(seat), self.state, events, barrier))
        begun = sum(isinstance(event, TurnBegan) for event in events)
        return Game(known_to(state, self.known_by), plies, self.turn + begun, None, self.known_by)

    def with_drawn(self, cards: Sequence[PowerName]) -> Game:
        """Return the game in which these cards were drawn after the last action: one of each deck, in the order of the
        cards that have one.

        :raises ValueError: if the game awaits no cards, or another number of them, or they are not in their decks.
        """
        if not self.awaits_cards or len(cards) != self.awaits_cards:
            raise ValueError(f"{len(cards)} card(s) are told, but the game awaits {self.awaits_cards}")
        before = replace(self.as_it_stood(len(self.plies) - 1), _told=tuple(cards))
        return before.after(self.plies[-1].action)

    @property
    def repetitions(self) -> int:
        """The number of times that the present position, at the start of a turn, has occurred with the same player to
        move, by public knowledge; 1 if it is new (rulings OPEN-33)."""
        now = known_to(self.state, PUBLIC)
        stood = (ply.before for ply in self.plies if not isinstance(ply.action, Correct))
        return 1 + sum(known_to(state, PUBLIC) == now for state in stood)

    def view(self, viewer: Viewer) -> View:
        """Return the position as a viewer may see it."""
        if viewer == PUBLIC:
            return self._public_view
        if self.state.cast.has_secrets:
            view = view_with(self.state, viewer, self._legal, self._after_done)
        else:
            view = replace(self._public_view, viewer=viewer)
        return replace(view, wins=self._winning) if self._knows_wins(viewer) and self._winning else view

    @cached_property
    def _public_view(self) -> View:
        return view_with(self.state, PUBLIC, self._legal, self._after_done)

    @property
    def is_open(self) -> bool:
        """Whether all facts are public: nothing in the game is secret, or it is over, and the game is not told."""
        over = self.outcome is not None and self.known_by is None
        return over or not self.state.cast.has_secrets

    def _knows_wins(self, viewer: Viewer) -> bool:
        """Whether a viewer is to act, or is the teammate with the same knowledge."""
        if viewer is self.to_act:
            return True
        if self.to_act is None or not isinstance(viewer, Seat):
            return False
        cast = self.state.cast
        return cast.team(viewer) == cast.team(self.to_act) and known_to(self.state, viewer) is self._known

    def seen_workers(self, viewer: Viewer) -> tuple[SeenWorker, ...]:
        """Return the workers that a viewer can see, as in ``view``, without looking for options."""
        return seen_workers(self.state, viewer)

    def workers_after(self, action: Action) -> tuple[SeenWorker, ...]:
        """Return the publicly visible workers right after a legal action, as the seat to act can foresee them; this
        costs less than playing it.

        :raises IllegalAction: with the reason, if it is not legal.
        """
        return seen_workers(carry_out(self._known, self._choice(action).option), PUBLIC)

    def workers_entering(self, move: Move) -> tuple[SeenWorker, ...]:
        """Return the publicly visible workers when a legal move has just brought its worker to its square, and those
        that make room to theirs; before anything takes workers further, or out of the game.

        :raises IllegalAction: with the reason, if it is not legal.
        """
        option = self._choice(move).option
        arrived = () if option.worker is None else ((option.worker, move.to),)
        return seen_workers(relocated(self._known, (*option.forced, *arrived), option.power, None), PUBLIC)

    def _choice(self, action: Action) -> Choice:
        """Return the choice of a legal action.

        :raises IllegalAction: with the reason, if it is not legal.
        """
        choice = chosen(self._choices, action)
        if choice is None:
            raise IllegalAction(f"{action} is not legal", self.why_not(action) or Reason.of("game_over"))
        return choice

    def events(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return all events that this viewer may know; all events of a game that `is_open`."""
        if self.is_open:
            return tuple(event for ply in self.plies for event in ply.events)
        seen = (visible_event(event, ply.before, viewer) for ply in self.plies for event in ply.events)
        return tuple(event for event in seen if event is not None)

    def as_known_to(self, viewer: Viewer) -> Game:
        """Return the game from here on with a viewer's knowledge: what may be foreseen without revealing a secret."""
        known = known_to(self.state, viewer)
        return self if known is self.state else Game(known, (), self.turn)
