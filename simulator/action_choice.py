"""What simulated players choose: legal steps by chance, with a liking for climbing and for what their powers offer."""

from __future__ import annotations

from random import Random

from engine import Action, Build, Done, Game, Move, Piece
from engine.squares import BITS
from simulator.simulated_player import shown_after
from simulator.square_choice import leads_back
from table.moves.step_search import known_to_mover, visible_pieces
from table.session.session_events import ActionSequence

SHIFTS = 0.15
"""How often two moves in a row are done in one carry."""


def choose(game: Game, confirmed: int, chance: Random) -> Action:
    """A legal step; where there is another, none that only leads back. The first ``confirmed`` steps of the game cannot
    be taken back."""
    legal = game.legal_actions()
    actions = [each for each in legal if not leads_back(game, (each,), confirmed)] or legal
    return chance.choices(actions, [_liking(game, action) for action in actions])[0]


def choose_carry(game: Game, first: Action, confirmed: int, chance: Random) -> ActionSequence:
    """The step with another move of the same worker, if it is to be done in the same carry; else the step alone. Both
    do not only lead back."""
    # What hands do at once the player must foresee: into the unknown they go one step at a time.
    if not isinstance(first, Move) or chance.random() >= SHIFTS or known_to_mover(game) is not game:
        return (first,)
    after = game.play(first)
    if (after.turn, after.to_act) != (game.turn, game.to_act):
        return (first,)
    # A carry that one step explains is that step, and one that ends where it began is none.
    single = {visible_pieces(game), *(shown_after(game, (each,)) for each in game.legal_actions())}
    both = [(first, each) for each in after.legal_actions() if isinstance(each, Move) and each.worker == first.to]
    further = [each for each in both if shown_after(game, each) not in single]
    further = [each for each in further if not leads_back(game, each, confirmed)]
    return chance.choice(further) if further else (first,)


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
