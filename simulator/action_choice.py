"""What simulated players choose to do: legal steps by chance, and the squares on which to do them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from engine import Action, Build, Done, Game, Move, Piece, Seat, Square
from engine.squares import BITS, are_neighbors
from hardware.virtual_hands import HandQueue
from simulator.simulated_player import Carrying, carryings, shown_after
from table.moves.analysed_positions import keeps_every_option
from table.moves.step_search import Pieces, StepSearch, known_to_mover, visible_pieces
from table.session.session_events import ActionSequence

T = TypeVar("T")


class SquareChoice:
    """The squares of a board of ``size`` by ``size``; where several will do, ``chance`` decides."""

    def __init__(self, hands: HandQueue, size: int, chance: Random) -> None:
        self._hands = hands
        self._size = size
        self._chance = chance

    def place(self, job: Carrying) -> Square | None:
        """Where a worker stands that is to be carried; None if it does not."""
        at = next(each.square for each in self._hands.look().pieces if each.piece == job.piece)
        return None if at is None else Square(at)

    def job(self, game: Game, actions: ActionSequence) -> Carrying | None:
        """The only worker that is to be carried from square to square; None for anything else."""
        if not isinstance(actions[0], Move):
            return None
        jobs = carryings(self._hands, shown_after(game, actions))
        return jobs[0] if len(jobs) == 1 and jobs[0].to is not None and self.place(jobs[0]) is not None else None

    def standing(self, of: Seat | None = None, but: str = "") -> list[tuple[str, Square]]:
        """The workers on the board (of one seat; all but one) and their squares."""
        return [
            (each.piece, Square(each.square))
            for each in self._hands.look().pieces
            if each.square is not None and each.piece != but and of in (None, Seat(each.seat))
        ]

    def free(self) -> list[Square]:
        """The squares where a worker can be put."""
        seen = self._hands.look()
        taken = {each.square for each in seen.pieces}
        size = self._size
        squares = [Square(5 * rank + file) for rank in range(size) for file in range(size)]
        return [each for each in squares if each not in taken and not seen.domes[each]]

    def free_beside(self, one: Square, other: Square) -> list[Square]:
        """The free squares that neighbor both, in any order."""
        beside = [each for each in self.free() if are_neighbors(each, one) and are_neighbors(each, other)]
        return self.shuffled(beside)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """These in any order."""
        some = list(things)
        self._chance.shuffle(some)
        return some


def means_something(game: Game, start: Square, over: Square, end: Pieces) -> bool:
    """Whether a worker that rests on a square on its way to another could be read as more than that."""
    for action in game.legal_actions():
        match action:
            case Build(on=on) if on == over:
                return True
            case Move(worker=worker, to=to) if (worker, to) == (start, over):
                played = game.play(action)
                further = known_to_mover(played)
                if played.plies[-1].barrier or further.outcome is not None or game.turn != further.turn:
                    return True
                if end in (visible_pieces(further), *(visible_pieces(each) for each in _next_games(further))):
                    return True
            case _:
                pass
    return False


def tapped(game: Game) -> frozenset[Square]:
    """The squares that a worker may touch to build there, now or once the open step is declined."""
    if game.to_act is None:
        return frozenset()
    actions = (*game.legal_actions(), *game.view(game.to_act).after_done)
    return frozenset(each.on for each in actions if isinstance(each, Build))


def explained(game: Game, standing: Pieces) -> bool:
    """Whether legal steps lead to these workers."""
    return bool(StepSearch(game).explaining(standing))


def could_stand(game: Game, confirmed: int, standing: Pieces) -> bool:
    """Whether these workers could be the result of other legal steps of this turn, or of taking steps back; the first
    ``confirmed`` steps cannot be."""
    return any(explained(each, standing) or visible_pieces(each) == standing for each in earlier(game, confirmed))


def earlier(game: Game, standing: int) -> Iterator[Game]:
    """The game, and as it was before each step that can be taken back; the first ``standing`` cannot."""
    yield game
    while len(game.plies) > standing and game.plies[-1].barrier is None:
        game = game.undo()
        yield game


def leads_back(game: Game, actions: ActionSequence, confirmed: int) -> bool:
    """Whether these steps only lead back to where others began: it looks as if those were taken back, for no more can
    be done than before. The first ``confirmed`` steps of the game cannot be taken back."""
    if not isinstance(actions[-1], Move):
        return False
    shown = shown_after(game, actions)
    before = [each for each in earlier(game, confirmed) if each is not game and visible_pieces(each) == shown]
    if not before:
        return False
    for action in actions:
        game = game.play(action)
    return any(keeps_every_option(known_to_mover(each), known_to_mover(game)) for each in before)


def _next_games(game: Game) -> Iterator[Game]:
    """The games one step further, in the same turn."""
    for action in game.legal_actions():
        if not isinstance(action, Done):
            yield game.play(action)


SHIFTS = 0.15
"""The share of moves that are done as two in one carry."""


def choose(game: Game, confirmed: int, chance: Random) -> Action:
    """A legal step that does not only lead back, if there is one. The first ``confirmed`` steps of the game cannot be
    undone."""
    legal = game.legal_actions()
    return liked(game, [each for each in legal if not leads_back(game, (each,), confirmed)] or legal, chance)


def liked(game: Game, actions: Sequence[Action], chance: Random) -> Action:
    """One of these, rather one that lets a game go on."""
    return chance.choices(actions, [_liking(game, action) for action in actions])[0]


def choose_carry(game: Game, first: Action, confirmed: int, chance: Random) -> ActionSequence:
    """The step with another move of the same worker, if both are done in one carry; else the step alone."""
    # What hands do at once the player must foresee: into the unknown they go one step at a time.
    if not isinstance(first, Move) or chance.random() >= SHIFTS or known_to_mover(game) is not game:
        return (first,)
    after = game.play(first)
    if (after.turn, after.to_act) != (game.turn, game.to_act):
        return (first,)
    single = single_steps(game)
    both = [(first, each) for each in after.legal_actions() if isinstance(each, Move) and each.worker == first.to]
    further = [each for each in both if shown_after(game, each) not in single]
    further = [each for each in further if not leads_back(game, each, confirmed)]
    return chance.choice(further) if further else (first,)


def single_steps(game: Game) -> set[Pieces]:
    """The workers after no step or a single one: a carry that one step explains is that step, and one that ends where
    it began is none."""
    return {visible_pieces(game), *(shown_after(game, (each,)) for each in game.legal_actions())}


def _liking(game: Game, action: Action) -> float:
    levels = game.state.levels
    match action:
        case Move(worker=worker, to=to):
            rise = levels[to] - levels[worker]
            return 6.0 if rise > 0 else 1.0 + levels[to] if rise == 0 else 0.7
        case Build(on=on, piece=Piece.BLOCK):
            beside_dome = bool(game.state.domes & BITS[on])
            return 0.5 if beside_dome else 1.5 + levels[on]
        case Build():
            return 0.6
        case Done():
            return 1.5
        case _:
            return 3.0
