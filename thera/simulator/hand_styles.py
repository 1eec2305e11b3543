"""The ways of simulated hands to carry out a step, careful and sloppy, and the figures about touching and hovering."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from random import Random


class HandStyleName(StrEnum):
    """A way of carrying out a step, with its own figures."""

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
    STEP_FIRST = "step_first"
    """If a rule moves the worker on, or takes another off the board, hands do the step itself, and the rest when the
    table asks for it."""
    HESITATE = "hesitate"
    """Before a build it is held over the square of the build, and taken home."""

    SLIDE_WITH_RESTS = "slide_with_rests"
    """It is pushed over other squares and rests on them."""
    TWO_LIFTED = "two_lifted"
    """Another worker is lifted, too, and put back."""
    OFF_CENTRE = "off_centre"
    """It is put down 12 to 15 mm off the middle."""
    SECOND_CHANGE = "second_change"
    """The next step is begun as soon as the hand is free, before the table has answered."""
    QUICK = "quick"
    """Move and build in one go, faster than the lights."""
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
    """A worker is put on a square that it may not enter, and brought back as the table says."""
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
    HandStyleName.STEP_FIRST,
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
"""The mistakes that the table should report. Such a report is guidance, not a question."""


class FamilyMishap(StrEnum):
    """What happens at a table besides the steps, with its own figures: none of it is careful or sloppy play."""

    FELL_FAR = "fell_far"
    """A worker is knocked off its tower, and lies on the next square or between two."""
    TWO_FELL = "two_fell"
    """Two workers fall one after the other."""
    SNAPPED_TOGETHER = "snapped_together"
    """The magnets of two neighbours pull them together, and they stay so."""
    BOTH_PLACED = "both_placed"
    """Two workers are set down at once as a game begins."""
    HELD_LOW = "held_low"
    """A player thinks for long with the worker just over the square that it enters."""
    PHONE_ON_RIM = "phone_on_rim"
    """A phone is put beside the board and stays for the rest of the game."""


class ScaleMishap(StrEnum):
    """What sloppy hands do at a board that weighs, with its own figures."""

    LEANS = "leans"
    """A hand leans on the rim while the step is done."""
    SLIDES_WOOD = "slides_wood"
    """A block comes down off the middle and is pushed there."""
    THING_ON_PLATE = "thing_on_plate"
    """A phone or a cup is put on the plate, or taken off, before the step."""
    WOOD_FIRST = "wood_first"
    """The block is set while the worker that builds is still in the hand."""
    TWO_AT_ONCE = "two_at_once"
    """One hand puts the worker down while the other sets the block."""
    WRONG_KIND = "wrong_kind"
    """A dome is put where a block belongs, and exchanged as the table says."""
    WRONG_SQUARE = "wrong_square"
    """A block is put where none may be built, and taken off as the table says."""


StepCause = HandStyleName | FamilyMishap | ScaleMishap
"""The way of a step, or what happened before it."""


class TouchKind(StrEnum):
    """The kinds of touches for a build."""

    CLEAN = "clean"
    """For 0.3 to 1.2 s, and steadily."""
    BRIEF = "brief"
    """For 0.18 to 0.3 s."""
    WOBBLING = "wobbling"
    """The worker rocks on the wood."""
    RESTING = "resting"
    """The worker is released, and taken back later."""


@dataclass(frozen=True, slots=True)
class HandHabits:
    """Habits of hands beside the ways of doing a step, as shares from 0 to 1.

    ``hesitates``: builds before which the worker is held over the square and taken home; ``brief`` and ``wobbling``:
    touches of these kinds; ``magnets``: steps at which a watch, a phone or a speaker comes near the board, and
    ``magnet_first``: games in which one is there when the workers are placed; ``block_first``: builds whose block is
    put before the touch, although the guide asks for the touch first. ``repeats`` is the time in ms without a reaction
    after which a touch is repeated; if it is None, players wait for the table.
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


BRIEF_MS = (180.0, 300.0)
WOBBLING_MS = (250.0, 700.0)
WOBBLING_DEGREES = (1.5, 4.0)
CLEAN_MS = (300.0, 1200.0, 450.0)
"""The shortest, the longest and the most usual touch."""
REPEATED_MS = 1200.0
"""The duration of a repeated touch."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A touch of a square: for ``duration`` ms, or the usual time if it is None, rocking by ``wobble`` degrees."""

    kind: TouchKind
    duration: float | None
    wobble: float = 0.0


def drawn_touch(habits: HandHabits, chance: Random) -> Touch:
    """Draw a touch of hands with these habits."""
    if habits.repeats is None:
        return Touch(TouchKind.CLEAN, None)
    drawn = chance.random()
    if drawn < habits.brief:
        return Touch(TouchKind.BRIEF, chance.uniform(*BRIEF_MS))
    if drawn < habits.brief + habits.wobbling:
        return Touch(TouchKind.WOBBLING, chance.uniform(*WOBBLING_MS), chance.uniform(*WOBBLING_DEGREES))
    return Touch(TouchKind.CLEAN, chance.triangular(*CLEAN_MS))


class TouchOutcome(StrEnum):
    """The result of a touch: it was read; it was missed and the table said so; it was missed without a report."""

    READ = "read"
    SAID = "said"
    SILENT = "silent"


class TableDoubt(StrEnum):
    """A doubt of the table: whether a square was touched, where workers stand, or which step was meant."""

    TOUCH = "touch"
    PIECES = "pieces"
    WHICH = "which"


class HoverOutcome(StrEnum):
    """The result of holding a worker over a square and taking it home: the table played something, it reported
    something, or it did not react."""

    BELIEVED = "believed"
    ASKED = "asked"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class TouchFigures:
    """Touches of one kind: their number, the number of missed ones, and whether the table said so."""

    touches: int
    missed: int
    said: int
    silent: int

    @classmethod
    def of(cls, outcomes: Iterable[TouchOutcome]) -> TouchFigures:
        """Over these."""
        every = list(outcomes)
        said, silent = every.count(TouchOutcome.SAID), every.count(TouchOutcome.SILENT)
        return cls(len(every), said + silent, said, silent)


@dataclass(frozen=True, slots=True)
class HoverFigures:
    """Hovering hands: their number, and the numbers that the table believed or asked about."""

    hovers: int
    believed: int
    asked: int

    @classmethod
    def of(cls, outcomes: Iterable[HoverOutcome]) -> HoverFigures:
        """Over these."""
        every = list(outcomes)
        return cls(len(every), every.count(HoverOutcome.BELIEVED), every.count(HoverOutcome.ASKED))
