"""A family at a simulated table, who believe its phone and do literally what it says. Apart from the scenes that it
plays (`tools.benchmarks.life_scenes`), which are many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from common.numbers import seeded
from engine import Action, Build, Game, Move, Piece, Place, Seat, Square, square_name
from engine.notation import action_text
from engine.squares import SQUARE_COUNT
from hardware.board import Button
from hardware.hand_actions import (
    HandAction,
    Lift,
    Press,
    Put,
    PutBeside,
    PutInBox,
    PutStray,
    SetUp,
    Slide,
    Stack,
    TakeStray,
    Tap,
)
from hardware.virtual_hands import HandQueue, PieceSeen
from perception.orientation import turned_square
from table.moves.step_search import Pieces, visible_pieces
from table.session.command import Command
from table.session.lobby import BeginGame, ChooseOptions
from table.session.saved_state import TABLE_SEATS
from table.session.seating import ClaimSeat
from table.session.snapshot import (
    TOUCH_QUESTIONS,
    AdoptBoard,
    BoardDifference,
    BoardIssue,
    BoardMode,
    BoardView,
    DifferenceKind,
    OfferKind,
    TrustGame,
    TurnBoard,
)
from table.session.table_state import TableState
from table.session.turns import Act, ChooseReading, ConfirmTurn, TakeOffer
from table.settings.options import GameOptions
from table.traces import reading_words
from thera.simulator.hand_styles import CLEAN_MS
from thera.simulator.simulated_player import BESIDE, TALLEST, liked, set_tower
from thera.simulator.simulation_record import STRAY
from thera.simulator.step_attempts import SQUARES, TOWERS, leads_to
from thera.simulator.tested_table import HandsFailed, TableStopped, TableUnderTest

LOOKS: Final = 2_000
"""The ms for which a statement of the phone stands before somebody acts on it."""
WAITS: Final = 5_000
"""The ms for which a family waits for a step to be read."""
GIVES_UP: Final = 60_000
"""The ms after which a family that did all that the phone says is stuck."""
REPEATED: Final = 3
"""The number of times that hands do the same thing for the same words before they take another way out."""


class SceneOutcome(StrEnum):
    """How the table took a scene. ``READ``: what was done is what is read, and the game goes on. ``NAMED``: what the
    phone says names the true cause. ``MISLED``: it names other squares or another cause. ``WRONG``: the table believes
    what was not done, or says nothing though the board differs. ``STUCK``: doing what the phone says does not lead
    out."""

    READ = "read"
    NAMED = "named"
    MISLED = "misled"
    WRONG = "wrong"
    STUCK = "stuck"


WORST_FIRST: Final = (
    SceneOutcome.STUCK,
    SceneOutcome.WRONG,
    SceneOutcome.MISLED,
    SceneOutcome.NAMED,
    SceneOutcome.READ,
)


@dataclass(frozen=True, slots=True)
class PartOfScene:
    """The outcome of one step, or of one mishap, after so many ``seconds``; ``is_step`` if hands did a step of the
    game."""

    outcome: SceneOutcome
    seconds: float
    is_step: bool = False


@dataclass(slots=True)
class SceneRecord:
    """What happened in one scene: its parts, and what hands did and the phone said, each with its time."""

    seed: int
    parts: list[PartOfScene] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    @property
    def outcome(self) -> SceneOutcome:
        """The worst of its parts."""
        return min((part.outcome for part in self.parts), key=WORST_FIRST.index)

    @property
    def seconds(self) -> float:
        """The longest time until something was read or named."""
        return max((part.seconds for part in self.parts), default=0.0)


BY_NAME: Final = {square_name(Square(number)): Square(number) for number in range(SQUARE_COUNT)}

Judge = Callable[[BoardView], bool]
"""Whether what the phone says names the true cause."""


def named_squares(board: BoardView) -> frozenset[Square]:
    """Return the squares that the phone names."""
    named = {Square(each.square) for each in board.differences} | set(board.doubtful)
    if board.message is not None:
        for name, text in board.message.args:
            if name in (*SQUARES, "from", "other"):
                named |= {BY_NAME[word] for word in text.split() if word in BY_NAME}
    return frozenset(named)


def among(*squares: Square) -> Judge:
    """Return whether all that the phone names is among these squares, and it names some."""
    return lambda board: bool(named_squares(board)) and named_squares(board) <= set(squares)


def are_alike(one: Game, other: Game) -> bool:
    """Return whether two games have the same pieces on the board and the same player to act: two workers that were
    placed in another order have different numbers."""
    levels, domes = (
        tuple(each.state.levels for each in (one, other)),
        tuple(each.state.domes for each in (one, other)),
    )
    return (
        visible_pieces(one) == visible_pieces(other)
        and levels[0] == levels[1]
        and domes[0] == domes[1]
        and (one.turn, one.to_act) == (other.turn, other.to_act)
    )


def speaks(board: BoardView) -> bool:
    """Return whether the phone says something that stops the game."""
    return board.message is not None or board.mode in (BoardMode.RESTORE, BoardMode.UNSURE)


# ---- A family at a table


class SceneOver(Exception):
    """The scene cannot go on: its record says why."""


class FamilyAtTable:
    """Two players without powers at a table, with their hands and a phone that they believe."""

    def __init__(self, table: TableUnderTest, seed: int, name: str) -> None:
        self._table = table
        self.chance = seeded("life", name, seed)
        self.hands, self.other_hand = table.bench.hands, table.bench.world
        self.geometry = table.bench.model.geometry
        self.record = SceneRecord(seed)
        self.quarters = 0
        """By how many quarters the board counts as turned, as players have told the table."""
        self.phone: PutStray | None = None
        """The phone that stays beside the board, if there is one."""
        self._phone_lies = False
        self._meant: Game | None = None
        """The game that hands mean."""
        self._confirms = False
        self._said = ""
        self._plies = 0

    # -- the table

    @property
    def state(self) -> TableState:
        """The table's state."""
        return self._table.state

    @property
    def board(self) -> BoardView:
        """What the phone says of the board."""
        return self.state.board

    @property
    def game(self) -> Game:
        """The table's game."""
        game = self.state.saved.game
        if game is None:
            raise SceneOver
        return game

    def give(self, seat: Seat, command: Command) -> None:
        """Give a command on a phone.

        :raises TableStopped: if it is refused.
        """
        refused = self._table.give(seat, command)
        if refused is not None:
            raise TableStopped(f"{command} is refused: {refused.message.key}")

    def tell(self, words: str) -> None:
        """Note something in the record."""
        self.record.told.append(f"{self.hands.now / 1000:8.2f} s  {words}")

    def pass_on(self) -> None:
        """Let the board scan once, note what is new, and confirm a finished turn if players do that now."""
        self._table.pass_on()
        words = "; ".join([reading_words(self.board), *(each.key for each in self.board.warnings)])
        if words != self._said:
            self.tell(f"phone: {words}")
            self._said = words
        game = self.state.saved.game
        if game is not None and len(game.plies) != self._plies:
            latest = action_text(game.plies[-1].action) if game.plies else "none"
            self.tell(f"table: {len(game.plies)} steps, the latest {latest}")
            self._plies = len(game.plies)
        confirming = self.state.saved.confirming
        if self._confirms and confirming is not None:
            self.give(confirming, ConfirmTurn())

    def pause(self, ms: float) -> None:
        """Let time pass."""
        until = self.hands.now + ms
        while self.hands.now < until:
            self.pass_on()

    def do(self, *actions: HandAction, hand: HandQueue | None = None) -> None:
        """Let a hand do these things after its present ones. Returns at once."""
        for action in actions:
            self.tell(f"hands: {action}")
            (hand or self.hands).do(action)

    def rest(self) -> None:
        """Let the hands finish."""
        while not (self.hands.idle and self.other_hand.idle):
            self.pass_on()
        for hand in (self.hands, self.other_hand):
            try:
                hand.check()
            except ValueError as error:
                raise HandsFailed(str(error)) from error

    # -- the board, by the squares of the game

    def at(self, square: int) -> int:
        """Return the square of the board itself where this square of the game is."""
        return turned_square(square, -self.quarters)

    def on(self, square: int) -> PieceSeen | None:
        """Return the worker that stands or lies on a square."""
        where = self.at(square)
        return next((each for each in self.hands.look().pieces if each.square == where), None)

    def piece_on(self, square: int) -> str:
        """Return the name of the worker on a square.

        :raises HandsFailed: if none is there.
        """
        seen = self.on(square)
        if seen is None:
            raise HandsFailed(f"no worker is on {square_name(Square(square))}")
        return seen.piece

    @property
    def standing(self) -> Pieces:
        """The workers that stand on the board."""
        return frozenset(
            (Square(turned_square(each.square, self.quarters)), Seat(each.seat))
            for each in self.hands.look().pieces
            if each.square is not None and not each.lying
        )

    # -- games

    def sit_down(self) -> None:
        """Let both players sit down and begin a game."""
        host = TABLE_SEATS[0]
        for seat, name in zip(TABLE_SEATS[:2], ("Ida", "Ole"), strict=True):
            self.give(seat, ClaimSeat(seat, name))
        self.give(host, ChooseOptions(GameOptions(powers=False)))
        self.give(host, BeginGame())

    def begin_placing(self) -> None:
        """Let a game begin on an empty board."""
        self.sit_down()
        self._confirms = True
        self.pause(1000)

    def set_up(self, fits: Callable[[Game], bool], turns: int = 8) -> None:
        """Let players reach a position that ``fits``, after some turns at least, on their phones, put its pieces on the
        board, and play a turn with hands.

        :raises TableStopped: if the table does not see the position.
        """
        self.sit_down()
        for action in self._way_to(fits, turns):
            if (confirming := self.state.saved.confirming) is not None:
                self.give(confirming, ConfirmTurn())
            seat = self.game.to_act
            if seat is not None:
                self.give(seat, Act(action))
        self._confirms = True
        state = self.game.state
        levels = tuple(state.levels)
        domes = tuple(bool(state.domes >> square & 1) for square in range(25))
        standing = tuple((int(square), seat.value) for square, seat in sorted(visible_pieces(self.game)))
        self.do(SetUp(levels, domes, standing))
        self.rest()
        if not self.until(lambda: self.in_order(self.game), WAITS) and self._is_offered(OfferKind.TRUST):
            self.give(TABLE_SEATS[0], TakeOffer(OfferKind.TRUST))
        if not self.until(lambda: self.in_order(self.game), WAITS):
            raise TableStopped(f"the board cannot be set up: {reading_words(self.board)}")
        self.pause(1000)

    def put_elsewhere(self, worker: Square, to: Square) -> None:
        """Put a worker where no step leads, and let the game take that over on a phone.

        :raises TableStopped: if the phone does not offer that.
        """
        piece = self.piece_on(worker)
        self.do(Lift(piece), Put(piece, self.at(to)))
        self.rest()

        def is_offered() -> bool:
            offered = [dict(each.workers) for each in self.board.offers if isinstance(each, AdoptBoard)]
            return any(int(to) in each for each in offered)

        if not self.until(is_offered, 3 * WAITS):
            raise TableStopped(f"the game cannot take over where a worker stands: {reading_words(self.board)}")
        self.give(TABLE_SEATS[0], TakeOffer(OfferKind.ADOPT))
        if not self.until(lambda: self.in_order(self.game), WAITS):
            raise TableStopped(f"the game has taken over where a worker stands: {reading_words(self.board)}")
        self.pause(1000)

    def _way_to(self, fits: Callable[[Game], bool], turns: int) -> list[Action]:
        """Draw steps to a fitting position at the beginning of a turn."""
        start = self.game
        while True:
            game, way, turn = start, list[Action](), 0
            while game.to_act is not None and game.turn < turns + 20:
                if game.turn != turn:
                    turn = game.turn
                    if turn >= turns and fits(game):
                        return way
                action = self.choose(game)
                if action is None:
                    break
                way.append(action)
                game = game.play(action)

    def choose(self, game: Game, spared: Collection[int] = ()) -> Action | None:
        """Draw a legal step that ends nothing, by none of the workers on the ``spared`` squares; None if there is
        none."""
        steps = [
            each
            for each in game.legal_actions()
            if isinstance(each, Move | Build | Place) and game.play(each).outcome is None
            if isinstance(each, Place) or each.worker not in spared
        ]
        return liked(game, steps, self.chance) if steps else None

    def in_order(self, game: Game) -> bool:
        """Whether the table sees the board in order, and the game is this one."""
        return self.board.mode is BoardMode.FOLLOWING and not speaks(self.board) and are_alike(self.game, game)

    def until(self, done: Callable[[], bool], ms: float) -> bool:
        """Wait for something. Return whether it came in time."""
        end = self.hands.now + ms
        while not done():
            if self.hands.now >= end:
                return False
            self.pass_on()
        return True

    def _is_offered(self, kind: OfferKind) -> bool:
        types = {OfferKind.TRUST: TrustGame, OfferKind.TURN: TurnBoard}
        return any(isinstance(each, types[kind]) for each in self.board.offers)

    # -- what the phone says

    def watch(
        self, judge: Judge, ms: float, *, done: Callable[[], bool], game: Game, is_wrong: Callable[[], bool]
    ) -> PartOfScene | None:
        """Watch the phone for so many ms, or until ``done``. Return what was said first for long enough, or that the
        table believes something wrong; None if neither came. ``game`` is what the table may have read by now, and
        ``is_wrong`` says what else is wrong."""
        began, since, before = self.hands.now, self.hands.now, None
        while True:
            now = self.hands.now
            said = self._said_now(judge, game, is_wrong)
            if said is not before:
                since, before = now, said
            is_over = now - began >= ms
            if said is not None and (now - since >= LOOKS or is_over):
                return PartOfScene(said, (since - began) / 1000)
            if done() or is_over:
                return None
            self.pass_on()

    def _said_now(self, judge: Judge, game: Game, is_wrong: Callable[[], bool]) -> SceneOutcome | None:
        played, due = (Counter(ply.action for ply in each.plies) for each in (self.game, game))
        if played - due:  # two workers that are put down at once are placed in any order
            return SceneOutcome.WRONG
        if speaks(self.board):
            return SceneOutcome.NAMED if judge(self.board) else SceneOutcome.MISLED
        return SceneOutcome.WRONG if is_wrong() else None

    def note(self, outcome: SceneOutcome, seconds: float, *, is_step: bool = False) -> None:
        """Note the outcome of a part of the scene."""
        self.tell(f"---- {outcome} after {seconds:.1f} s")
        self.record.parts.append(PartOfScene(outcome, seconds, is_step))

    def follow(self, done: Callable[[], bool], again: Callable[[], None]) -> bool:
        """Do as the phone says until ``done``. While it says nothing, do the step ``again`` now and then. Return
        whether that led out."""
        end, since, words, times, tries = self.hands.now + GIVES_UP, self.hands.now, "", 0, 0
        while not done():
            if self.hands.now >= end:
                return False
            said = reading_words(self.board) if speaks(self.board) or self.state.choices else ""
            if said != words:
                since, words, times = self.hands.now, said, 0
            if self.hands.now - since >= (LOOKS if said else WAITS):
                times += 1
                tries += 1
                warned = STRAY in {each.key for each in self.board.warnings}
                if warned and self.phone is not None and self._phone_lies and tries > REPEATED:
                    self._take_away(self.phone)
                elif said:
                    self._obey(times)
                else:
                    again()
                self.rest()
                since = self.hands.now
            self.pass_on()
        return True

    def _obey(self, times: int) -> None:
        """Do what the phone says, for the n-th time."""
        board = self.board
        self.tell(f"family: does as the phone says, time {times}")
        if board.issue is BoardIssue.TURNED and self._is_offered(OfferKind.TURN):
            self.take_turn()
        elif self.state.choices:
            self._choose()
        elif times > REPEATED and self._is_offered(OfferKind.TRUST):
            self._put_as_in_game()
            self.rest()
            if self._is_offered(OfferKind.TRUST):
                self.give(TABLE_SEATS[0], TakeOffer(OfferKind.TRUST))
        elif board.differences:
            self._put_right(board.differences)
        elif board.issue in TOUCH_QUESTIONS:
            self._answer_touch(board)
        else:
            self._nudge(named_squares(board))

    def lay_phone(self, phone: PutStray) -> None:
        """Put a phone beside the board; it comes back before the next step if it had to be taken away."""
        self.phone = phone
        self._phone_lies = True
        self.do(phone, hand=self.other_hand)
        self.rest()
        self.pause(2000)

    def _take_away(self, phone: PutStray) -> None:
        """Take the phone away, as the warning says."""
        self._phone_lies = False
        self.do(TakeStray(phone.stray.name, phone.start), hand=self.other_hand)
        self.rest()

    def take_turn(self) -> None:
        """Take the offer to play on with the board as it lies."""
        offer = next(each for each in self.board.offers if isinstance(each, TurnBoard))
        self.tell(f"family: takes the offer to turn by {offer.quarters} quarters")
        self.quarters += offer.quarters
        self.give(TABLE_SEATS[0], TakeOffer(OfferKind.TURN))

    def _choose(self) -> None:
        seat, after = self.game.to_act, self._meant
        for index, choice in enumerate(self.state.choices):
            if seat is not None and after is not None and leads_to(self.game, choice, after):
                self.give(seat, ChooseReading(index))
                return

    def _put_right(self, wrong: tuple[BoardDifference, ...]) -> None:
        """Put towers right, take off what is too much, then put back what is missing."""
        for each in wrong:
            if each.kind in TOWERS and each.wanted is not None:
                standing = self.on(each.square)
                if standing is not None:
                    self.do(Lift(standing.piece))
                set_tower(self.hands, self.at(each.square), min(each.wanted, TALLEST), dome=each.wanted > TALLEST)
                if standing is not None:
                    self.do(Put(standing.piece, self.at(each.square)))
        self.rest()
        for each in wrong:
            seen = self.on(each.square)
            extra = (DifferenceKind.EXTRA, DifferenceKind.WRONG_SEAT, DifferenceKind.FALLEN)
            if each.kind in extra and seen is not None:
                self.do(Lift(seen.piece))
        self.rest()
        in_game = dict(visible_pieces(self.game))
        for each in wrong:
            seat = each.seat if each.kind is DifferenceKind.MISSING else in_game.get(Square(each.square))
            if each.kind in (DifferenceKind.MISSING, DifferenceKind.WRONG_SEAT) and seat is not None:
                self._bring(seat, each.square)
                self.rest()
        for seen in self.hands.look().pieces:
            if seen.in_hand:
                fallen = next((each for each in wrong if each.kind is DifferenceKind.FALLEN), None)
                if fallen is not None and self.on(fallen.square) is None:
                    self.do(Put(seen.piece, self.at(fallen.square)))
                else:
                    self.do(PutBeside(seen.piece, *BESIDE), PutInBox(seen.piece))
                self.rest()

    def _bring(self, seat: Seat, square: int) -> None:
        """Put a worker of a seat on a square: one in a hand, one that lies or is beside the board, one of the box."""
        there = self.on(square)
        if there is not None:
            if there.seat == seat:
                self.do(Lift(there.piece), Put(there.piece, self.at(square)))
            return
        wanted = {self.at(each) for each, owner in visible_pieces(self.game) if owner is seat}
        mine = [each for each in self.hands.look().pieces if each.seat == seat]
        mine = [each for each in mine if each.lying or each.square not in wanted]
        mine.sort(key=lambda each: (not each.in_hand, not each.lying, each.square is None))
        if mine:
            lifted = () if mine[0].in_hand else (Lift(mine[0].piece),)
            self.do(*lifted, Put(mine[0].piece, self.at(square)))

    def _put_as_in_game(self) -> None:
        """Put the workers as the phone shows them."""
        wanted = visible_pieces(self.game)
        for square, seat in sorted(self.standing - wanted):
            self.do(Lift(self.piece_on(square)))
            del seat
        self.rest()
        for square, seat in sorted(wanted - self.standing):
            self._bring(seat, square)
            self.rest()
        for seen in self.hands.look().pieces:
            if seen.in_hand:
                self.do(PutInBox(seen.piece))

    def _answer_touch(self, board: BoardView) -> None:
        """Answer with Done if the right square is asked about, for its block stands; else touch the right one again."""
        build = None if self._meant is None else self._meant.plies[-1].action
        if not isinstance(build, Build):
            return
        if board.issue is BoardIssue.PERHAPS_BUILT and build.on in board.doubtful:
            self.do(Press(Button.DONE))
        else:
            self._do_step_again(build)

    def _nudge(self, squares: Collection[Square]) -> None:
        """Move the workers on these squares a little."""
        for square in squares:
            seen = self.on(square)
            if seen is not None and seen.square is not None and not seen.lying:
                self.do(Slide(seen.piece, (seen.square,)))

    # -- steps

    def play(self, turns: int, spared: Collection[Square] = ()) -> None:
        """Play so many turns with hands, with none of the workers on the ``spared`` squares."""
        last = self.game.turn + turns
        while self.game.turn < last:
            action = self.choose(self.game, spared)
            if action is None:
                return
            self.step(action, among(*spared) if spared else None)

    def step(self, action: Action, judge: Judge | None = None) -> None:
        """Do a step with hands, and note how the table took it.

        :raises SceneOver: if the table is stuck.
        """
        if self.phone is not None and not self._phone_lies:
            self.lay_phone(self.phone)
        game = self.game
        after = game.play(action)
        self._do_step(action)
        self.rest()
        self.settle(action, after, judge)

    def settle(self, action: Action, after: Game, judge: Judge | None = None) -> None:
        """Wait until a step that hands have done is read, doing what the phone says, and note how the table took it.

        :raises SceneOver: if the table is stuck.
        """
        concerned = [getattr(action, name) for name in ("worker", "to", "on", "square") if hasattr(action, name)]
        right = judge or among(*concerned)
        began = self.hands.now

        def is_read() -> bool:
            return are_alike(self.game, after)

        self._meant = after
        said = self.watch(right, WAITS, done=is_read, game=after, is_wrong=lambda: False)
        if is_read() and said is None:
            self.note(SceneOutcome.READ, (self.hands.now - began) / 1000, is_step=True)
            return
        outcome = SceneOutcome.WRONG if said is None else said.outcome  # nothing is said, and nothing is read
        led_out = self.follow(is_read, lambda: self._do_step_again(action))
        seconds = (self.hands.now - began) / 1000 if said is None else said.seconds
        self.note(outcome if led_out else SceneOutcome.STUCK, seconds, is_step=True)
        if not led_out:
            raise SceneOver

    def _do_step(self, action: Action) -> None:
        match action:
            case Move(worker=worker, to=to):
                piece = self.piece_on(worker)
                self.do(Lift(piece), Put(piece, self.at(to)))
            case Build(worker=worker, on=on, piece=kind):
                touched = Tap(self.piece_on(worker), self.at(on), duration=self.chance.triangular(*CLEAN_MS))
                self.do(touched, Stack(self.at(on), dome=kind is Piece.DOME))
            case _:
                raise HandsFailed(f"{action} is not for hands")

    def _do_step_again(self, action: Action) -> None:
        match action:
            case Move(worker=worker, to=to):
                if self.on(to) is not None:
                    self._nudge([to])
                elif self.on(worker) is not None:
                    self._do_step(action)
            case Build(worker=worker, on=on):
                if self.on(worker) is not None and not self.hands.look().domes[self.at(on)]:
                    self.do(Tap(self.piece_on(worker), self.at(on), duration=1200.0))
            case Place():
                self._place_what_is_missing()
            case _:
                pass

    def _place_what_is_missing(self) -> None:
        """Put the workers of the player whose turn it is where they are meant to stand; nudge them if they do."""
        if self._meant is None:
            return
        mine = [square for square, seat in sorted(visible_pieces(self._meant)) if seat is self.game.to_act]
        missing = [square for square in mine if self.on(square) is None]
        for square in missing:
            if self.game.to_act is not None:
                self._bring(self.game.to_act, square)
                self.rest()
        if not missing:
            self._nudge(mine)

    def come_to_order(self, game: Game, part: PartOfScene) -> None:
        """Do what the phone says until the table sees the board as in this game, and note how that and this ``part``
        of the scene came out.

        :raises SceneOver: if the table is stuck.
        """
        self._meant = game
        led_out = self.until(lambda: self.in_order(game), WAITS) or self.follow(
            lambda: self.in_order(game), lambda: None
        )
        self.note(part.outcome if led_out else SceneOutcome.STUCK, part.seconds)
        if not led_out:
            raise SceneOver
