"""The stage of golden traces: a scenario's words become what hands do at a virtual board and players on their phones,
and the table that watches them is recorded.

A script has one doing a line. Squares are by their names, workers by the square where they stand or, in the air, by the
one where they were lifted::

    move b2 c3                          lift, carry, put down
    lift b2                             take into the hand; also: lift beside, lift box orange
    put c3 / put c3 from b2             put down what is in the hand, or the worker from b2 if several are
    put c3 from b2 off 12 -5            so many mm east and north of the middle
    slide b2 c2 d2 rest 400             push over these squares, with a rest in ms on each on the way
    tap c3 c4                           lift, touch c4, put back
    hover c4 12 1500                    hold the worker in the hand 12 mm over the top of c4 for so many ms
    beside -60 90                       put the worker in the hand beside the board, mm from the middle of a1
    box c3                              take the worker away
    knock c3 / knock c3 c4 / roll c3 c4
    stack c4 / dome c4 / unstack c4
    press done / press undo
    rest 1200                           in ms
    phone confirm / undo / act b2-c3 / choose 0 / take trust
    stray phone -35 90 / stray watch 20 30 60 / away phone
    tilt 0.1                            a change of the earth's field in mT
    break c3 dead / break c3 swapped c4 / mend c3
    lose 1500                           the link is lost, and back after so many ms
    miss 10                             so many frames are missed

What ``meanwhile`` stands before is begun by another hand, and the next line does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine import PUBLIC, PowerName, Seat, square
from engine.notation import parse_action
from hardware.board import Button, ButtonPressed, Frame, LinkChanged, LinkState
from hardware.board_file import BoardFile, describe, parse_board_file
from hardware.geometry import Magnet
from hardware.hand_actions import (
    Break,
    Failure,
    FailureKind,
    HandAction,
    HandError,
    Hover,
    Knock,
    Lift,
    Mend,
    Press,
    Put,
    PutBeside,
    PutInBox,
    PutStray,
    Roll,
    Slide,
    Stack,
    TakeStray,
    Tap,
    Tilt,
    Unstack,
    phone,
    watch,
)
from hardware.trace import TraceHead, TraceItem
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS, LyingPiece, PieceBeside, StandingPiece
from table.moves.step_search import visible_pieces
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.session.answers import Refused, Stale
from table.session.command import Command
from table.session.journal_entries import (
    Acted,
    Entry,
    GameBegan,
    Opened,
    OptionsChosen,
    PowerChosen,
    PowersOffered,
    SeatTaken,
    StartPlayerNamed,
    TurnConfirmed,
    evolve,
    replay,
)
from table.session.saved_state import SavedState, token_mark
from table.session.snapshot import OfferKind
from table.session.turns import Act, ChooseReading, ConfirmTurn, TakeOffer, UndoStep
from table.settings.options import GameOptions
from table.traces import NullJournal, TraceRecorder, head_of
from table.view.led_patterns import lights_of
from thera.table_assembly import make_reader

PERIOD = 40
"""A frame every 40 ms: what the smallest computer for a table keeps up with."""


STILL = AmbientConditions()

DISC = Magnet(15.0, 5.0)
"""In the feet of all workers: what the program assumed when the traces were recorded."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """``story`` says what happens and what is to come of it. The ``opening`` is played before the curtain rises: its
    pieces stand then, but for what hands do ``before`` the table looks. The board ``lies`` turned clockwise by so many
    quarters."""

    name: str
    story: str
    opening: str
    script: str
    powers: tuple[str, ...] = ("mortal", "mortal")
    board: str = ""
    seed: int = 1
    placement: float = 4.0
    noise: float = 0.03
    surroundings: AmbientConditions = STILL
    lies: int = 0
    before: str = ""

    @property
    def board_file(self) -> BoardFile:
        """What its board is made of: what ``board`` says, in the words of a board file; its magnets are `DISC`
        if that says nothing of them."""
        described = parse_board_file(self.board)
        geometry = described.geometry
        if geometry.magnet == Magnet():
            geometry = replace(geometry, magnet=DISC)
        return replace(described, name="Golden board", scan_hz=1000 // PERIOD, geometry=geometry)

    @property
    def size(self) -> int:
        """The squares to a side."""
        return self.board_file.geometry.size

    @property
    def held(self) -> tuple[Entry, ...]:
        """What the journal holds when the curtain rises."""
        return tuple(_opening(self))


def _token(seat: Seat) -> str:
    return f"token of {seat}"


def _opening(scenario: Scenario) -> Iterator[Entry]:
    """The entries from empty seats to the position of the opening."""
    saved = SavedState()

    def note(entry: Entry) -> Entry:
        nonlocal saved
        saved = evolve(saved, entry)
        return entry

    seats = tuple(Seat)[: len(scenario.powers)]
    powers = dict(zip(seats, map(PowerName, scenario.powers), strict=True))
    plain = set(scenario.powers) == {"mortal"}
    yield note(Opened())
    for seat in seats:
        yield note(SeatTaken(seat, seat.value, token_mark(_token(seat))))
    yield note(OptionsChosen(GameOptions(powers=not plain)))
    yield note(GameBegan(scenario.size))
    if not plain:
        yield note(PowersOffered(tuple(powers.values())))
        while saved.draft is not None and not saved.draft.starters:
            yield note(PowerChosen(powers[saved.draft.to_act]))
        yield note(StartPlayerNamed(seats[0]))
    for word in scenario.opening.split():
        yield note(Acted((parse_action(word),)))
        if saved.confirming is not None:
            yield note(TurnConfirmed())
    yield note(Opened())


class Stage:
    """A scenario under way: the board, its hands, and the table that is recorded into ``items``."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self.items: list[TraceItem] = []
        self._virtual = VirtualDevice(
            scenario.board_file.geometry,
            SensorSpread(placement=scenario.placement, noise=scenario.noise, stored_gain=0.05),
            seed=scenario.seed,
            workers=FOUR_SEATS,
            surroundings=scenario.surroundings,
            sensor=scenario.board_file.sensor,
            scan_period=PERIOD,
        )
        self._air: dict[str, str] = {}
        self._deaf = False
        self._evening = replay(scenario.held)
        self._set_out()
        self._start = self._virtual.now
        board = VirtualBoard(self._virtual)
        reader = make_reader(scenario.board_file)
        fittings = TableFittings(
            size=scenario.size,
            clock=lambda: self._virtual.now / 1000,
            recorder=TraceRecorder(self.items.append, lambda: self._virtual.identity),
        )
        self._table = TableActor(board, reader, lights_of, NullJournal(), self._evening, fittings)

    @property
    def head(self) -> TraceHead:
        """The first line of its trace."""
        return head_of(describe(self._scenario.board_file), self._scenario.held)

    def play(self) -> None:
        """All of the script, and a moment before and after it.

        :raises ValueError: for a line that hands or phones cannot do.
        """
        self._table.runner.begin()
        self._table.runner.handle_event(LinkChanged(LinkState.READY))
        self._pass(800)
        for line in filter(None, map(str.strip, self._scenario.script.splitlines())):
            try:
                self._do(line.split())
            except ValueError as error:
                raise ValueError(f"{self._scenario.name}: {line}: {error}") from error
        self._pass(1500)

    # Before the curtain.

    def _set_out(self) -> None:
        game = self._evening.game
        if game is None:
            return
        view = game.view(PUBLIC)
        for place in range(25):
            for _ in range(view.levels[place]):
                self._virtual.enqueue(Stack(place, dome=False))
            if place in view.domes:
                self._virtual.enqueue(Stack(place, dome=True))
        counts = dict.fromkeys(Seat, 0)
        for place, seat in sorted(visible_pieces(game)):
            counts[seat] += 1
            self._virtual.enqueue(Lift(f"{seat}-{counts[seat]}"))
            self._virtual.enqueue(Put(f"{seat}-{counts[seat]}", place))
        self._scan()
        for line in filter(None, map(str.strip, self._scenario.before.splitlines())):
            verb, *words = line.split()
            for action in self._actions(verb, words):
                self._virtual.enqueue(action)
            self._scan()

    def _scan(self) -> None:
        while not self._virtual.idle:
            self._virtual.scan()

    # Time.

    def _pass(self, duration: int) -> None:
        for _ in range(max(1, duration // PERIOD)):
            self._frame()

    def _frame(self) -> None:
        frame = self._lying(self._virtual.frame())
        presses = self._virtual.presses()
        if self._deaf:
            return
        for button in presses:
            self._table.runner.handle_event(ButtonPressed(frame.at, button))
        self._table.runner.handle_event(frame)
        self._table.runner.show_lights()

    def _lying(self, frame: Frame) -> Frame:
        """The frame as this board gives it: turned clockwise by a quarter, its square (file, rank) lies where the
        players' (rank, size - 1 - file) is; and its clock began with the play."""
        frame = replace(frame, at=frame.at - self._start, number=frame.number - self._start // PERIOD)
        size = self._scenario.size
        for _ in range(self._scenario.lies):
            lies = {5 * r + f: 5 * (size - 1 - f) + r for f in range(size) for r in range(size)}
            fields = tuple(frame.fields[lies.get(place, place)] for place in range(25))
            clipped = frozenset(place for place in range(25) if lies.get(place, place) in frame.clipped)
            frame = replace(frame, fields=fields, clipped=clipped)
        return frame

    # The script.

    def _do(self, words: list[str]) -> None:
        meanwhile = words[0] == "meanwhile"
        verb, *rest = words[1:] if meanwhile else words
        match verb, rest:
            case "phone", _:
                self._phone(rest)
            case "lose", [ms]:
                self._table.runner.handle_event(LinkChanged(LinkState.LOST, "unplugged"))
                self._missing(int(ms))
                self._table.runner.handle_event(LinkChanged(LinkState.READY))
            case "miss", [count]:
                self._missing(int(count) * PERIOD)
            case "rest", [ms]:
                self._pass(int(ms))
            case _:
                errands = [self._virtual.enqueue(action, int(meanwhile)) for action in self._actions(verb, rest)]
                while not meanwhile and not self._virtual.idle:
                    self._frame()
                for errand in errands:
                    errand.check()

    def _missing(self, duration: int) -> None:
        self._deaf = True
        self._pass(duration)
        self._deaf = False

    def _actions(self, verb: str, words: list[str]) -> Iterator[HandAction]:
        """What hands do for a line."""
        match verb, words:
            case "move", [start, to]:
                piece = self._on(start)
                yield from (Lift(piece), Put(piece, square(to)))
            case "lift", ["box", colour]:
                self._air["box"] = self._in_box(colour)
                yield Lift(self._air["box"])
            case "lift", ["beside"]:
                yield Lift(self._air.setdefault("beside", self._beside()))
            case "lift", [start]:
                self._air[start] = self._on(start)
                yield Lift(self._air[start])
            case "put", [to, *how]:
                yield self._put(square(to), how)
            case "slide", [start, *squares, "rest", ms]:
                yield Slide(self._on(start), tuple(map(square, squares)), float(ms))
            case "slide", [start, *squares]:
                yield Slide(self._on(start), tuple(map(square, squares)))
            case "tap", [start, to]:
                yield Tap(self._on(start), square(to))
            case "hover", [over, height, ms]:
                yield Hover(next(iter(self._air.values())), square(over), float(height), float(ms))
            case "beside", [x, y]:
                yield PutBeside(self._air.pop(next(iter(self._air))), float(x), float(y))
            case "box" | "knock" | "roll" | "stack" | "dome" | "unstack", _:
                yield self._piece(verb, words)
            case _:
                yield self._mishap(verb, words)

    def _put(self, to: int, how: list[str]) -> HandAction:
        origin = how[1] if how[:1] == ["from"] else next(iter(self._air))
        spot = (float(how[-2]), float(how[-1])) if "off" in how else None
        return Put(self._air.pop(origin), to, spot)

    def _piece(self, verb: str, words: list[str]) -> HandAction:
        match verb, words:
            case "box", [start]:
                return PutInBox(self._on(start))
            case "knock", [start]:
                return Knock(self._on(start))
            case "knock", [start, to]:
                return Knock(self._on(start), square(to))
            case "roll", [start, to]:
                return Roll(self._on(start), square(to))
            case "stack" | "dome", [to]:
                return Stack(square(to), dome=verb == "dome")
            case "unstack", [to]:
                return Unstack(square(to))
            case _:
                raise ValueError("nobody knows how to do this")

    def _mishap(self, verb: str, words: list[str]) -> HandAction:
        """Buttons, and what befalls sensors and surroundings."""
        match verb, words:
            case "press", [button]:
                return Press(Button(button))
            case "stray", ["phone", x, y]:
                return PutStray(phone(float(x), float(y)))
            case "stray", ["watch", x, y, height]:
                return PutStray(watch(float(x), float(y), float(height)))
            case "away", [stray]:
                return TakeStray(stray)
            case "tilt", [field]:
                return Tilt(float(field))
            case "break", [at, kind, *other]:
                return Break(Failure(square(at), FailureKind(kind), square(other[0]) if other else None))
            case "mend", [at]:
                return Mend(square(at))
            case _:
                raise ValueError("nobody knows how to do this")

    def _on(self, name: str) -> str:
        """The worker that stands or lies on a square."""
        at = square(name)
        for worker, place in zip(self._virtual.world.workers, self._virtual.world.places, strict=True):
            if isinstance(place, StandingPiece | LyingPiece) and place.square == at:
                return worker.name
        raise HandError(f"nobody is on {name}")

    def _beside(self) -> str:
        world = self._virtual.world
        return next(
            one.name for one, at in zip(world.workers, world.places, strict=True) if isinstance(at, PieceBeside)
        )

    def _in_box(self, colour: str) -> str:
        standing = {each.piece for each in self._virtual.look().pieces if each.square is not None or each.in_hand}
        return next(worker.name for worker in FOUR_SEATS if worker.seat == colour and worker.name not in standing)

    # The phones: one of them holds all seats.

    def _phone(self, words: list[str]) -> None:
        tokens = frozenset(_token(seat) for seat in Seat)
        command = _command(words)
        answer = self._table.runner.answer(tokens, self._table.snapshot(tokens).version, command)
        self._table.runner.show_lights()
        if isinstance(answer, Refused | Stale):
            raise HandError(f"the table said {answer}")


def _command(words: list[str]) -> Command:
    plain: dict[str, Callable[[], Command]] = {"confirm": ConfirmTurn, "undo": UndoStep}
    match words:
        case ["act", action]:
            return Act(parse_action(action))
        case ["choose", number]:
            return ChooseReading(int(number))
        case ["take", kind]:
            return TakeOffer(OfferKind(kind))
        case [verb] if verb in plain:
            return plain[verb]()
        case _:
            raise ValueError("no phone has this button")
