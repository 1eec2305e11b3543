"""The ways in which simulated hands carry out a step: careful and sloppy ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class HandStyleName(StrEnum):
    """A way of carrying out a step, for which the figures are counted separately."""

    PLAIN = "plain"
    """The worker is lifted, carried and put down; a build is one touch."""
    LIFT_AND_THINK = "lift_and_think"
    """The worker stays in the hand for up to three seconds."""
    SLIDE = "slide"
    """It is pushed along the board."""
    PUT_BACK = "put_back"
    """It is lifted and put back before the step is done."""
    ANY_ORDER = "any_order"
    """Two or more workers go to other squares, in whatever order and with one hand or both."""
    SEVERAL_IN_ONE_CARRY = "several_in_one_carry"
    """Two moves in one carry."""
    HESITATE = "hesitate"
    """Before a build it is held over the square where it means to build, and taken home."""

    SLIDE_WITH_RESTS = "slide_with_rests"
    """It is pushed over other squares and rests on them."""
    TWO_LIFTED = "two_lifted"
    """Another worker is lifted, too, and put back."""
    OFF_CENTRE = "off_centre"
    """It is put down 12 to 15 mm off the middle."""
    SECOND_CHANGE = "second_change"
    """The next step is begun as soon as the hand is free, before the table has answered."""
    QUICK = "quick"
    """Move and build in one go, quicker than the lights."""
    HOVER = "hover"
    """It is held low over another square for a second."""
    HESITANT_TAP = "hesitant_tap"
    """The touch of a build takes long."""
    UNMEANT_TAP = "unmeant_tap"
    """A square is touched by mistake, and the build taken back with the button."""
    KNOCKED_OVER = "knocked_over"
    """Another worker falls over and is stood up again."""
    ROLLED = "rolled"
    """Another worker falls, rolls to the next square and is put back."""
    TAKEBACK = "takeback"
    """Another move is done first and taken back by moving back."""
    ILLEGAL_MOVE = "illegal_move"
    """A worker is put where it may not go, and brought back as the table says."""
    OFF_THE_BOARD = "off_the_board"
    """A worker is laid beside the board for a while."""
    BLOCK_FORGOTTEN = "block_forgotten"
    """A touch reports the build, and no block is put."""
    WRONG_TOWER = "wrong_tower"
    """The block goes on another tower than the one touched."""
    TWO_BLOCKS = "two_blocks"
    """Two blocks are put instead of one."""


CAREFUL = (
    HandStyleName.PLAIN,
    HandStyleName.LIFT_AND_THINK,
    HandStyleName.SLIDE,
    HandStyleName.PUT_BACK,
    HandStyleName.ANY_ORDER,
    HandStyleName.SEVERAL_IN_ONE_CARRY,
    HandStyleName.HESITATE,
)
SLOPPY = tuple(cause for cause in HandStyleName if cause not in CAREFUL)
MISTAKES = (
    HandStyleName.KNOCKED_OVER,
    HandStyleName.ROLLED,
    HandStyleName.ILLEGAL_MOVE,
    HandStyleName.OFF_THE_BOARD,
    HandStyleName.BLOCK_FORGOTTEN,
    HandStyleName.WRONG_TOWER,
    HandStyleName.TWO_BLOCKS,
)
"""Mistakes that the table should notice and report. That is guidance, not a question."""


class TouchKind(StrEnum):
    """How a square was touched for a build."""

    CLEAN = "clean"
    """For 0.3 to 1.2 s, and steadily."""
    BRIEF = "brief"
    """For 0.18 to 0.3 s."""
    WOBBLING = "wobbling"
    """The worker rocks on the wood."""
    RESTING = "resting"
    """The worker is let go of, and taken back later."""


@dataclass(frozen=True, slots=True)
class HandHabits:
    """What hands do beside the ways of doing a step, as shares from 0 to 1.

    ``hesitates``: builds before which the worker is held over the square and taken home; ``brief`` and ``wobbling``:
    touches of these kinds; ``magnets``: steps at which a watch, a phone or a speaker comes near the board, and
    ``magnet_first``: games in which one is there when the workers are placed; ``block_first``: builds whose block is
    put before the touch, although the guide asks for the touch first. ``repeats`` is after how many ms without a word
    a touch is repeated (None: players wait for the table).
    """

    hesitates: float
    brief: float
    wobbling: float
    magnets: float
    magnet_first: float
    block_first: float
    repeats: float | None


NO_HABITS = HandHabits(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, None)
CAREFUL_HABITS = HandHabits(
    hesitates=0.05, brief=0.04, wobbling=0.06, magnets=0.02, magnet_first=0.05, block_first=0.0, repeats=3000.0
)
SLOPPY_HABITS = HandHabits(
    hesitates=0.1, brief=0.1, wobbling=0.2, magnets=0.03, magnet_first=0.05, block_first=0.1, repeats=3000.0
)
