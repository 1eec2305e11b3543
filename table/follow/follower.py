"""From frames to what the players did in this game.

The tracker says which magnets stand where; here that is compared with the game. A difference is a worker in a hand,
the result of legal steps, a touch that means a build, or something to put right. Nothing depends on the order in
which hands do things, and every state has a way out: as soon as the pieces agree with the game again, all is well.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import PUBLIC, Build, Game, Move, Place, Reason, Seat, Square, square_name
from engine.actions import Force, Swap
from hardware.board import Frame
from hardware.field_model import FieldModel
from table.follow.chains import Chain, Chains, Pieces, Touch, foreseen, pieces
from table.follow.status import FOLLOWING, AskWhich, BoardStatus, Intent, StatusChanged, Steps
from table.recognise.recogniser import Recogniser, Sensing
from table.recognise.track import Expected, Pace, Sight, Tracker
from table.recognise.worlds import Standing, World, outline
from table.snapshot import BoardMode, Difference, DifferenceKind, Message


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the board must rest before what stands there counts, in ms of the board's clock.

    ``touch``: a worker touched a square; ``settle``: a move was made; ``tap_window``: a move was made where the same
    put could be the touch of a build; ``linger``: a worker that only can have touched there, or pieces that make no
    sense while another is in a hand, are to be put right; ``unsure``: a reading that fits nothing is spoken about.
    """

    touch: int = 120
    settle: int = 350
    tap_window: int = 1200
    linger: int = 3000
    unsure: int = 1200


class Follower:
    """Follows one game on one board. Deterministic: it knows no clock but that of the frames.

    ``polarities`` gives for each seat which way its workers' magnets point: +1 for north down, -1 for south down.
    """

    def __init__(
        self,
        model: FieldModel,
        polarities: dict[Seat, int],
        timing: Timing | None = None,
        sensing: Sensing | None = None,
    ) -> None:
        self._timing = timing or Timing()
        self._polarities = dict(polarities)
        self._tracker = Tracker(Recogniser(model, sensing), Pace(touch=self._timing.touch))
        self._game: Game | None = None
        self._locked = True
        self._expected = Expected(frozenset(), (0,) * 25)
        self._pieces: Pieces = frozenset()
        self._chains: Chains | None = None
        self._agreed = False
        self._touches: tuple[Touch, ...] = ()
        self._offered: Pieces | None = None
        self._due: int | None = None
        self._status = FOLLOWING

    @property
    def status(self) -> BoardStatus:
        """How the reading of the board stands now."""
        return self._status

    def expect(self, game: Game | None, *, locked: bool) -> None:
        """Follow this game from here on (None: none, frames mean nothing). While ``locked``, nothing may be played at
        the board.

        Pieces that stand otherwise than the game has them (after an undo, a resume, a step on the phone) have to be
        put right once before they can mean anything.
        """
        if game == self._game and locked == self._locked:
            return
        before = self._pieces
        if game != self._game:
            self._touches, self._offered = (), None
        self._game, self._locked = game, locked
        if game is None:
            self._status = FOLLOWING
            return
        self._pieces = pieces(game)
        self._chains = Chains(game)
        self._expected = self._expectation(game)
        if self._pieces != before or self._tracker.world is None:
            self._agreed = self._tracker.world is not None and self._standing() <= self._pieces
        self._tracker.reconsider()
        self._due = 0

    def restart(self) -> None:
        """Read the board afresh: frames were lost, so that what happened meanwhile is unknown."""
        self._tracker.forget()
        self._agreed, self._touches, self._offered = False, (), None

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """What a frame means."""
        if self._game is None:
            return ()
        sight = self._tracker.feed(frame, self._expected)
        if sight is Sight.SAME and (self._due is None or frame.at < self._due or not self._tracker.settled):
            return ()
        self._due = None
        intents: list[Intent] = []
        status = self._status
        if sight in (Sight.READ, Sight.SAME):
            status = self._interpret(self._game, frame.at, intents)
        elif sight is Sight.UNCLEAR:
            status = self._unclear(frame.at)
        elif (lifted := self._lifted_in_motion()) is not None:
            status = BoardStatus(BoardMode.IN_HAND, lifted)
        if status != self._status:
            self._status = status
            intents.append(StatusChanged(status))
        return tuple(intents)

    # -- what is expected

    def _expectation(self, game: Game) -> Expected:
        view = game.view(PUBLIC)
        levels = tuple(level + (Square(square) in view.domes) for square, level in enumerate(view.levels))
        likely: dict[World, None] = {}
        spots: set[int] = set()
        touchable: set[int] = set()
        box: set[int] = set()
        known = foreseen(game)
        actions = () if self._locked else known.legal_actions()
        if not self._locked:
            touchable |= {int(action.on) for action in view.after_done if isinstance(action, Build)}
        for action in actions:
            match action:
                case Move(to=to) | Force(to=to) | Swap(theirs=to):
                    spots.add(to)
                    after = frozenset((worker.square, worker.seat) for worker in known.workers_after(action))
                    likely[self._world(after, levels)] = None
                case Place(square=square):
                    spots.add(square)
                    if known.to_act is not None:
                        box.add(self._polarities[known.to_act])
                case Build(on=on):
                    touchable.add(on)
                case _:
                    pass  # tokens, directions and names are told on the phone, and so is who leaves the board
        if game.turn == 0:
            box |= set(self._polarities.values())
        world = self._world(self._pieces, levels)
        return Expected(world, levels, tuple(likely), frozenset(spots), frozenset(touchable), frozenset(box))

    def _world(self, standing: Pieces, levels: tuple[int, ...]) -> World:
        return frozenset(Standing(square, levels[square], self._polarities[seat]) for square, seat in standing)

    def _standing(self) -> Pieces:
        """What stands on the board, with seats: those that the game has there, or that are missing elsewhere."""
        found: set[tuple[Square, Seat]] = set()
        expected = dict(self._pieces)
        strangers = []
        for each in sorted(self._tracker.world or ()):
            seat = expected.get(Square(each.square))
            if seat is not None and self._polarities[seat] == each.polarity:
                found.add((Square(each.square), seat))
            else:
                strangers.append(each)
        missing = [seat for square, seat in sorted(self._pieces - found)]
        for each in strangers:
            alike = [seat for seat in missing if self._polarities[seat] == each.polarity]
            if alike:
                missing.remove(alike[0])
            found.add((Square(each.square), alike[0] if alike else self._likely_owner(each.polarity)))
        return frozenset(found)

    def _likely_owner(self, polarity: int) -> Seat:
        to_act = self._game.to_act if self._game is not None else None
        seats = [seat for seat, pole in self._polarities.items() if pole == polarity]
        if to_act in seats and to_act is not None:
            return to_act
        return seats[0] if seats else next(iter(self._polarities))

    # -- what it means

    def _lifted_in_motion(self) -> Square | None:
        """The square whose worker is on its way up, while the hand still moves; None when nothing may be played."""
        lifting = self._tracker.lifting
        if lifting is None or self._locked or not self._agreed:
            return None
        square = Square(lifting.square)
        return square if any(square == place for place, _ in self._pieces) else None

    def _interpret(self, game: Game, at: int, intents: list[Intent]) -> BoardStatus:
        """The status for a board at rest; appends what was done."""
        if game.outcome is not None:
            return FOLLOWING  # after the end the pieces may go back to the box
        standing = self._standing()
        if standing == self._pieces:
            return self._agree(intents)
        if self._offered == standing:
            return self._status
        self._offered = None
        rested = at - self._tracker.since
        if self._locked or not self._agreed:
            if self._must_wait(rested, self._timing.settle):
                return self._status
            return self._restore(standing, Message("board.locked" if self._agreed else "board.set_up"))
        missing, extra = self._pieces - standing, standing - self._pieces
        hand = BoardStatus(BoardMode.IN_HAND, self._origin(game, missing))
        earlier = self._note_touch(missing, extra)
        if (not extra and not self._may_vanish()) or self._must_wait(rested, self._timing.settle):
            return hand
        chains = self._explaining(standing, earlier)
        touching = len(extra) == 1 and self._is_build(self._touches)
        if chains:
            if touching and self._must_wait(rested, self._timing.tap_window):
                return hand
            return self._offer(standing, chains, intents)
        unfinished = touching or len(missing) > len(extra)
        if not extra or (unfinished and self._must_wait(rested, self._timing.linger)):
            return hand
        if not touching:
            self._touches = ()
        return self._restore(standing, self._reason(game, missing, extra))

    def _agree(self, intents: list[Intent]) -> BoardStatus:
        """The pieces stand as the game has them: perhaps a worker touched a square in between."""
        self._agreed, self._offered = True, None
        touches, self._touches = self._touches, ()
        chains = self._explaining(self._pieces, touches) if touches and not self._locked else ()
        return self._offer(None, chains, intents) if chains else FOLLOWING

    def _offer(self, standing: Pieces | None, chains: tuple[Chain, ...], intents: list[Intent]) -> BoardStatus:
        self._offered = standing
        if len(chains) == 1:
            intents.append(Steps(chains[0].actions))
            return FOLLOWING
        intents.append(AskWhich(tuple(chain.actions for chain in chains)))
        return BoardStatus(BoardMode.FOLLOWING, message=Message("board.which"))

    def _explaining(self, standing: Pieces, touches: tuple[Touch, ...]) -> tuple[Chain, ...]:
        return self._chains.explaining(standing, touches) if self._chains is not None else ()

    def _is_build(self, touches: tuple[Touch, ...]) -> bool:
        """Whether the last of these touches would be a build, if the worker went back."""
        return any(chain.used == len(touches) for chain in self._explaining(self._pieces, touches))

    def _note_touch(self, missing: Pieces, extra: Pieces) -> tuple[Touch, ...]:
        """Remember where a lone worker rests away from its place; gives the touches before that."""
        if len(extra) != 1:
            return self._touches
        square, seat = next(iter(extra))
        own = [place for place, owner in missing if owner is seat]
        earlier = self._touches[:-1] if self._touches and self._touches[-1].square == square else self._touches
        self._touches = (*earlier, Touch(own[0] if len(own) == 1 else None, square))
        return earlier

    def _must_wait(self, rested: int, wanted: int) -> bool:
        """Whether the pieces have to rest longer; looks again in time if so."""
        if rested >= wanted:
            return False
        self._due = self._tracker.since + wanted
        return True

    def _may_vanish(self) -> bool:
        """Whether a legal step leads to just these pieces and takes a worker off the board."""
        seen = outline(self._tracker.world or frozenset())
        return any(outline(world) == seen for world in self._expected.likely)

    def _origin(self, game: Game, missing: Pieces) -> Square | None:
        """Where the worker in the hand came from: the only one missing, or the only one of the seat to act."""
        own = [square for square, seat in missing if seat is game.to_act]
        candidates = own if len(own) == 1 else [square for square, _ in missing]
        return candidates[0] if len(candidates) == 1 else None

    def _restore(self, standing: Pieces, message: Message) -> BoardStatus:
        expected = dict(self._pieces)
        found = dict(standing)
        differences = []
        for square in sorted(set(expected) | set(found)):
            wanted, seen = expected.get(square), found.get(square)
            if seen is None and wanted is not None:
                differences.append(Difference(square, DifferenceKind.MISSING, wanted))
            elif wanted is None and seen is not None:
                differences.append(Difference(square, DifferenceKind.EXTRA, seen))
            elif seen is not None and seen is not wanted:
                differences.append(Difference(square, DifferenceKind.WRONG_SEAT, seen))
        return BoardStatus(BoardMode.RESTORE, None, tuple(differences), message)

    def _reason(self, game: Game, missing: Pieces, extra: Pieces) -> Message:
        """Why this is not a legal step, if that is what it looks like."""
        reason: Reason | None = None
        if len(extra) == 1 and game.view(PUBLIC).options:
            to, seat = next(iter(extra))
            origins = [square for square, owner in missing if owner is seat]
            if len(origins) == 1 == len(missing):
                reason = game.why_not(Move(origins[0], to))
            elif not missing and seat is game.to_act:
                reason = game.why_not(Place(to))
        return Message("board.differs") if reason is None else Message(reason.key, reason.args)

    def _unclear(self, at: int) -> BoardStatus:
        """The status while a reading at rest fits nothing clearly."""
        since = self._tracker.unclear_since
        if since is None or at - since < self._timing.unsure or self._status.mode is BoardMode.IN_HAND:
            return self._status
        squares = " ".join(square_name(Square(square)) for square in sorted(self._tracker.doubt))
        message = Message("board.unsure", (("squares", squares),)) if squares else Message("board.unreadable")
        return BoardStatus(BoardMode.UNSURE, message=message)
