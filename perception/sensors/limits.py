"""The numbers by which sensors are weighed: rests, noise, faults, baselines and what lights shift.

Each says where it comes from: physics, a measurement, or a choice. A choice was not measured by itself; the recorded
traces in ``tests/golden`` were read with it.
"""

from __future__ import annotations

# -- rests (`movement.py`)

DRIFT = 0.05
"""How far a field at rest may wander from its mean, in mT. Choice: more than a sensor drifts in minutes (0.02 mT)."""

OUTLIER = 4.5
"""How many standard deviations of the noise a frame at rest may differ from the mean. Physics: white noise exceeds that
once in 150,000 values, with 25 sensors once in two minutes."""

STEADY = 3.7
"""As `OUTLIER`, for the difference between the means of two halves of the last frames. Choice."""

WOBBLE = 0.15
"""How far, in mm, a worker moves when a hand presses it onto its square. Choice: a hand presses by 0.1 mm."""

ONE_MILLITESLA_AT = 50.0
"""The distance in mm, about, at which a worker's magnet has a field of 1 mT. Physics, by the field model."""

RECENT_FRAMES = 10
"""How many of the last frames are compared, half with half. Choice."""

MEAN_FRAMES = 50
"""The number of frames after which the mean forgets older ones. Choice: a second."""

VARIED_FRAMES = 16
"""The number of frames that show how much a sensor varies. Choice: a third of a second, as `tracking.limits.WAVE`."""

KEPT_FRAMES = 128
"""The number of the last frames of a rest that are stored. Choice: 2.6 s at 50 frames a second."""

KEPT_BEFORE = 320
"""For how many ms before a rest its frames are stored. Choice: a hand puts a worker down in that time."""

LONGEST_GAP = 150
"""The longest gap between frames, in ms, that counts as rest. Choice: a busy table misses some frames."""

QUICKEST_HAND = 60
"""The least time in ms in which a hand takes a worker from rest to rest. Physics of hands."""

RESTED_FRAMES = 5
"""The number of frames that make a rest. Choice."""

ABRUPT = 2.0
"""A change this many times as large as a rest allows is not the end of a gentle one. Choice."""

# -- noise (`movement.py`)

QUIETEST, LOUDEST = 0.006, 0.12
"""The least and the most noise in mT rms that a board may have as a whole. Choice: a fifth and four times the usual
noise."""

MEDIAN_SECOND_DIFFERENCE = 1.652
"""The median second difference of white noise in standard deviations. Physics: 0.6745 times the root of 6."""

MEAN_SECOND_DIFFERENCE = 1.954
"""The mean of the same. Physics: 0.7979 times the root of 6."""

NOISE_RISE, NOISE_FALL = 0.012, 0.018
"""The share by which the noise follows each frame, up and down. Choice: their ratio makes it the quantile of 40 %."""

LEARNING_FRAMES = 40
"""Over how many of the first frames the noise is a mean. Choice."""

LARGEST_SECOND_DIFFERENCE = 9.0
"""How many times the noise of the board a second difference counts at most. Choice."""

TOO_LOUD = 6.0
"""How many times the noise of the board the second differences of a noisy sensor are. Choice: three times what noise
alone makes of them."""

HARMLESS = 0.12
"""Second differences in mT up to which no sensor counts as noisy. Physics: on a quiet board, a field between two steps
of the converter comes to a third of this."""

LOUD_TOGETHER = 2
"""How many sensors count as noisy at once at most. Choice: a hand that hovers shakes those around it together."""

LOUDEST_SENSOR = 2.0
"""How many times the noise of the board that of one sensor may be. Choice: more comes from a hand."""

STRONG_FIELD = 12.0
"""The field in mT from which on one value says nothing about a sensor. Physics: only one that a worker is right above
feels so much, and there a converter may have wide codes: those of an RP2040 are nine counts, a quarter of a
millitesla."""

CARRIED_TREMBLES = 7.0
"""Second differences in mm up to which a worker in a hand trembles. Choice."""

WORN_TREMBLES = 14.0
"""The same of a watch beside the board. Choice: it is further off than `moved` takes it to be, and an arm trembles
more."""

PRESSED_TREMBLES = 1.2
"""The same of a worker that stands while a hand holds or presses it. Choice."""

STATISTICS_RATE = 0.02
"""The share by which the statistics of a sensor follow each frame. Choice: about a second."""

LIVELY = 0.5
"""The share of sensors that change from frame to frame from which on one that does not change is noticed. Choice."""

NEVER = 21.0
"""The negative log-likelihood of a run that no healthy sensor has. Choice: once in 1.3 billion frames."""

SHORTEST_RUN = 15
"""The least number of frames without a change that is noticed. Choice."""

LEAST_SAME = 0.05
"""The least share of frames in which a sensor is taken to repeat its value. Choice."""

LONGEST_PERIOD = 100
"""The longest time in ms between two frames that follow each other. Choice: ten frames a second are the fewest."""

# -- all sensors together (`sensor_filter.py`)

HEALTH_PERIOD = 200
"""How often, in ms, the sensors are checked. Choice."""

SILENT_CHANGE = 0.3
"""How much a sensor has changed, in mT, that may have died when it did. Choice: ten times the noise."""

LIFT_LOSS, LIFT_NOISES = 0.25, 5
"""How much a sensor loses when the worker above it is lifted: this many mT and this many times the noise. Choice."""

LOUDER = 1.2
"""How many times the usual noise a board has whose readings count as less exact. Choice."""

PROVING_FIELD = 1.0
"""The field in mT from which on a sensor can prove that it works. Choice."""

PROVEN_SHARE, PROVEN_WITHIN = 0.25, 0.15
"""How far a sensor that works may be off: this share of the field, and this many mT. Choice: three times the errors of
gains and magnets (`fitting.limits.NoiseModel`)."""

# -- each sensor (`sensor_filter.py`)

FORGIVEN = 5000
"""The time in ms without a sign of trouble after which a sensor is believed again. Choice."""

DEAD_BELOW = 2.0
"""The field in mT below which a sensor that shows one value is dead and not stuck. Choice."""

SUSPICIONS = 2
"""How many readings have to make a sensor suspect. Choice: a single one may be chance."""

PROOFS = 3
"""How many readings have to show that a sensor is right, or that two are not exchanged. Choice."""

CONSTANT_FRAMES = 10
"""For how many frames a sensor that has just died has shown one value. Choice."""

TELLING_GAP = 1.0
"""How many mT apart two sensors must be expected to read to show whether they are exchanged. Choice."""

# -- baselines and drift (`baseline.py`, `drift.py`)

FASTEST_DRIFT = 0.01
"""The most by which a baseline or reference follows drift each time, in mT. Choice: far more than sensors drift, by
0.02 mT a minute."""

CLEAR_SQUARES = 2
"""How many squares around a sensor are free when its baseline follows drift. Physics: two squares away a worker has a
field of less than 0.1 mT."""

EMPTY_FRAMES = 50
"""How many frames the reading of an empty board counts for. Choice."""

LEAST_STEP = 0.02
"""How far two readings of one rest may differ, in mT, besides their noise. Choice: twice `FASTEST_DRIFT`."""

GONE_ERROR = 0.08
"""How exact a reading is when it shows that interference is gone: in mT, and as a share of the field. Choice."""

GONE_SHARE, GONE_EVIDENCE = 0.6, 4.0
"""What share of known interference has to be missing for it to be gone, and how much evidence that takes, in squared
deviations. Choice."""

CALM = 160
"""How many ms after a reading was decoded a worker that came down no longer rocks. Physics: it rocks for a tenth of a
second."""

LIT_FOR, LIT_AFTER = 300, (400, 1100)
"""For how many ms a board rests until it is known what its lights shift, and how many ms after a step that is. Choice:
lights change a little after it, and move for most of a second at the end of a turn."""

# -- what lights shift (`drift.py`)

FAR_FIELD = 0.1
"""At sensors where the magnets that moved change the field by less than this, in mT, the model is good enough.
Choice."""

LARGEST_LIT_STEP = 0.05
"""The largest step in mT that comes from lights. Choice: more than twice the steps of the boards of docs/reading.md,
0.02 mT."""

LIT_RATE, LIT_FIRST = 0.1, 3
"""The share by which the power of steps follows each reading, and the number of readings that the first one counts
against. Choice."""

LIT_KEPT = 6
"""How many of the last steps are remembered. Choice."""

LIT_CLEAR = 60.0
"""The squared deviation, in units of that of noise, from which on a step is not noise. Choice: 25 sensors make 25."""

LIT_MOST = 4.0
"""The greatest sum of squares of the measures in which steps may come again. Choice."""

LIT_UNSURE = 0.01
"""How far the fields of two readings differ, in mT, whose lights are the same, however long they are. Choice."""
