"""Seats that the table plays in a simulated game: what it announces there, and how hands that carry it out read it from
the lights alone, as somebody does who has no phone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from common.numbers import seeded
from engine import Action, Build, Game, Move, Place, Seat, Square, square_name
from engine.actions import Force, Swap
from hardware.board import DARK
from opponent.levels import LevelName
from opponent.process import Question, Stop
from simulator.action_choice import SHIFTS, liked, single_steps
from simulator.report_lines import words
from simulator.simulated_board import SimulatedWiring
from simulator.simulated_player import shown_after
from simulator.simulation_record import SimulationFaultKind
from simulator.step_attempts import GameFailed, StepAttempts, went_on_alone
from simulator.table_under_test import TableUnderTest
from table.moves.step_search import known_to_mover
from table.runtime.seat_thinker import PACE, Answers, AnswersAtOnce, SeatThinker, Tell
from table.session.announced_steps import is_done_by_hand, next_announced
from table.session.commands import LetTablePlay
from table.session.interfaces import AnyLightPlan
from table.session.session_events import ActionSequence
from table.session.snapshot import BoardMode
from table.session.table_state import TableState

LONGEST = 10_000
"""How long hands wait for what the table announces or does next, in ms of the board's clock."""
MOST_STEPS = 60
"""No turn that is chosen by chance is longer."""


@dataclass(frozen=True, slots=True)
class TablePlayers:
    """The seats that the table plays, and how: at a level, or (None) legal steps by chance, in which every kind of step
    comes up."""

    seats: tuple[Seat, ...]
    level: LevelName | None = None

    def thinker(self, seed: int, wiring: SimulatedWiring) -> SeatThinker:
        """What decides for these seats, the same for each seed."""
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
        """Nothing is to be freed."""


class AnnouncedTurns:
    """Waits for what the table announces at its seats, and checks that it shows it and does only that."""

    def __init__(self, table: TableUnderTest, attempts: StepAttempts, players: TablePlayers | None) -> None:
        self._table = table
        self._attempts = attempts
        self._players = players

    def has(self, seat: Seat | None) -> bool:
        """Whether the table plays this seat."""
        return self._players is not None and seat in self._players.seats

    def sit_down(self, host: Seat) -> None:
        """The host lets the table play its seats."""
        if self._players is None:
            return
        for seat in self._players.seats:
            self._attempts.must(host, LetTablePlay(seat, self._players.level or LevelName.CASUAL))

    def awaited(self, game: Game) -> ActionSequence:
        """The steps that are announced for the seat to act, the first of which hands are to carry out; none if the
        table has gone on without hands.

        :raises GameFailed: if neither comes, or if the table did something that was for hands.
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
        """Whether the table alone has brought the one game to the other, by steps that are not for hands."""
        return went_on_alone(before, now, () if self._players is None else self._players.seats)

    def await_confirmation(self, seat: Seat) -> None:
        """Wait until the table has confirmed its turn.

        :raises GameFailed: if it does not.
        """
        if not self._attempts.wait_until(lambda: self._table.state.saved.confirming is not seat, LONGEST):
            belief = self._attempts.belief(None)
            raise GameFailed(SimulationFaultKind.STUCK, "that the table confirms its turn", belief)

    def check_lights(self, step: Action) -> None:
        """Look whether the lights say what the next step is; they say something else where pieces are to be put right.

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
    """The announced step, now and then with the next move of the same worker, where one carry can show both."""
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
"""A light that has gaps is dark for less than this at a time, and one that blinks for longer or as long."""

LIFT, PUT, BUILD = 1, 2, 3
"""How many gaps the light has of a worker to lift, of the square to put it on, and of the square to build on."""


def gaps_shown(plan: AnyLightPlan) -> dict[Square, int]:
    """The squares whose lights are steady but for short moments, with how many of them there are in a round."""
    looks = [plan.at(ms).colours for ms in range(0, 2 * ROUND_MS, LOOK_MS)]
    found = {}
    for square in range(len(looks[0])):
        lengths = _dark_lengths([colours[square] == DARK for colours in looks])
        steady = len({colours[square] for colours in looks} - {DARK}) == 1
        if steady and lengths and max(lengths) * LOOK_MS < DARK_MS:
            found[Square(square)] = len(lengths) // 2
    return found


def gaps_wanted(step: Action) -> dict[Square, int]:
    """What the lights are to show of a step that hands carry out."""
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
    """How many looks in a row were dark, each time."""
    lengths, before = list[int](), False
    for now in dark:
        if now and before:
            lengths[-1] += 1
        elif now:
            lengths.append(1)
        before = now
    return lengths
