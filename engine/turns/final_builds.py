"""The builds that end a turn and from which nothing follows. Most turns end with one, so all are made at once."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Build, Piece
from engine.effects import Option
from engine.squares import BITS, Mask
from engine.state import State
from engine.turns.flow import Between, close_turn


def only_builds_are_left(state: State, options: list[Option]) -> bool:
    """Whether the turn ends with any of these options, each a build that nothing follows from."""
    return (
        len(state.agenda) == 1
        and state.roles.ignore_builds
        and not any(option.then or option.effects or not isinstance(option.action, Build) for option in options)
    )


def built_ends(state: State, options: list[Option]) -> Iterator[tuple[Option, Between]]:
    """Where the turn ends with each of some builds that nothing follows from: all but the piece is the same."""
    resting, seat, extra = close_turn(state)
    levels, domes = state.levels, state.domes
    for option in options:
        build = option.action
        if isinstance(build, Build):
            on = build.on
            if build.piece is Piece.DOME:
                built = resting.with_piece(levels, Mask(domes | BITS[on]), None, ())
            else:
                built = resting.with_piece((*levels[:on], levels[on] + 1, *levels[on + 1 :]), domes, None, ())
            yield option, Between(built, seat, extra)
