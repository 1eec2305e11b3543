"""Seats that the table plays in a simulated game: waits for announced steps, and checks that hands without a phone can
read them from the lights."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from common.numbers import seeded
from engine import Action, Build, Game, Move, Place, Seat, Square, square_name
from engine.actions import Force, Swap
from hardware.board import DARK
from opponent.levels import LevelName
from opponent.process import Question, Stop
from table.moves.step_search import known_to_mover
from table.runtime.seat_thinker import PACE, Answers, AnswersAtOnce, SeatThinker, Tell
from table.session.announced_steps import is_done_by_hand, next_announced
from table.session.interfaces import AnyLightPlan
from table.session.lobby import LetTablePlay
from table.session.snapshot import BoardMode
from table.session.table_state import ActionSequence, TableState
from thera.simulator.simulated_board import SimulatedWiring
from thera.simulator.simulated_player import SHIFTS, liked, shown_after, single_steps
from thera.simulator.simulation_record import SimulationFaultKind
from thera.simulator.step_attempts import GameFailed, StepAttempts, went_on_alone, words
from thera.simulator.tested_table import TableUnderTest

LONGEST = 10_000
"""The most time that hands wait for the table's next announcement or act, in ms of the board's clock."""
MOST_STEPS = 60
"""The most steps of a turn that is chosen by chance."""


@dataclass(frozen=True, slots=True)
class TablePlayers:
    """The seats that the table plays, and the level; None means legal steps by chance, in which every kind of step
    occurs."""

    seats: tuple[Seat, ...]
    level: LevelName | None = None

    def thinker(self, seed: int, wiring: SimulatedWiring) -> SeatThinker:
        """Return what decides for these seats, the same for each seed."""
        answers: Answers = AnswersAtOnce()
        if self.level is None:
            answers = AnswersByChance(seeded("turns of the table", seed))
        # Behind a wire the table's clock is a real one, and the board's is much faster.
        return SeatThinker(answers, pace=PACE if wiring is SimulatedWiring.DIRECT else 0.0)


class AnswersByChance:
    """Takes legal steps until the turn is over, or as far as they can be foreseen."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:  # noqa: ARG002 - as others who answer
        """Answer at once."""
        game, steps = Game.at(question.known), list[Action]()
        seat, turn = game.to_act, game.turn
        while game.to_act is seat and game.turn == turn and len(steps) < MOST_STEPS:
            step = liked(game, game.legal_actions(), self._chance)
            steps.append(step)
            game = game.play(step)
            if game.plies[-1].barrier is not None:
                break
        tell(tuple(steps))

    def close(self) -> None:
        """Do nothing: there are no resources."""


class AnnouncedTurns:
    """Waits for the table's announcements at its seats, and checks that it shows them and does nothing else."""

    def __init__(self, table: TableUnderTest, attempts: StepAttempts, players: TablePlayers | None) -> None:
        self._table = table
        self._attempts = attempts
        self._players = players

    def has(self, seat: Seat | None) -> bool:
        """Whether the table plays this seat."""
        return self._players is not None and seat in self._players.seats

    def sit_down(self, host: Seat) -> None:
        """Let the table play its seats, as the host."""
        if self._players is None:
            return
        for seat in self._players.seats:
            self._attempts.must(host, LetTablePlay(seat, self._players.level or LevelName.CASUAL))

    def awaited(self, game: Game) -> ActionSequence:
        """Return the announced steps of the seat to act, the first of which hands have to carry out; none if the table
        has gone on without hands.

        :raises GameFailed: if neither happens, or if the table did something that was for hands.
        """

        def is_due() -> bool:
            state = self._table.state
            return self._for_hands(state) or state.saved.game != game

        if not self._attempts.wait_until(is_due, LONGEST):
            raise GameFailed(SimulationFaultKind.STUCK, "what the table announces", "nothing is announced")
        state = self._table.state
        if self._for_hands(state) and state.saved.game == game:
            return state.saved.announced
        if state.saved.game is None or not self.went_on(game, state.saved.game):
            raise GameFailed(SimulationFaultKind.WRONG, "nothing yet", self._attempts.played(game))
        return ()

    def went_on(self, before: Game, now: Game) -> bool:
        """Whether the table alone has brought one game to the other, by steps that are not for hands."""
        return went_on_alone(before, now, () if self._players is None else self._players.seats)

    def await_confirmation(self, seat: Seat) -> None:
        """Wait until the table has confirmed its turn.

        :raises GameFailed: if it does not.
        """
        if not self._attempts.wait_until(lambda: self._table.state.saved.confirming is not seat, LONGEST):
            belief = self._attempts.belief(None)
            raise GameFailed(SimulationFaultKind.STUCK, "that the table confirms its turn", belief)

    def check_lights(self, step: Action) -> None:
        """Check that the lights show the next step; they show something else if pieces have to be put right.

        :raises GameFailed: if they do not.
        """
        plan, board = self._table.observer.plan, self._table.state.board
        if plan is None or board.mode is not BoardMode.FOLLOWING or board.message is not None or board.differences:
            return
        shown, wanted = gaps_shown(plan), gaps_wanted(step)
        if shown != wanted:
            seen = " ".join(f"{square_name(square)}:{gaps}" for square, gaps in shown.items())
            raise GameFailed(SimulationFaultKind.STUCK, words((step,)), f"the lights show {seen or 'nothing'}")

    def _for_hands(self, state: TableState) -> bool:
        saved, step = state.saved, next_announced(state.saved)
        return saved.game is not None and step is not None and is_done_by_hand(saved.game, step)


def announced_carry(game: Game, announced: ActionSequence, chance: Random) -> ActionSequence:
    """Return the announced step, now and then with the next move of the same worker, if one carry can show both."""
    first = announced[0]
    if not isinstance(first, Move) or chance.random() >= 2 * SHIFTS or known_to_mover(game) is not game:
        return (first,)
    after, further = game.play(first), announced[1:2]
    if (after.turn, after.to_act) != (game.turn, game.to_act) or not further:
        return (first,)
    second = further[0]
    if not isinstance(second, Move) or second.worker != first.to or second not in after.legal_actions():
        return (first,)
    both = (first, second)
    return (first,) if shown_after(game, both) in single_steps(game) else both


ROUND_MS = 2400
LOOK_MS = 20
DARK_MS = 400
"""The ms in the dark that separate a light with gaps, which is dark for less, from one that blinks, which is dark for
at least that long."""

LIFT, PUT, BUILD = 1, 2, 3
"""The number of gaps in the light of a worker to lift, of the square to put it on, and of the square to build on."""


def gaps_shown(plan: AnyLightPlan) -> dict[Square, int]:
    """Return the squares whose lights are steady except for gaps, with the number of gaps in a round."""
    looks = [plan.at(ms).colours for ms in range(0, 2 * ROUND_MS, LOOK_MS)]
    found = {}
    for square in range(len(looks[0])):
        lengths = _dark_lengths([colours[square] == DARK for colours in looks])
        steady = len({colours[square] for colours in looks} - {DARK}) == 1
        if steady and lengths and max(lengths) * LOOK_MS < DARK_MS:
            found[Square(square)] = len(lengths) // 2
    return found


def gaps_wanted(step: Action) -> dict[Square, int]:
    """Return the lights that a step for hands requires."""
    match step:
        case Place(at):
            return {at: PUT}
        case Move(worker, to) | Force(worker, to):
            return {worker: LIFT, to: PUT}
        case Swap(mine, theirs):
            return {mine: PUT, theirs: PUT}
        case Build(_, on):
            return {on: BUILD}
        case _:
            return {}


def _dark_lengths(dark: list[bool]) -> list[int]:
    """Return the lengths of all runs of dark looks."""
    lengths, before = list[int](), False
    for now in dark:
        if now and before:
            lengths[-1] += 1
        elif now:
            lengths.append(1)
        before = now
    return lengths
