"""Positions of a game, each analysed once: the present one, the earlier ones of the turn, and the arrangements that the
tracker may expect from there.

The follower believes a move early, because it can be revised: the worker may go on to another square, or back to where
it came from. So the positions of the unconfirmed turn stay known, back to its last secret or its beginning.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from engine import PUBLIC, Action, Build, Done, Game, Move, Place, Seat, Square
from engine.actions import Force, RemoveWorker, Swap
from engine.secrets import reveals
from perception.arrangements import Arrangement, ExpectedArrangements, StandingMagnet
from table.moves.step_search import Pieces, StepSearch, StepSequence, known_to_mover, placed, visible_pieces
from table.moves.worker_ownership import Polarities

_CARRIED = 2
"""The number of places in which the pieces differ when one worker was carried. A search for two carried workers takes
too long."""
_LATEST = 2
"""The most earlier positions from which several steps are searched, since that takes long."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """A legal step that moves workers, and where the workers stand after it; also, if different, where they stand when
    its worker has just come to the square of the step and still has to be carried on, or others still have to be taken
    off."""

    action: Action
    standing: Pieces


def keeps_every_option(before: Game, after: Game) -> bool:
    """Check whether the earlier position ``before`` of a turn has the same pieces as ``after``, and every action that
    is legal there: then the steps between them have no effect. Both games are as the seat to act knows them."""
    seat = before.to_act
    if seat is None or after.to_act is not seat or after.turn != before.turn:
        return False
    was, now = before.view(seat), after.view(seat)
    unchanged = (was.levels, was.domes, was.workers, was.tokens) == (now.levels, now.domes, now.workers, now.tokens)
    return unchanged and set(now.options) <= set(was.options) and set(now.after_done) <= set(was.after_done)


class AnalysedPosition:
    """A position from which players make steps, or to which they may go back. Its properties are computed when they are
    first asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def known(self) -> Game:
        """The game as the seat to act knows it."""
        return known_to_mover(self.game)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have workers: every player's, of a team only the first player's."""
        first: dict[int, Seat] = {}
        for player in self.game.setup.players:
            first.setdefault(player.team, player.seat)
        return tuple(first.values())

    @property
    def mover(self) -> Seat | None:
        """The seat whose workers the seat to act moves; None when the game is over."""
        to_act = self.game.to_act
        if to_act is None or to_act in self.seats:
            return to_act
        teams = {player.seat: player.team for player in self.game.setup.players}
        return next(seat for seat in self.seats if teams[seat] == teams[to_act])

    def is_final(self, sequence: StepSequence) -> bool:
        """Check whether these steps cannot be taken back: they end the game, test something secret or draw a card."""
        new_plies = sequence.after.plies[-len(sequence.actions) :]
        if sequence.after.outcome is not None or any(ply.barrier for ply in new_plies):
            return True
        return any(reveals(self.game.state, action) for action in sequence.actions)

    @cached_property
    def pieces(self) -> Pieces:
        """The workers that are visible to everybody."""
        return visible_pieces(self.game)

    @cached_property
    def search(self) -> StepSearch:
        """The search for legal steps from here."""
        return StepSearch(self.game)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """The heights of the 25 squares in pieces, domes included."""
        view = self.game.view(PUBLIC)
        return tuple(level + (Square(square) in view.domes) for square, level in enumerate(view.levels))

    @cached_property
    def results(self) -> tuple[StepResult, ...]:
        """The results of each legal step that moves workers, as far as the seat to act can foresee them: the last one
        first."""
        known = self.known
        found = []
        for action in known.legal_actions():
            if isinstance(action, Place | Move | Force | Swap | RemoveWorker):
                after = placed(known.workers_after(action))
                found.append(StepResult(action, after))
                entering = placed(known.workers_entering(action)) if isinstance(action, Move) else after
                if entering != after:
                    found.append(StepResult(action, entering))
        return tuple(found)

    @cached_property
    def placed_together(self) -> tuple[Pieces, ...]:
        """The workers after two placements of the seat to act, which both hands may make at once."""
        found: dict[Pieces, None] = {}
        for result in self.results:
            if not isinstance(result.action, Place) or result.standing == self.pieces:
                continue  # placed in secret, it stands on no board
            after = self.known.play(result.action)
            if after.to_act is not self.known.to_act or after.turn != self.known.turn:
                continue
            for action in after.legal_actions():
                if isinstance(action, Place) and self.mover is not None:
                    found[result.standing | {(action.square, self.mover)}] = None
        return tuple(found)

    @cached_property
    def to_place(self) -> tuple[Seat, ...]:
        """The seats of the workers that are still to be placed before the first turn, one for each worker."""
        seats, after = [], self.known
        while (place := next((each for each in after.legal_actions() if isinstance(each, Place)), None)) is not None:
            position = AnalysedPosition(after)
            if position.mover is None or after.turn != self.game.turn:
                break
            seats.append(position.mover)
            after = after.play(place)
        return tuple(seats)

    def placed_early(self, standing: Pieces, *, locked: bool) -> Pieces:
        """Return those of these workers that were put there before it is their seat's turn to place them, if it will
        be. While the game is ``locked`` it is no seat's turn."""
        later = Counter(seat for seat in self.to_place if locked or seat is not self.mover)
        early = frozenset(piece for piece in standing - self.pieces if later[piece[1]])
        return early if Counter(seat for _, seat in early) <= later else frozenset()


@dataclass(frozen=True, slots=True)
class Revision:
    """The last ``undone`` steps are taken back, and one of ``sequences`` is made instead, if there is one.
    ``undone_builds`` are the builds among the steps taken back."""

    undone: int
    sequences: tuple[StepSequence, ...] = ()
    undone_builds: tuple[Build, ...] = ()


class EarlierPositions:
    """The earlier positions of one game to which the players may go back, the latest first."""

    def __init__(self, positions: tuple[AnalysedPosition, ...] = ()) -> None:
        self.positions = positions

    @classmethod
    def of(cls, game: Game, undoable: int, known: tuple[AnalysedPosition, ...]) -> EarlierPositions:
        """Return the positions before the last ``undoable`` steps of a game, as far back as the last step that revealed
        a secret. ``known`` positions are used again instead of being analysed again."""
        positions: list[AnalysedPosition] = []
        for _ in range(min(undoable, len(game.plies))):
            if game.plies[-1].barrier is not None:
                break
            game = game.undo()
            seen = next((each for each in known if each.game.state is game.state), None)
            positions.append(seen or AnalysedPosition(game))
        return cls(tuple(positions))

    def actions(self, game: Game) -> tuple[Action, ...]:
        """Return the action that was taken at each earlier position, the latest first."""
        return tuple(ply.action for ply in reversed(game.plies[len(game.plies) - len(self.positions) :]))

    def made(self, game: Game, undone: int) -> tuple[Action, ...]:
        """Return the last ``undone`` actions, in their order."""
        return self.actions(game)[:undone][::-1]

    def matching(self, game: Game, standing: Pieces) -> Revision | None:
        """Return the way back to the nearest earlier position with exactly these workers; None if there is none."""
        actions = self.actions(game)
        for undone, position in enumerate(self.positions, start=1):
            if position.pieces == standing:
                return Revision(undone, (), tuple(each for each in actions[:undone] if isinstance(each, Build)))
        return None

    def leads_back(self, game: Game, standing: Pieces, sequences: tuple[StepSequence, ...]) -> bool:
        """Check whether the steps of ``sequences``, which lead to these workers, change nothing: an earlier position
        has the same pieces, and every action that is legal after the steps is legal there, too. Then the player takes
        steps back, or returns a worker to the square from which it was pushed."""
        back = self.matching(game, standing)
        if back is None:
            return False
        before = self.positions[back.undone - 1].known
        return all(keeps_every_option(before, sequence.after) for sequence in sequences)

    def alternative(self, game: Game, standing: Pieces) -> Revision | None:
        """Another way to these workers: one legal step from the nearest earlier position that has such a step, else
        several steps of a single worker from one of the latest. Builds stay: a player who wants to move differently
        takes them back first."""
        moved = takewhile(lambda action: not isinstance(action, Build), self.actions(game))
        earlier = [
            (undone, position) for undone, (position, _) in enumerate(zip(self.positions, moved, strict=False), 1)
        ]
        for undone, position in earlier:
            if any(result.standing == standing for result in position.results):
                return Revision(undone, position.search.explaining(standing))
        for undone, position in earlier[:_LATEST]:
            sequences = position.search.explaining(standing) if len(position.pieces ^ standing) <= _CARRIED else ()
            if sequences:
                return Revision(undone, sequences)
        return None


def arrangement_of(standing: Pieces, heights: tuple[int, ...], polarities: Polarities) -> Arrangement:
    """Return the hypothesis that these workers stand on towers of these heights (in pieces)."""
    return frozenset(StandingMagnet(square, heights[square], polarities[seat]) for square, seat in sorted(standing))


def expectation(
    position: AnalysedPosition, earlier: EarlierPositions, polarities: Polarities, *, locked: bool
) -> ExpectedArrangements:
    """Return the hypotheses that are reachable from a position. While the game is ``locked`` no step may be made, but
    steps may still be taken back."""
    game, heights = position.game, position.heights
    likely: dict[Arrangement, None] = {}
    unlikely: dict[Arrangement, None] = {}
    landings: set[int] = set()
    touchable: set[int] = set()
    if not locked:
        touchable |= _touchable(position)
        for result in position.results:
            if _several_change(position.pieces, result.standing):
                likely[arrangement_of(result.standing, heights, polarities)] = None
            landings |= _landings(position.pieces, result)
        for standing in position.placed_together:
            unlikely[arrangement_of(standing, heights, polarities)] = None
    for before, action in zip(earlier.positions, earlier.actions(game), strict=True):
        likely[arrangement_of(before.pieces, heights, polarities)] = None
        if before.heights != heights:
            likely[arrangement_of(before.pieces, before.heights, polarities)] = None
        if isinstance(action, Move | Place | Force):
            landings |= {square for result in before.results for square in _landings(before.pieces, result)}
    box = () if locked else tuple(polarities[seat] for seat in position.to_place)
    if game.turn == 0:  # hands may set up the workers in any order
        box += tuple({polarities[seat] for seat in position.seats} - set(box))
    now = arrangement_of(position.pieces, heights, polarities)
    awaited = frozenset(touchable) if not locked and _only_builds(position) else frozenset()
    return ExpectedArrangements(
        now,
        heights,
        tuple(likely),
        frozenset(landings),
        frozenset(touchable),
        tuple(sorted(box)),
        awaited,
        unlikely=tuple(unlikely),
    )


def _only_builds(position: AnalysedPosition) -> bool:
    """Check whether a lifted worker can only touch a square, to build there."""
    return all(isinstance(action, Build | Done) for action in position.known.legal_actions())


def _touchable(position: AnalysedPosition) -> set[int]:
    """Return the squares on which a build is legal now or after "done"."""
    actions = (*position.known.legal_actions(), *position.game.view(PUBLIC).after_done)
    return {int(action.on) for action in actions if isinstance(action, Build)}


def _landings(before: Pieces, result: StepResult) -> set[int]:
    """Return the squares on which a worker comes to stand by a step: the mover's own, if the step brings workers to new
    squares."""
    match result.action:
        case Place(square=square):
            return {square}
        case Move(worker=worker, to=to) | Force(worker=worker, to=to) | Swap(mine=worker, theirs=to):
            seat = dict(before).get(worker)
            return {to} | {int(square) for square, owner in result.standing - before if owner is seat}
        case _:
            return set()


def _several_change(before: Pieces, after: Pieces) -> bool:
    """Check whether more than one worker changes places. The tracker tries every single landing anyway."""
    return max(len(after - before), len(before - after)) > 1
