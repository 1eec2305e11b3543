"""The numbers by which magnets are fitted: errors of readings and of the field model, where searches begin and end.

Each says where it comes from: physics, a measurement, or a choice. A choice was not measured by itself; the recorded
traces in ``tests/golden`` were read with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import SQUARE_COUNT


@dataclass(frozen=True, slots=True)
class NoiseModel:
    """The errors of readings and of the field model. Fields in mT, lengths in mm. All but ``reach`` and
    ``unlikely_penalty`` are standard deviations.

    ``noise`` is that of one frame, ``floor`` what averaging does not reduce (steps of the converter, drift), ``zero``
    the error of the baseline, which counts where there is no reference, ``further_zero`` the
    same of a sensor outside the squares, whose zero is not calibrated, ``drifted`` how far a sensor's zero may have
    drifted since no magnet was near. ``gain`` is the relative error of a single sensor, ``strength`` that of a magnet
    at all sensors alike. ``gap`` is the error of the height of a worker on the ground and ``block`` what each block
    adds to it. ``placement`` is how far off the middle hands put a worker in each direction, ``reach`` how far off it a
    worker still stands on its square. ``unlikely_penalty`` is the log-likelihood that an unlikely arrangement has to
    make up.

    All are choices. The boards of ``make reading`` have errors of these sizes and greater ones.
    """

    noise: float = 0.03
    floor: float = 0.02
    zero: float = 0.06
    further_zero: float = 0.3
    drifted: float = 0.2
    gain: float = 0.07
    strength: float = 0.05
    gap: float = 0.7
    block: float = 0.6
    placement: float = 5.0
    reach: float = 20.0
    unlikely_penalty: float = 3.0

    def zeros(self, channels: int) -> tuple[float, ...]:
        """The errors of the baselines of so many channels: those of squares, then those of further sensors."""
        return (self.zero,) * SQUARE_COUNT + (self.further_zero,) * (channels - SQUARE_COUNT)

    def rise(self, level: int) -> float:
        """The standard deviation of the height of a worker on this many blocks."""
        return self.gap + self.block * level


# -- searches

ENOUGH_GAIN = 0.2
"""A step that gains less log-likelihood than this is the last one. Choice."""

STEP_SHARES = (1.0, 0.4, 0.15)
"""Which shares of a Gauss-Newton step are tried until one is better. Choice."""

MOST_STEPS = 12
"""How many steps a search on a square takes at most. Choice."""

FURTHER_STEPS = 1.5
"""How many times the gain that a step predicts a search may still gain. Choice: steps are not quite linear."""

# -- a magnet on a square (`magnet_fit.py`)

SQUARE_STARTS = (
    tuple((7.0 * east, 7.0 * north) for north in (0, -1, 1, -2, 2) for east in (0, -1, 1, -2, 2)),
    tuple((10.0 * east, 10.0 * north) for north in (0, -1, 1) for east in (0, -1, 1)),
    ((0.0, 0.0),),
    ((0.0, 0.0),),
    ((0.0, 0.0),),
)
"""Where a search begins on each level, in mm east and north of the middle. Physics: near the sensor the field is steep,
high above it is not."""

START_SPREAD = 0.2
"""How far the field may be off where a search begins, as a share of it. Choice."""

BOUND_DEVIATIONS = 2.5
"""How many standard deviations of a magnet's strength its bound allows for. Choice."""

BOUND_CLEARANCE = 5.0
"""How many mm further than its height a magnet counts when its rise becomes a share of its field. Choice."""

STRENGTH_DEVIATIONS, RISE_DEVIATIONS = 4, 3
"""By how many standard deviations a fit may change the strength and the height of a magnet. Choice."""

# -- a magnet in a hand (`magnet_fit.py`)

HELD_GAIN = 0.08
"""The relative error of the field of a held magnet. Choice: a little more than that of one that stands, since a hand
may tilt it."""

STILL_HAND_PENALTY = 3.0
"""The log-likelihood that a hand costs that holds a worker still near the board. Choice."""

TREMOR = 0.5
"""The least tremor of a hand in the air, root mean square, in mm. Physics of hands."""

TREMOR_SHOWN = 0.08
"""The tremor of one sensor in mT that is as unlikely, in a reading at rest, as one standard deviation. Choice: what a
rest lets pass (`sensors.limits.DRIFT`) and the noise."""

UNSEEN_TREMOR_PENALTY = 8.0
"""The log-likelihood that a tremor that does not show costs at most. Choice."""

LOWEST_HAND, HIGHEST_HAND = 25.0, 250.0
"""How many mm above the sensors the magnet of a hand is at least and at most. Physics: the lowest is about one block
high; from the highest up nothing is felt."""

HAND_HEIGHT, HAND_HEIGHT_SPREAD = 110.0, 35.0
"""How many mm above the sensors hands hold magnets, and how far that varies. Choice."""

HAND_SPREAD = 2.2
"""How far hands are from the middle of the board, in squares. Choice: anywhere above it."""

HAND_FALL = 0.6
"""The share of its height to which a step lowers a hand at most. Choice."""

LOW_HAND_STARTS, HAND_GRID = (30.0, 45.0, 70.0), (55.0, 100.0)
"""The heights in mm at which a search begins, near the sensor that feels most and all over the board. Choice."""

LOW_HAND_SPREAD, HAND_GRID_SPREAD = 0.3, 0.5
"""How far the field may be off at these places, as a share of it. Choice."""

MOST_HAND_STEPS = 15
"""How many steps a search for a hand takes at most. Choice."""

# -- several magnets (`magnet_fit.py`)

JOINT_ROUNDS = 5
"""How many rounds are made at most. Choice."""

SETTLED, SETTLED_SHARE = 0.1, 0.002
"""A round that gains no more than this, and this share of the misfit that is left, is the last one. Choice."""

FIRST_ROUND_STEPS = 1
"""How many steps each magnet takes in the first round, in which the others are not where they belong yet. Choice."""

FIRST_ROUND_GAIN, FIRST_ROUND_SHARE = 40.0, 0.02
"""How much log-likelihood the rounds after the first may gain together: this much, and this share of what there is.
Choice."""

FURTHER_ROUND_GAIN = 2.0
"""The same for the rounds after a later one, as a factor of what that one gained. Choice."""

# -- dipoles (`dipole_fit.py`)

DIPOLE_GAIN = 0.1
"""How much log-likelihood a position has to gain to be better than another. Choice."""
