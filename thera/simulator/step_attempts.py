"""Watches whether the table has understood a step, and lets simulated players help it and do as it says."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from engine import Action, Build, Game, IllegalAction, Move, NotationError, Piece, Place, Seat, Square, square_name
from engine.actions import Force, Swap
from engine.notation import action_text, position_of, position_text
from hardware.board import Button
from hardware.hand_actions import Lift, Put
from table.session.announced_steps import is_done_by_hand
from table.session.command import Command
from table.session.snapshot import BoardIssue, BoardMode, DifferenceKind, OfferKind, TurnBoard
from table.session.table_state import ActionSequence
from table.session.turns import Act, ChooseReading, TakeOffer
from thera.simulator.hand_styles import REPEATED_MS, TableDoubt, TouchOutcome
from thera.simulator.hardware_faults import Mishaps
from thera.simulator.simulated_player import SimulatedPlayer, set_tower
from thera.simulator.simulation_record import SimulationFaultKind
from thera.simulator.tested_table import TableUnderTest

# ---- Games, steps and readings in words


def position_words(game: Game) -> str:
    """Return the position at the start of the turn, which has a notation, and the steps since."""
    steps = [action_text(ply.action) for ply in game.plies]
    for number, state in enumerate([*(ply.before for ply in game.plies), game.state][::-1]):
        if state.turn is None:
            break
        try:
            start = position_text(position_of(state))
        except NotationError:
            continue
        return " ".join([start, *steps[len(steps) - number :]])
    return " ".join(["placement", *steps])


def leads_to(game: Game, choice: ActionSequence, after: Game) -> bool:
    """Whether these steps, played in one game, give the other."""
    end = game
    try:
        for action in choice:
            end = end.play(action)
    except IllegalAction:
        return False
    return end.state == after.state


def differ_in_piece(choices: tuple[ActionSequence, ...]) -> bool:
    """Whether the choices differ only in block or dome, which the board cannot show."""

    def plain(action: Action) -> Action:
        return replace(action, piece=Piece.BLOCK) if isinstance(action, Build) else action

    return len({tuple(plain(action) for action in choice) for choice in choices}) == 1


def either(choices: tuple[ActionSequence, ...]) -> str:
    """Return the choices between which the table asks."""
    return " or ".join(words(choice) for choice in choices)


def words(actions: ActionSequence) -> str:
    """Return actions in the engine's notation."""
    return " ".join(action_text(action) for action in actions)


# ---- Attempts


VERDICT = 5_000
"""The ms of the board's clock that players wait for the table before they help it."""
LONG_VERDICT = 12_000
"""The ms that they wait for it to correct itself."""
LOOKS = 2_000
"""The ms for which they look at a doubt before they help."""
LISTENS = 1_000
"""The ms that they take to do what the table says."""
HELP = 3
"""The number of nudges or taps before they report on the phone what they did."""
BLIND = 3
"""The number of steps in a row that players have to report after which the table counts as blind."""
SQUARES = ("square", "squares")
"""The arguments by which a message names squares."""
TOWERS = (DifferenceKind.TOO_LOW, DifferenceKind.TOO_HIGH)


def went_on_alone(before: Game, now: Game, seats: Collection[Seat]) -> bool:
    """Whether a table that plays these seats has brought one game to the other, by steps that are not for hands."""
    game = before
    for ply in now.plies[len(before.plies) :]:
        if ply.seat not in seats or is_done_by_hand(game, ply.action):
            return False
        game = game.play(ply.action)
    return game.state == now.state


class GameFailed(Exception):
    """A game that cannot go on."""

    def __init__(self, kind: SimulationFaultKind, intended: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.intended = intended
        self.detail = detail


@dataclass(slots=True)
class StepOutcome:
    """The table's reaction to a step that hands had done when it ``began``: its doubts, whether it believed something
    else first, the number of steps that it knew except for block or dome, ms from the last movement of a hand to the
    acceptance, the result of the touch of a build, the time of its first report, and its first doubt. Times are ms of
    the board's clock."""

    began: float
    doubts: list[str] = field(default_factory=list)
    revised: bool = False
    chosen: int = 0
    settled: float | None = None
    touch: TouchOutcome = TouchOutcome.READ
    spoke_at: float | None = None
    question: TableDoubt | None = None

    def doubt(self, question: TableDoubt, words: str) -> None:
        """The table is not sure."""
        self.doubts.append(words)
        self.question = self.question or question


class StepAttempts:
    """Watches the table while hands do things."""

    def __init__(self, table: TableUnderTest, player: SimulatedPlayer, mishaps: Mishaps) -> None:
        self._table = table
        self._player = player
        self._mishaps = mishaps
        self._unseen = 0
        self._builder: Square | None = None
        self.offers = 0

    @property
    def game(self) -> Game | None:
        """The table's game."""
        return self._table.state.saved.game

    @property
    def mode(self) -> BoardMode:
        """The status of the table's reading."""
        return self._table.state.board.mode

    def must(self, seat: Seat, command: Command) -> None:
        """Give a command on a phone that cannot be refused."""
        refused = self._table.give(seat, command)
        if refused is not None:
            raise GameFailed(
                SimulationFaultKind.STUCK, f"{command} on {seat}'s phone", f"refused: {refused.message.key}"
            )

    def wait_until(self, done: Callable[[], bool], ms: float) -> bool:
        """Wait for something for a time on the board's clock. Return whether it came."""
        until = self._table.bench.hands.now + ms
        while not done():
            if self._table.bench.hands.now >= until:
                return False
            self._table.pass_on()
        return True

    def settle(self, game: Game, actions: ActionSequence, after: Game) -> StepOutcome:
        """Wait until the table has understood that these steps were done, helping it if need be.

        :raises GameFailed: if it finally believes something else, or nothing.
        """
        hands = self._table.bench.hands
        answer = StepOutcome(hands.now)
        self._builder = next((each.worker for each in reversed(actions) if isinstance(each, Build)), None)
        deadline = answer.began + VERDICT
        helped, warned = 0, False
        while (now := self.game) is not None and not self._has_come(now, after):
            astray = not on_the_way(game, now, actions)
            answer.revised |= astray
            if astray and (self.mode is BoardMode.FOLLOWING or helped > HELP):
                if hands.now - answer.began >= LONG_VERDICT:
                    raise GameFailed(SimulationFaultKind.WRONG, words(actions), self.played(game))
            elif self._table.state.choices and not astray:
                self._answer(now, actions, after, answer)
            elif (
                self.put_towers_right()
                or self._look_at_towers(actions)
                or self._touch_tower_again(actions)
                or self._touch_again(game, now, actions, answer)
            ):
                deadline = hands.now + VERDICT
            elif hands.now >= deadline:
                answer.doubt(TableDoubt.PIECES, self.belief(game))
                if astray:
                    self._nudge_what_is_doubted()
                else:
                    self._help(now, actions, len(now.plies) - len(game.plies), helped)
                helped += 1
                deadline, warned = hands.now + VERDICT, False
            elif self.mode is BoardMode.UNSURE and not warned:
                answer.doubt(TableDoubt.PIECES, self.belief(game))
                deadline, warned = min(deadline, hands.now + LOOKS), True
            self._table.pass_on()
        if not answer.doubts:
            answer.settled = max(0.0, self._table.observer.game_at - answer.began)
        if helped <= HELP:
            self._unseen = 0
        return answer

    def _touch_again(self, game: Game, now: Game, actions: ActionSequence, answer: StepOutcome) -> bool:
        """Repeat, once, a touch that was not read: soon if the table reported something, otherwise after a while. A
        player whose block stands answers with the button. Return whether the player did either."""
        repeats, at = self._player.habits.repeats, self._table.bench.hands.now
        build = actions[-1]
        if repeats is None or answer.touch is not TouchOutcome.READ or not isinstance(build, Build):
            return False
        if len(now.plies) - len(game.plies) != len(actions) - 1:
            return False
        if answer.spoke_at is None and self._speaks_of(build.on):
            answer.spoke_at = at
        if at - answer.began < repeats and (answer.spoke_at is None or at - answer.spoke_at < LISTENS):
            return False
        answer.touch = TouchOutcome.SILENT if answer.spoke_at is None else TouchOutcome.SAID
        answer.doubt(TableDoubt.TOUCH, f"the touch was not read, {self.belief(now)}")
        is_asked = self._table.state.board.issue is BoardIssue.PERHAPS_BUILT and self._speaks_of(build.on)
        if self._player.block_first and is_asked:
            self._player.press(Button.DONE)  # whose block stands already has built
            self._table.rest()
            self._table.pass_on()
            return True
        self._player.tap_again(build, REPEATED_MS)
        self._table.rest()
        return True

    @property
    def speaks(self) -> bool:
        """Whether the table reports a doubt or a problem."""
        board = self._table.state.board
        return board.message is not None or board.mode in (BoardMode.RESTORE, BoardMode.UNSURE)

    def _speaks_of(self, square: Square) -> bool:
        """Whether the table reports a doubt, on this square or without naming any."""
        message = self._table.state.board.message
        named = [] if message is None else [text for name, text in message.args if name in SQUARES]
        return self.speaks and (not named or any(square_name(square) in text.split() for text in named))

    def unchanged(self, game: Game, doing: str, mistake: Game | None = None) -> list[str]:
        """Wait until the table agrees that nothing was played. Return its doubts. If it reaches the ``mistake`` that
        hands made, however late, they press Undo once.

        :raises GameFailed: if it believes that something was, or does not see the board in order again.
        """
        doubts: list[str] = []

        def is_answered() -> bool:
            return self._agrees(game) or (mistake is not None and self.is_at(mistake))

        while True:
            self.wait_until(is_answered, VERDICT)
            if self._agrees(game):
                return doubts
            if mistake is not None and self.is_at(mistake):
                self._player.press(Button.UNDO)
                self._table.rest()
                self._table.pass_on()
                mistake = None
                continue
            if self.put_towers_right():
                continue
            if not self._is_still(game):
                raise GameFailed(SimulationFaultKind.WRONG, doing, self.played(game))
            doubts.append(self.belief(game))
            if len(doubts) > HELP:
                raise GameFailed(SimulationFaultKind.STUCK, doing, self.belief(game))
            if len(doubts) == HELP:
                self.take_way_out(doing)
            else:
                self._nudge_what_is_doubted()

    def _has_come(self, now: Game, after: Game) -> bool:
        """Whether the game has come to this one, from which the table may have gone on at its seats."""
        count = len(after.plies)
        if len(now.plies) <= count:
            return now.state == after.state
        further = now.plies[count]
        return further.before == after.state and further.seat in self._table.state.saved.seating.played_by_table

    def _is_still(self, game: Game) -> bool:
        """Whether nothing was played since, except what the table does at its seats without hands."""
        now = self.game
        return now is not None and went_on_alone(game, now, self._table.state.saved.seating.played_by_table)

    def _agrees(self, game: Game) -> bool:
        """Whether the table sees the board in order, and nothing was played since."""
        return self._is_still(game) and self.mode is BoardMode.FOLLOWING

    def is_at(self, game: Game) -> bool:
        """Whether the table's game is in the same state."""
        now = self.game
        return now is not None and now.state == game.state

    def put_towers_right(self) -> bool:
        """Do as the table says about towers that are too high or too low. Return whether it said so and hands found it
        so."""
        found = False
        for each in self._table.state.board.differences:
            if each.kind in TOWERS and self._mishaps.found(each.square):
                found = True
                self._right(each.square)
        if found:
            self._table.rest()
            self._table.pass_on()
        return found

    def _look_at_towers(self, actions: ActionSequence) -> bool:
        """Correct a wrong tower that a player sees while the table reports something else about a worker that came to
        it. Return whether there was one."""
        concerned = [square for square in concerned_squares(actions) if square in self._mishaps.squares]
        if self.mode not in (BoardMode.UNSURE, BoardMode.RESTORE) or not concerned:
            return False
        for square in concerned:
            self._mishaps.found(square)
            self._right(square)
        self._table.rest()
        self._table.pass_on()
        return True

    def _touch_tower_again(self, actions: ActionSequence) -> bool:
        """Correct a tower whose height would be wrong if it was touched, as the table reports, and touch it again.
        Return whether there was one."""
        game, board, hands = self.game, self._table.state.board, self._table.bench.hands
        if game is None or board.issue is not BoardIssue.TOUCHED_HEIGHT:
            return False
        build = next((each for each in actions if isinstance(each, Build) and each.on in board.doubtful), None)
        if build is None or not self._mishaps.found(build.on):
            return False
        set_tower(hands, build.on, game.state.levels[build.on], dome=hands.look().domes[build.on])
        self._player.tap_again(build)
        self._table.rest()
        self._table.pass_on()
        return True

    def _right(self, square: int) -> None:
        """Give a tower the height of the game, and lift and put back the worker that stands or touched there."""
        game, hands = self.game, self._table.bench.hands
        if game is None:
            return
        standing = self._player.seen_on(square)
        if standing is not None:
            hands.do(Lift(standing))
        set_tower(hands, square, game.state.levels[square], dome=hands.look().domes[square])
        if standing is not None:
            hands.do(Put(standing, square))
        elif self._builder is not None and (builder := self._player.seen_on(self._builder)) is not None:
            hands.do(Lift(builder))
            hands.do(Put(builder, self._builder))

    def take_way_out(self, doing: str) -> None:
        """Say on the phone, as a last resort, that all is as in the game.

        :raises GameFailed: if that is not offered.
        """
        offers = self._table.state.board.offers
        if not offers:
            raise GameFailed(SimulationFaultKind.STUCK, doing, f"{self.belief(None)}, and no way out is offered")
        seats = self._table.state.saved.seating.turn_order
        self.offers += 1
        self.must(seats[0], TakeOffer(OfferKind.TRUST))
        self._table.pass_on()

    def turn_as_offered(self, doing: str) -> None:
        """Take the offer to play on with the board in its present orientation.

        :raises GameFailed: if it is not made.
        """

        def offered() -> bool:
            return any(isinstance(each, TurnBoard) for each in self._table.state.board.offers)

        if not self.wait_until(offered, 2 * VERDICT):
            raise GameFailed(
                SimulationFaultKind.STUCK, doing, f"{self.belief(None)}, and to turn the board is not offered"
            )
        self.must(self._table.state.saved.seating.turn_order[0], TakeOffer(OfferKind.TURN))
        self._table.pause(500)  # people look up before they play on, and the board is read again
        self._table.pass_on()

    # -- helping

    def _say(self, now: Game, actions: ActionSequence) -> None:
        """Do on the phone what the table does not see; at the table's seats, press the button for each step."""
        self._unseen += 1
        if self._unseen == BLIND:
            raise GameFailed(SimulationFaultKind.STUCK, words(actions), f"the table sees nothing; {self.belief(None)}")
        for action in actions:
            if self._table.state.saved.table_acts:
                self._player.press(Button.DONE)
                self._table.rest()
                self._table.pass_on()
            elif now.to_act is not None:
                self.must(now.to_act, Act(action))

    def _help(self, now: Game, actions: ActionSequence, played: int, helped: int) -> None:
        """Do as the table asks, and move the worker a little or tap again. After the third time report on the phone all
        steps after the first ``played``."""
        if helped > HELP:
            raise GameFailed(SimulationFaultKind.STUCK, words(actions), self.belief(now))
        if helped == HELP:
            self._say(now, actions[played:])
            return
        match actions[-1]:
            case Build():
                self._player.tap_again(actions[-1])
            case Move(to=to) | Place(square=to) | Force(to=to) | Swap(theirs=to):
                self._player.nudge(to)
            case _:
                pass
        self._table.rest()

    def _nudge_what_is_doubted(self) -> None:
        """Move the workers a little on the squares that the table names."""
        board = self._table.state.board
        named = dict(board.message.args).get("squares", "").split() if board.message is not None else []
        for each in self._table.bench.hands.look().pieces:
            if each.square is not None and (not named or square_name(Square(each.square)) in named):
                self._player.nudge(Square(each.square))
                break
        self._table.rest()

    def _answer(self, now: Game, actions: ActionSequence, after: Game, answer: StepOutcome) -> None:
        """Choose on the phone what was done."""
        choices = self._table.state.choices
        if differ_in_piece(choices):
            answer.chosen += len(actions)
        else:
            answer.doubt(TableDoubt.WHICH, f"the table asked {either(choices)}")
        for index, choice in enumerate(choices):
            if leads_to(now, choice, after) and now.to_act is not None:
                self.must(now.to_act, ChooseReading(index))
                return
        raise GameFailed(SimulationFaultKind.STUCK, words(actions), f"the table asks {either(choices)}")

    # -- reports

    def played(self, game: Game) -> str:
        """Return what the table played since a game, in words."""
        now = self.game
        if now is None:
            return "the game is gone"
        since = words(tuple(ply.action for ply in now.plies[len(game.plies) :]))
        return f"the table played {since or 'an undo'}; {self.belief(None)}"

    def belief(self, game: Game | None) -> str:
        """Return the status of the table's reading in words; with ``game``, also what was played since."""
        board = self._table.state.board
        differences = " ".join(
            f"{square_name(Square(each.square))}:{each.kind}:{each.seat}"
            + (f":{each.seen}for{each.wanted}" if each.wanted is not None else "")
            for each in board.differences
        )
        message = "" if board.message is None else f" {board.message.key} {dict(board.message.args)}"
        warnings = "".join(f" [{each.key} {dict(each.args)}]" for each in board.warnings)
        text = f"the table is {board.mode} [{differences}]{message}{warnings}"
        if game is None or self.game is None:
            return text
        return f"{text}, {len(self.game.plies) - len(game.plies)} steps played"


def concerned_squares(actions: ActionSequence) -> tuple[Square, ...]:
    """Return the squares where these steps let a worker stand or touch."""
    moves = tuple(action.to for action in actions if isinstance(action, Move))
    return moves + tuple(action.on for action in actions if isinstance(action, Build))


def on_the_way(game: Game, now: Game, actions: tuple[Action, ...]) -> bool:
    """Whether the steps played since ``game`` are the beginning of these steps."""
    count = len(now.plies) - len(game.plies)
    if count < 0 or (count == 0 and now.state != game.state):
        return False
    return tuple(ply.action for ply in now.plies[len(game.plies) :]) == actions[:count]
