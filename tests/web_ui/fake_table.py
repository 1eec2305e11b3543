"""A table without a game: shows the snapshots that a test puts up, and remembers the commands that phones send."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace

from common.message import Message
from common.threads import News
from engine.actions import Action, Build, Done, Move, Piece
from engine.casting.catalogue import CARDS
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square, square
from engine.state import State, StepKind
from engine.views import Prompt, SeenPlayer, SeenWorker, View
from hardware.hand_actions import (
    Carry,
    HandAction,
    Knock,
    Lift,
    Press,
    Put,
    PutBeside,
    PutInBox,
    PutStray,
    SetUp,
    Stack,
    TakeStray,
    Tap,
    Unstack,
)
from hardware.virtual.hand import HandTask
from hardware.virtual_hands import BoardPicture, PieceSeen, SettingUp
from perception.calibration.procedure import LiveReadings
from table.session.answers import UNKNOWN_CALLER, Accepted, Answer, Caller, CommandRefused, Refused, Stale
from table.session.command import Command
from table.session.drafting import PickPowers
from table.session.interfaces import SurveyState, Tokens, WorkerSurvey
from table.session.seating import ClaimSeat
from table.session.snapshot import (
    BoardMode,
    BoardView,
    DraftCardView,
    DraftStep,
    DraftView,
    EventKind,
    LoggedEvent,
    LogLine,
    Phase,
    PowerVotes,
    SeatView,
    Snapshot,
)
from table.settings.options import GameOptions

FOLLOWING = BoardView(link="ready", mode=BoardMode.FOLLOWING, lifted=None, differences=(), message=None)
NOTHING_DARK: tuple[Message | None, ...] = (None,) * 25


def happened(name: str, args: tuple[tuple[str, str], ...]) -> LoggedEvent:
    """An event of the log by its name."""
    return LoggedEvent(EventKind(name), Message(f"log.{name}", args))


def lobby(*sitting: tuple[Seat, str]) -> Snapshot:
    """The lobby with these people, in the order in which they sit clockwise; nobody else."""
    names = dict(sitting)
    sides = {seat: place % (2 if len(sitting) == 4 else len(sitting)) for place, (seat, _) in enumerate(sitting)}
    return Snapshot(
        version=1,
        phase=Phase.LOBBY,
        seats=tuple(SeatView(seat, names.get(seat), seat in names, None, sides.get(seat)) for seat in Seat),
        seats_held=(),
        host=False,
        options=GameOptions(powers=True),
        draft=None,
        game=None,
        prompt=None,
        confirming=None,
        can_undo=False,
        dark=NOTHING_DARK,
        choices=(),
        board=FOLLOWING,
        log=(),
        powers_needed=len(sitting) > 2,
    )


CAST = ((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo"))


def draft(stage: DraftStep = DraftStep.OFFER) -> Snapshot:
    """Ann is the Challenger, on her phone; Circe is refused, Atlas warns of Gaea."""
    powers = [card.power for card in CARDS]
    refused = Message("draft.impossible_pair", (("other", "hecate"), ("power", "circe")))
    warning = Message("draft.banned_pair", (("other", "gaea"), ("power", "atlas")))
    cards = tuple(
        DraftCardView(power, refused if power == "circe" else None, (warning,) if power == "atlas" else ())
        for power in powers
    )
    everyone = (Seat.BLUE, Seat.ORANGE)
    choosing = {DraftStep.CHOOSE: (Seat.BLUE,), DraftStep.VOTE: everyone}.get(stage, ())
    view = DraftView(stage, Seat.BLUE, Seat.BLUE, cards, (), everyone, choosing, chooser=Seat.BLUE, wanted=2)
    return replace(lobby(*CAST), version=2, phase=Phase.DRAFT, seats_held=(Seat.BLUE,), host=True, draft=view)


def voted(stage: DraftStep = DraftStep.VOTE) -> Snapshot:
    """A vote goes on, or it is over: both wanted Hecate and Circe."""
    against = Message("draft.impossible_pair", (("other", "hecate"), ("power", "circe")))
    over = stage is not DraftStep.VOTE
    both = (Seat.BLUE, Seat.ORANGE)
    votes = (PowerVotes("hecate", both), PowerVotes("circe", both, against if over else None))
    shown = draft(stage)
    assert shown.draft is not None
    return replace(shown, draft=replace(shown.draft, votes=votes))


def squares(names: str) -> frozenset[Square]:
    """``squares("a1 b2")``."""
    return frozenset(square(name) for name in names.split())


def playing(options: tuple[Action, ...] | None = None, kind: StepKind = StepKind.MOVE) -> Snapshot:
    """Ann's turn in the middle of a game, on Ann's phone."""
    levels = [0] * 25
    for name, level in {"c3": 1, "c4": 2, "d3": 3, "d4": 3, "b3": 1, "e5": 1, "b1": 2}.items():
        levels[square(name)] = level
    moves = tuple(Move(square("b2"), square(to)) for to in ("a1", "c3", "b3", "a2")) + tuple(
        Move(square("c4"), square(to)) for to in ("d3", "b4", "b5")
    )
    chosen = moves if options is None else options
    game = View(
        viewer=Seat.BLUE,
        size=5,
        levels=tuple(levels),
        domes=squares("d4 e5"),
        workers=(
            SeenWorker(Seat.BLUE, square("b2")),
            SeenWorker(Seat.BLUE, square("c4")),
            SeenWorker(Seat.ORANGE, square("d2")),
            SeenWorker(Seat.ORANGE, square("b1")),
        ),
        players=(
            SeenPlayer(Seat.BLUE, 0, PowerName("artemis"), (PowerName("artemis"),)),
            SeenPlayer(Seat.ORANGE, 1, PowerName("atlas"), (PowerName("atlas"),)),
        ),
        active=Seat.BLUE,
        prompt=Prompt(Seat.BLUE, kind, PowerName("mortal"), optional=False, in_a_row=1),
        options=chosen,
        outcome=None,
    )
    dark: list[Message | None] = [None] * 25
    dark[square("d4")] = Message("move.domed", (("square", "d4"),))
    dark[square("d2")] = Message("move.occupied", (("square", "d2"),))
    return replace(
        lobby(*CAST),
        version=7,
        phase=Phase.PLAYING,
        seats_held=(Seat.BLUE,),
        host=True,
        game=game,
        prompt=game.prompt,
        can_undo=True,
        dark=tuple(dark),
        log=(
            LogLine(1, happened("turn_began", (("seat", "blue"),))),
            LogLine(2, happened("worker_moved", (("origin", "b2"), ("seat", "orange"), ("to", "b1")))),
        ),
    )


def atlas_build() -> Snapshot:
    """Ann may build a block or a dome on c3, a block on b3, or (to have it here) be done."""
    on = [Build(square("b2"), square("c3"), piece) for piece in Piece]
    return playing((*on, Build(square("b2"), square("b3")), Done()), StepKind.BUILD)


class SmallTable:
    """A `TableApi`. ``show`` puts up a snapshot; ``answers`` is what commands get (default: accepted). What the
    Challenger picks is shown at once, and is no command that was ``asked``."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshots = {frozenset[str](): snapshot}
        self.current = snapshot
        self.asked: list[tuple[Tokens, Command]] = []
        self.callers: list[Caller] = []
        self.measured = LiveReadings(0)
        self.refusal: Refused | None = None
        self.surveyed: WorkerSurvey | CommandRefused = WorkerSurvey(SurveyState.CLEAR)
        """What is read on the board while no game is played, or why nothing is."""
        self.lit: list[tuple[State, tuple[tuple[Action, ...], ...]]] = []
        self.answering = threading.Event()
        """Cleared: commands come in, but nobody gets an answer until it is set."""
        self.answering.set()
        self.listeners = 0
        self.tokens: list[Tokens] = []
        self._news = News()
        self._closed = False

    def show(self, snapshot: Snapshot) -> None:
        with self._news:
            self.current = replace(snapshot, version=self.current.version + 1)
            self._news.notify_all()

    def go_on_unheard(self, snapshot: Snapshot) -> None:
        """Put up a snapshot that is on its way to the phones: they hear of it with an answer, or in two seconds."""
        self.current = replace(snapshot, version=self.current.version + 1)

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify_all()

    def listened(self, count: int, timeout: float = 20) -> bool:
        """Wait until so many streams are open."""
        with self._news:
            return self._news.wait_for(lambda: self.listeners == count, timeout)

    def heard(self, tokens: set[str], timeout: float = 20) -> bool:
        """Wait until a stream is open for these tokens."""
        with self._news:
            return self._news.wait_for(lambda: tokens in self.tokens, timeout)

    def command(self, number: int = 0, timeout: float = 10) -> Command:
        """The command with this number, waiting until it has come."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.asked) > number, timeout), "no command came"
            return self.asked[number][1]

    def snapshot(self, tokens: Tokens) -> Snapshot:  # noqa: ARG002 - everyone sees the same here
        return self.current

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        return self._news.telling(wake)

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:  # noqa: ARG002 - as above
        with self._news:
            self._news.wait_for(lambda: self._closed or self.current.version != version, timeout)
            return None if self._closed or self.current.version == version else self.current

    @property
    def readings(self) -> LiveReadings:
        return self.measured

    def light_hint(self, known: State, turns: tuple[tuple[Action, ...], ...]) -> None:
        self.lit.append((known, turns))

    def survey(self) -> WorkerSurvey:
        if isinstance(self.surveyed, CommandRefused):
            raise self.surveyed
        return self.surveyed

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        with self._news:
            self._news.wait_for(lambda: self._closed or self.measured.version != version, timeout)
            return None if self._closed or self.measured.version == version else self.measured

    def measure(self, readings: LiveReadings) -> None:
        """Let the board measure this."""
        with self._news:
            self.measured = readings
            self._news.notify_all()

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        self.callers.append(caller)
        if version != self.current.version:
            return Stale(self.current.version)
        drafting = self.current.draft
        if isinstance(command, PickPowers) and drafting is not None:
            self.show(replace(self.current, draft=replace(drafting, picked=command.powers)))
            return Accepted(self.current.version)
        with self._news:
            self.asked.append((tokens, command))
            self._news.notify_all()
        assert self.answering.wait(timeout=30)
        if self.refusal is not None:
            return self.refusal
        if isinstance(command, ClaimSeat):
            return Accepted(version, command.seat, f"token-of-{command.seat}")
        return Accepted(version)

    @contextmanager
    def listening(self, tokens: Tokens) -> Iterator[None]:
        self.tokens.append(tokens)
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._news:
            self.listeners += change
            self._news.notify_all()

    @property
    def closed(self) -> bool:
        return self._closed


def bench_with(*pieces: PieceSeen, size: int = 5) -> BoardPicture:
    """The small bench, without blocks, on which these workers are."""
    return BoardPicture(1, size, (0,) * 25, (False,) * 25, pieces, ((0, 0, 0),) * 25)


def standing(piece: str, name: str) -> PieceSeen:
    """A worker on a square."""
    on = square(name)
    return PieceSeen(piece, piece.split("-", maxsplit=1)[0], on, on % 5 * 45.0, on // 5 * 45.0)


@dataclass(slots=True)
class SmallHands:
    """`Hands` that move wood without magnets, at once; they remember what they did."""

    bench: BoardPicture = field(default_factory=bench_with)
    did: list[tuple[str, ...]] = field(default_factory=list)
    positions: list[SetUp] = field(default_factory=list)
    _news: News = field(default_factory=News)

    def _did(self, *words: object, **change: object) -> None:
        with self._news:
            self.did.append(tuple(str(word) for word in words))
            self.bench = replace(self.bench, version=self.bench.version + 1, **change)  # type: ignore[arg-type]  # its fields
            self._news.notify_all()

    def done(self, *words: object, timeout: float = 10) -> bool:
        """Wait until the hands have done this."""
        wanted = tuple(str(word) for word in words)
        with self._news:
            return self._news.wait_for(lambda: wanted in self.did, timeout)

    def _moved(self, piece: str, **change: object) -> tuple[PieceSeen, ...]:
        moved = replace(self._piece(piece), **change)  # type: ignore[arg-type]  # its fields
        return tuple(moved if one.piece == piece else one for one in self.bench.pieces)

    def _piece(self, piece: str) -> PieceSeen:
        return next(one for one in self.bench.pieces if one.piece == piece)

    def act(self, action: HandAction) -> None:
        match action:
            case Stack(square, dome):
                levels = [level + (on == square and not dome) for on, level in enumerate(self.bench.levels)]
                domes = [domed or (on == square and dome) for on, domed in enumerate(self.bench.domes)]
                self._did("stack", square, dome, levels=tuple(levels), domes=tuple(domes))
            case Unstack(square):
                levels = [level - (on == square) for on, level in enumerate(self.bench.levels)]
                self._did("unstack", square, levels=tuple(levels))
            case PutStray(stray):
                self._did("lay_phone", round(stray.x), round(stray.y), phone=(stray.x, stray.y))
            case TakeStray():
                self._did("take_phone", phone=None)
            case Press(button):
                self._did("press", button)
            case _:
                self._move(action)

    def _move(self, action: HandAction) -> None:
        match action:
            case Lift(piece):
                self._did("lift", piece, pieces=self._moved(piece, square=None, in_hand=True))
            case Carry(piece, x, y):
                self._did("carry", piece, pieces=self._moved(piece, x=x, y=y))
            case Put(piece, square):
                if any(one.square == square for one in self.bench.pieces):
                    raise ValueError("a worker stands there")
                x, y = square % 5 * 45.0, square // 5 * 45.0
                self._did("put", piece, square, pieces=self._moved(piece, square=square, x=x, y=y, in_hand=False))
            case Tap(piece, square):
                self._did("tap", piece, square)
            case PutBeside(piece, x, y):
                self._did("put_beside", piece, pieces=self._moved(piece, square=None, x=x, y=y, in_hand=False))
            case Knock(piece):
                self._did("knock", piece, pieces=self._moved(piece, lying=True))
            case PutInBox(piece):
                self._did("box", piece, pieces=self._moved(piece, square=None, in_hand=False))
            case _:
                raise ValueError(f"these hands cannot do {action}")

    def arrange(self, levels: tuple[int, ...], domes: tuple[bool, ...]) -> None:
        self._did("arrange", levels=levels, domes=domes)

    def clear(self) -> None:
        boxed = tuple(PieceSeen(one.piece, one.seat, None) for one in self.bench.pieces)
        self._did("clear", levels=(0,) * 25, domes=(False,) * 25, pieces=boxed)

    def set_up(self, position: SetUp) -> SettingUp:
        self.positions.append(position)
        self._did("set_up", levels=position.levels, domes=position.domes)
        return HandTask(position)

    def follow_game(self, *, on: bool) -> None:
        self._did("follow", on, follows=on)

    def look(self) -> BoardPicture:
        return self.bench

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        return self._news.telling(wake)

    def wait(self, version: int, timeout: float) -> BoardPicture:
        with self._news:
            self._news.wait_for(lambda: self.bench.version != version, timeout)
            return self.bench
