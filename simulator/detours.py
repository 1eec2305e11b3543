"""What sloppy hands do before the step that they mean: it comes to nothing, and the game must not go on by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engine import Build, Game, Move, Piece
from hardware.hand_actions import Knock, Lift, Put, PutBeside, Roll, Tap
from simulator.action_choice import SquareChoice, could_stand, explained, leads_back, tapped
from simulator.hand_styles import HandStyleName
from simulator.simulated_player import BESIDE, SimulatedPlayer
from simulator.step_attempts import VERDICT, StepAttempts
from simulator.table_under_test import TableUnderTest
from table.moves.step_search import StepSearch, known_to_mover, visible_pieces
from table.session.saved_state import may_be_undone
from table.session.session_events import ActionSequence
from table.session.snapshot import BoardMode

LEFT_LYING = 4_000
"""How long a worker that fell is left so, at most, if the table does not speak of it; in ms."""


@dataclass(frozen=True, slots=True)
class Detour:
    """What came of it: what the table doubted, and whether it spoke of a mistake (None: there was none)."""

    doubts: list[str] = field(default_factory=list)
    noticed: bool | None = None


Way = Callable[[Game, ActionSequence], Detour | None]
"""Does something before these steps, or returns None at once if it does not fit."""


class Detours:
    """Touches and moves that are taken back, workers that fall, illegal moves."""

    def __init__(
        self,
        table: TableUnderTest,
        player: SimulatedPlayer,
        attempts: StepAttempts,
        places: SquareChoice,
        chance: Random,
    ) -> None:
        self._table = table
        self._hands = table.bench.hands
        self._player = player
        self._attempts = attempts
        self._places = places
        self._chance = chance
        self.ways: dict[HandStyleName, Way] = {
            HandStyleName.UNMEANT_TAP: self._unmeant_tap,
            HandStyleName.KNOCKED_OVER: lambda game, _: self._fallen(game, HandStyleName.KNOCKED_OVER),
            HandStyleName.ROLLED: lambda game, _: self._fallen(game, HandStyleName.ROLLED),
            HandStyleName.TAKEBACK: self._takeback,
            HandStyleName.ILLEGAL_MOVE: lambda game, _: self._illegal_move(game),
            HandStyleName.OFF_THE_BOARD: lambda game, _: self._off_the_board(game),
        }

    def _unmeant_tap(self, game: Game, actions: ActionSequence) -> Detour | None:
        meant = actions[0]
        if not isinstance(meant, Build):
            return None
        legal = game.legal_actions()
        others = [
            each
            for each in legal
            if isinstance(each, Build) and each.worker == meant.worker and each.on not in (meant.on, each.worker)
            if Build(each.worker, each.on, Piece.DOME) not in legal and Move(each.worker, each.on) not in legal
        ]
        if not others:
            return None
        tapped = self._chance.choice(others)
        built = game.play(tapped)
        if game.to_act is None or visible_pieces(built) != visible_pieces(game):
            return None
        if built.plies[-1].barrier is not None or not may_be_undone(built):
            return None
        self._hands.do(Tap(self._player.on(tapped.worker), tapped.on))
        self._table.rest()
        doubts = []
        if self._table.state.saved.table_acts:
            self._attempts.wait_until(self._speaks, LEFT_LYING)  # it is not what the table has announced
        elif not self._attempts.wait_until(lambda: self._attempts.is_at(built), VERDICT):
            doubts.append(f"a touch was not seen: {self._attempts.belief(game)}")
            self._attempts.wait_until(lambda: self._follows_or_is_at(built), VERDICT)  # it may be read yet
        doubts += self._attempts.unchanged(game, "a build taken back", mistake=built)
        return Detour(doubts)

    def _follows_or_is_at(self, game: Game) -> bool:
        return self._attempts.is_at(game) or self._attempts.mode is BoardMode.FOLLOWING

    def _fallen(self, game: Game, cause: HandStyleName) -> Detour | None:
        """A worker falls, and is put back when the table says so or its player sees it."""
        for piece, home in self._places.shuffled(self._places.standing()):
            levels = self._hands.look().levels
            ways = [each for each in self._places.free_beside(home, home) if levels[each] <= levels[home]]
            if cause is HandStyleName.ROLLED and not ways:
                continue
            if cause is HandStyleName.ROLLED:
                self._hands.do(Roll(piece, self._chance.choice(ways)))
            else:
                self._hands.do(Knock(piece))
            self._table.rest()
            noticed = self._attempts.wait_until(self._speaks, LEFT_LYING)
            self._table.pause(self._chance.uniform(0, 1500))
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, home))
            self._table.rest()
            doubts = self._attempts.unchanged(game, f"nothing, a worker fell ({cause})")
            return Detour(doubts, noticed)
        return None

    def _speaks(self) -> bool:
        """Whether the table says that something is not as it should be."""
        return self._attempts.mode in (BoardMode.RESTORE, BoardMode.UNSURE)

    def _takeback(self, game: Game, actions: ActionSequence) -> Detour | None:
        if not isinstance(actions[0], Move) or known_to_mover(game) is not game or game.to_act is None:
            return None
        legal, touched, confirmed = game.legal_actions(), tapped(game), self._table.state.saved.standing
        for first in self._places.shuffled(legal):
            if not isinstance(first, Move) or first == actions[0] or first.to in touched:
                continue
            if leads_back(game, (first,), confirmed):
                continue  # that is a takeback by itself
            moved = game.play(first)
            there = visible_pieces(game) - {(first.worker, game.to_act)} | {(first.to, game.to_act)}
            if visible_pieces(moved) != there or moved.outcome is not None or moved.plies[-1].barrier is not None:
                continue
            if (moved.turn, moved.to_act) != (game.turn, game.to_act) or self._could_go_on(game, moved):
                continue
            piece = self._player.on(first.worker)
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, first.to))
            self._table.rest()
            if self._chance.random() < 0.7:
                self._attempts.wait_until(lambda: self._attempts.is_at(moved), VERDICT)  # noqa: B023 - called at once
            self._table.pause(self._chance.uniform(0, 800))
            self._hands.do(Lift(piece))
            self._player.think()
            self._hands.do(Put(piece, first.worker))
            self._table.rest()
            self._table.pause(200)
            doubts = self._attempts.unchanged(game, f"a move to {first.to} and back")
            return Detour(doubts)
        return None

    def _could_go_on(self, game: Game, moved: Game) -> bool:
        """Whether going back after a move could as well be further steps, which do not only lead back."""
        ways = StepSearch(moved).explaining(visible_pieces(game))
        confirmed = self._table.state.saved.standing
        return not all(leads_back(moved, each.actions, confirmed) for each in ways)

    def _illegal_move(self, game: Game) -> Detour | None:
        seat = game.to_act
        if seat is None or known_to_mover(game) is not game:
            return None
        touched = tapped(game)
        mine = [(piece, home) for piece, home in self._places.standing(of=seat)]
        for piece, home in self._places.shuffled(mine):
            free = [each for each in self._places.free() if each not in touched]
            if not free:
                return None
            to = self._chance.choice(free)
            standing = visible_pieces(game) - {(home, seat)} | {(to, seat)}
            if could_stand(game, self._table.state.saved.standing, standing):
                continue
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, to))
            self._table.rest()
            noticed = self._attempts.wait_until(self._speaks, VERDICT)
            self._table.pause(self._chance.uniform(0, 1500))
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, home))
            self._table.rest()
            doubts = self._attempts.unchanged(game, f"an illegal move to {to} and back")
            return Detour(doubts, noticed)
        return None

    def _off_the_board(self, game: Game) -> Detour | None:
        for piece, home in self._places.shuffled(self._places.standing()):
            rest = frozenset(place for place in visible_pieces(game) if place[0] != home)
            if explained(game, rest):
                continue
            self._hands.do(Lift(piece))
            self._hands.do(PutBeside(piece, *BESIDE))
            self._table.rest()
            noticed = self._attempts.wait_until(lambda: self._attempts.mode is not BoardMode.FOLLOWING, LEFT_LYING)
            self._table.pause(self._chance.uniform(0, 3000))
            self._hands.do(Lift(piece))
            self._hands.do(Put(piece, home))
            self._table.rest()
            doubts = self._attempts.unchanged(game, "nothing, a worker was beside the board")
            return Detour(doubts, noticed)
        return None
