"""The numbers by which interference is fitted and weighed: stray magnets, fallen workers, sensors that fail.

Each says where it comes from: physics, a measurement, or a choice. A choice was not measured by itself; the recorded
traces in ``tests/golden`` were read with it, and ``make magnet-beside`` shows what another number does beside a magnet.
"""

from __future__ import annotations

# -- how unlikely each kind is (`interference_fit.py`, `interference_decoder.py`)

BROKEN_PRIOR = 9.0
"""The negative log-likelihood, before any reading, that a sensor fails. Choice, as the next five. Each includes the
freedom of its fit."""

EXCHANGED_PRIOR = 14.0
"""The same of two sensors that are exchanged."""

RIGHTED_PRIOR = 2.0
"""The same of two that are believed to be exchanged and never were."""

SHIFTED_PRIOR = 12.0
"""The same of a board that was moved."""

STRAY_PRIOR = 18.0
"""The same of a magnet beside the board."""

FALLEN_PRIOR = 14.0
"""The same of a worker that fell over."""

UNSEEN_FAILURE = 12.0
"""What it costs that a sensor failed unnoticed. Choice."""

TWO_AT_ONCE = 8.0
"""What it costs that a magnet of the game moved as interference appeared. Choice."""

DROPPED = 12.0
"""What it costs that a worker fell that was in a hand. Choice."""

PUT_DOWN = 2.0
"""What it costs that a worker that was in a hand came down as interference appeared. Choice: in the end all do."""

DESCENT_SEEN = 12.0
"""By how much an arrangement is likelier whose worker was seen on its way down. Choice."""

# -- what is unknown of a fitted field (`interference_fit.py`, `interference_tracker.py`)

UNKNOWN_SHARE = 0.15
"""The share of the field of interference that stays unknown when it is fitted. Choice."""

FURTHER_PLACE = 2.0
"""How many mm a magnet may be off the place where it is fitted, for what a further sensor feels of it. Physics: such a
sensor may be nearer to it than any square, where its field changes much from place to place. Choice: the last step of
the search in `magnet_beside.py`."""

FURTHER_SHARE = 0.05
"""The same as `UNKNOWN_SHARE` on a board with further sensors, of which several feel a magnet beside it well. Physics:
the error of the gain of a TMAG5273. Choice: that a magnet has no other field than a dipole's there."""

COARSE_SHARE = 0.5
"""What share of the field of a further sensor a magnet may leave whose place is known to a square. Choice."""

LEAN = 0.03
"""What share of a horizontal field a sensor feels. Physics: none is quite upright; this is an angle of 1.7 degrees."""

NOTABLE_DOUBT = 0.05
"""The doubt in mT from which on it matters beside the noise of a sensor. Choice: nearly twice the noise."""

UNKNOWN_ZERO = 1.0
"""How far in mT the baseline of a sensor may be off that was calibrated at another square. Choice."""

MOVED_SHARE = 0.1
"""The share of a known magnet's field by which readings may differ. Choice: it may be moved a little."""

SINGLE_SENSOR_FIELD = 10.0
"""A field in mT that no magnet beside the board adds to one sensor only. Choice."""

REPORTED_FIELD = 0.08
"""The field in mT from which on interference is reported. Choice."""

SMOOTH_SHARE = 0.5
"""The share of a field that may differ from a smooth one for it to be that of another place of the board. Choice."""

FELT_SHARE = 0.6
"""The share of the greatest field from which on a square is one near the magnet. Choice."""

# -- fits (`interference_fit.py`)

SHIFTS = (0.3, 0.1, 0.1)
"""How much the field of a board changes that is moved, in mT: as a whole, and from its middle to its rim in both
directions. Choice: several times the field of the Earth, 0.05 mT."""

STRAY_MOMENT = 150_000.0
"""The usual moment of a magnet near the rim, in mT mm^3. Choice: two or three times that of a
worker's magnet, 58,500."""

LEANING_SHARE = 0.2
"""The share of its moment by which a worker on its side points up or down. Choice: 12 degrees."""

LYING_RIM = 2.0
"""How many mm of its foot are between the magnet of a worker on its side and the square. Physics: the rim of the
foot."""

LYING_FACTOR, LYING_MARGIN = 0.86, 1.2
"""The most that a sensor feels of a magnet on its side, in units of its moment by the third power of its height.
Physics. And the factor by which it may be more. Choice."""

LYING_PLACES = tuple((float(east), float(north)) for east in (0, -12, 12) for north in (0, -12, 12))
"""Where a worker on its side is tried on a square, in mm off its middle. Choice."""

LYING_LOWEST, LYING_HIGHEST = 5.0, 8.0
"""How many mm above the top of a tower the magnet of a worker on its side is at least, and above its usual place at
most. Choice."""

DIPOLE_STEPS = (12.0, 1.5)
"""The first and the last length in mm of the steps of a search. Choice."""

RIM_HEIGHTS, RIM_DISTANCES = (10.0, 40.0), (0.8, 1.5)
"""The heights in mm, and the distances from the outer squares in squares, at which a magnet near the rim is tried.
Choice."""

RIM_PLACES = 7
"""At how many places along each side. Choice."""

HIGHEST_STRAY = 120.0
"""How many mm above the sensors a stray magnet is at most. Choice."""

WORST_SENSORS, EXCHANGE_PARTNERS = 3, 2
"""How many sensors with the greatest deviations may fail, and with how many others each may be exchanged. Choice."""

CLIPPED_WEIGHT = 1e3
"""The weight, in 1 / mT squared, of a sensor that is clipped where no such field can be. Physics: that of a sensor with
the usual noise."""

ROUGH_SPOTS, ROUGH_SQUARES = 12, 5
"""How many places near the rim and how many squares are fitted. Choice: the others are compared only roughly before."""

SPOTS_AT_ONCE = 32
"""How many tabulated places are compared between two stops. Choice: less than `counted_work.LARGEST_STEP`."""

SMOOTH_SPREAD = 1e3
"""How large a smooth field may be when interference is named, in mT. Choice: any."""

# -- the search for the best arrangement (`interference_decoder.py`)

HOPEFUL_HINTS, ROUGH_HINTS, SCORED_HINTS = 12, 4, 2
"""How many fits are made closely, how many of these are rough ones, and how many readings are scored with all
hypotheses. Choice."""

HOPELESS_HINT = 35.0
"""Where there is a reference: a coarse fit with a log-likelihood less than the best by this much is not made closely.
Choice."""

FAILING_AT_ONCE = 2
"""How many sensors fail at most. Choice: one, or two that are exchanged."""

COARSE_SHARE = 0.5
"""By what share of its gain a coarse fit may be worse than a close one. Choice."""

# -- a magnet some way beside the board (`magnet_beside.py`)

FAINT_LEVEL = 2
"""The least level on which workers have so little field that a magnet beside the board may hide them. Physics: there a
worker has 1.1 mT."""

NEAREST, FURTHEST = 1.0, 4.0
"""How far beyond the middles of the outer squares such a magnet lies, in squares. Choice."""

BESIDE_DISTANCES, BESIDE_HEIGHT = (1.4, 2.1, 3.0), 20.0
"""The distances in squares, and the height in mm, at which it is tried. Choice."""

BESIDE_MOMENT = 2_000_000.0
"""Its usual moment, in mT mm^3. Choice: many times that of a phone, so that it hardly bounds a fit."""

STRONGEST_BESIDE = 2.0
"""The most that a sensor feels of it, in mT. Choice."""

CERTAIN = 36.0
"""The squared deviation of a sensor that certainly feels something else. Choice: six standard deviations."""

PUSHED, PUSH_PENALTY = 1, 4.0
"""How many workers hands push at most in one step where they stand, and the log-likelihood that each costs. Choice."""

CLOSER_FIT = 1.6
"""By what factor a close fit explains more than a coarse one. Choice."""

EXPLAINED_SHARE = 0.75
"""What share of the misfit it explains at least where a worker came down. Choice: lights have fields that are no
magnet's."""

MISFIT_LEFT = 40.0
"""The misfit up to which a close fit is worth while. Choice."""

LIKELIER_THAN_MOVED = 4.0
"""By how much a magnet has to be likelier than that the board was moved. Choice."""

RIM_ONLY_GAIN = 45.0
"""The log-likelihood that only a magnet near the rim explains. Choice: lights have a field that is nearly even."""

BESIDE_SPOTS = 4
"""How many places are fitted: the others are compared only roughly before. Choice."""

BESIDE_STEPS = (24.0, 6.0)
"""The first and the last length in mm of the steps of a search. Choice."""

BESIDE_ROUNDS = 2
"""How often the magnet and the workers are fitted in turn. Choice."""

CLOSE_GUESSES, HOPELESS_GUESS = 6, 20.0
"""How many guesses are fitted closely at most, and by how much less likely than the best none is. Choice."""

NEAR_MARGIN = 12.0
"""How many mm further off than the nearest square others still count as near. Choice: a quarter of a square."""
