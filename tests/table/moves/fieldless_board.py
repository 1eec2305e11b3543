"""A game followed on a board that tells which workers stand where, without fields: for tests of what hands mean."""

from __future__ import annotations

import pytest

from engine import Action, Game, Seat, Square, square, square_name
from engine.notation import action_text, parse_action, parse_position, state_of
from hardware.board import Frame
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from perception.arrangements import Arrangement, ExpectedArrangements, StandingMagnet
from perception.findings import NOTHING_FOUND, Findings
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser
from perception.tracking.belief import NO_DOUBT, Doubt
from perception.tracking.rests import FrameResult
from perception.tracking.touches import TouchWatch
from table.moves import follower as module
from table.moves.follower import Follower
from table.moves.step_search import Pieces, visible_pieces
from table.session.at_board import BoardReport, QuestionAsked, StepsRead, StepsRevised
from table.session.board_reports import BoardStatus

FLAT = "0000000000000000000000000"
PERIOD = 20
TOUCH = 120


class FieldlessTracker:
    """Believes what it is told: as `perception.tracker.Tracker`, without looking at any field."""

    def __init__(self, recogniser: Recogniser, _pace: DecisionThresholds) -> None:
        self.arrangement: Arrangement | None = None
        self.since = 0
        self.still_since = 0
        self.seen = 0
        self.lifting: StandingMagnet | None = None
        self.doubt = NO_DOUBT
        self.findings: Findings = NOTHING_FOUND
        self.unclear_since: int | None = None
        self.is_judging = False
        self.touches = TouchWatch(recogniser.model)
        self.trusted: Arrangement | None = None
        self.coming: Arrangement = frozenset()
        self.clear = True
        self._moved_at: int | None = 0
        self._read = False

    @property
    def settled(self) -> bool:
        return self._read and self._moved_at is None

    def forget(self) -> None:
        self.arrangement, self._read, self._moved_at = None, False, 0

    resume_after_gap = forget

    def trust(self, world: Arrangement) -> None:
        self.trusted, self.coming, self._read = world, world, False

    def reconsider(self) -> None:
        self._read = False

    def move(self, at: int) -> None:
        """Something moves from now on."""
        self._moved_at, self._read = at, False

    def feed(self, frame: Frame, _expected: ExpectedArrangements) -> FrameResult:
        self.seen = frame.at
        if self._moved_at is not None:
            if frame.at - self._moved_at < TOUCH:
                return FrameResult.MOVING
            moved, self._moved_at = self._moved_at, None
            self.still_since = moved
            if self.clear and self.coming != self.arrangement:
                self.since = moved
        if not self.clear:
            self.unclear_since = self.unclear_since or frame.at
            return FrameResult.UNCLEAR
        self.unclear_since = None
        if self._read:
            return FrameResult.SAME
        self._read, self.arrangement = True, self.coming
        return FrameResult.READ


class FieldlessGame:
    """A position whose steps are played as the follower reads them. Workers are written as in a position: Blue's, and
    after a stroke Orange's, and so on."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        powers: str,
        *,
        towers: str = FLAT,
        polarities: dict[Seat, int] | None = None,
    ) -> None:
        monkeypatch.setattr(module, "Tracker", FieldlessTracker)
        self.polarities = polarities or {Seat.BLUE: 1, Seat.ORANGE: -1}
        self.follower = Follower(FieldModel(Geometry()), self.polarities)
        tracker: object = self.follower._tracker
        assert isinstance(tracker, FieldlessTracker)
        self.tracker = tracker
        self.game = Game.at(state_of(parse_position(f"{towers}/1/{powers}")))
        self.now = 0
        self.locked = False
        self.undoable = 0
        self.said: list[BoardReport] = []
        self.expect()
        self.stand(visible_pieces(self.game))

    def expect(self) -> None:
        self.follower.expect(self.game, locked=self.locked, undoable=self.undoable)

    def lock(self) -> None:
        """The turn is finished and waits to be confirmed."""
        self.locked = True
        self.expect()

    def confirm(self) -> None:
        self.locked, self.undoable = False, 0
        self.expect()

    def phone(self, *actions: str) -> None:
        """StepsRead from a phone."""
        for text in actions:
            self._play(parse_action(text))
        self.expect()

    def undo(self) -> None:
        """The last step is taken back on a phone."""
        self.game, self.undoable = self.game.undo(), self.undoable - 1
        self.expect()

    def rest(self, workers: str, ms: int = 400) -> list[BoardReport]:
        """Hands leave these workers standing for so long; what the follower says meanwhile."""
        return self.stand(written(workers), ms)

    def stand(self, standing: Pieces, ms: int = 400) -> list[BoardReport]:
        heights = [0] * 25
        view = self.game.view(self.game.to_act) if self.game.to_act else None
        if view is not None:
            heights = [level + (Square(at) in view.domes) for at, level in enumerate(view.levels)]
        self.tracker.coming = frozenset(StandingMagnet(at, heights[at], self.polarities[seat]) for at, seat in standing)
        self.tracker.move(self.now)
        return self.wait(ms)

    def wait(self, ms: int) -> list[BoardReport]:
        said: list[BoardReport] = []
        for at in range(self.now, self.now + ms + 1, PERIOD):
            said += self._feed(at)
            self.now = at
        self.said += said
        return said

    def find(self, findings: Findings) -> None:
        self.tracker.findings = findings

    def doubt(self, name: str, level: int, *, is_explained: bool = True) -> None:
        """From now on no reading is clear: one of Blue's workers may stand there on so many pieces, or be in a hand; or
        nothing explains the reading, that least badly."""
        self.tracker.clear = False
        here = frozenset({StandingMagnet(square(name), level, 1)})
        self.tracker.doubt = Doubt(here, here, is_explained=is_explained)

    def understand(self) -> None:
        """The next readings are clear again."""
        self.tracker.clear = True
        self.tracker.doubt = NO_DOUBT

    def _feed(self, at: int) -> list[BoardReport]:
        said = list(self.follower.feed(Frame(at, at // PERIOD, (0.0,) * 25)))
        for intent in said:
            match intent:
                case StepsRead(actions):
                    for action in actions:
                        self._play(action)
                    self.expect()
                case StepsRevised(back, actions):
                    assert back <= self.undoable
                    for _ in range(back):
                        self.game, self.undoable = self.game.undo(), self.undoable - 1
                    for action in actions:
                        self._play(action)
                    self.locked = False
                    self.expect()
                case _:
                    pass
        return said

    def _play(self, action: Action) -> None:
        self.game = self.game.play(action)
        self.undoable += 1

    @property
    def status(self) -> BoardStatus:
        return self.follower.status

    def told(self) -> str | None:
        """The key of what is said."""
        return None if self.status.message is None else self.status.message.key

    def differences(self) -> str:
        """What is to be put right: ``b2 missing blue, e5 extra blue``."""
        told = [(square_name(Square(each.square)), each.kind.value, each.seat) for each in self.status.differences]
        return ", ".join(" ".join(str(part) for part in each) for each in sorted(told))


def written(text: str) -> Pieces:
    """Workers as ``"b2 d4/d2 b4"``."""
    parts = zip(Seat, text.split("/"), strict=False)
    return frozenset((square(name), seat) for seat, part in parts for name in part.split())


def done(said: list[BoardReport]) -> list[str]:
    """What was read, in words: ``b2-c3``, ``back 1``, ``back 1: b2-a3``, ``b2-c3 or d4-c3``."""
    words = []
    for intent in said:
        match intent:
            case StepsRead(actions):
                words.append(" ".join(map(action_text, actions)))
            case StepsRevised(back, actions):
                words.append(f"back {back}" + "".join(f": {' '.join(map(action_text, actions))}" * bool(actions)))
            case QuestionAsked(choices):
                words.append(" or ".join(" ".join(map(action_text, choice)) for choice in choices))
            case _:
                pass
    return words
