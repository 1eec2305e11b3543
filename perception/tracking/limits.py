"""The numbers by which changes are decoded: touches, tremors of hands, landings, falls, and when to decode again.

Each says where it comes from: physics, a measurement, or a choice. A choice was not measured by itself; the recorded
traces in ``tests/golden`` were read with it. ``python -m tools.benchmarks.touch_ratios`` measures what a rest shows of
a tremor.
"""

from __future__ import annotations

# -- when a rest is decoded (`rests.py`)

REST_WAITS, TOUCH_WAITS = 1000, 120
"""For how many ms a rest waits at most while the one before is decoded; and one in which a worker touches a square that
was in a hand in the one before. Choice."""

LONGEST_RETRY, LONGEST_COLD_RETRY = 8000, 16_000
"""For how many ms a reading that stays unclear is not decoded again at most, and not decoded without the reference.
Choice."""

FOLLOWED = 160
"""For how many ms after a brief rest it is known what follows. Physics of hands: one in the air trembles up and down
once in that time."""

LOOK_AGAIN = 400
"""For how many ms a magnet beside the board is not looked for again, as long as the board rests. Choice."""

# -- touches (`touches.py`)

NEAR_SQUARE = 8.0
"""A worker whose field is at least that of one held this many mm over the middle of a square may have been put there.
Choice: hands that hesitate stay higher."""

BRIEF_TOUCH = 80
"""For how many ms it was put there at least. Choice: a hand on its way over the square is quicker."""

LIFTED_SHARE = 0.5
"""The share of its field that a sensor loses when the worker above it is lifted. Choice."""

ROCKED = 160
"""For how many ms a worker that rocks is on the ground at least. Choice: one that is pushed over the square passes it
in less."""

MOST_MISSED = 3
"""How many rests are decoded again at most. Choice: the hand may have rested on its way to the touch and on its way
home."""

# -- hands that hover (`hover_detector.py`)

TOUCHED = 200
"""The least time in ms for which a worker rests that touches a square. Choice: most touches last 300 ms and more."""

BELIEVED = 6.0
"""The log-likelihood ratio, by its tremor alone, from which on a magnet that may be in a hand stands: 400 to 1.
Choice, by ``tools.benchmarks.touch_ratios``."""

TOUCHES = 3.0
"""The same where a worker may touch the new block of the square, and a tremor would be strong. Choice: a hand is seldom
just as high as that."""

SHAKES = -4.0
"""The log-likelihood ratio below which a magnet may be in a hand that seems to touch a tower as high as in the game.
Choice: a block of it is missing, then, or the table is wrong about the place."""

HARDLY_AS_HIGH = -2.0
"""The log-likelihood ratio by its height alone below which a magnet is hardly as high as the tower. Choice: then it
must not seem to tremble at all."""

PRESSED_SHARE = 0.28
"""As a share of a hand's tremor, what a sensor may vary under a worker that a hand presses down. Physics: a hand moves
it by a tenth of a millimetre."""

LONG_REST = 400
"""The time in ms for which a hand low over a square hardly pauses in its tremor. Choice."""

HOVERS = 10.0
"""How many mm over a square a hand hovers at least. Physics of hands."""

PASSED_BY, PAUSED = 240, 1500
"""For how many ms a worker in a hand seems to rest while it passes by high over a square, and while the hand pauses.
Choice."""

TOUCH_GIVE = 4.0
"""How many mm higher than its tower a touch may seem to be where one is awaited. Choice."""

SEEN_TREMOR = 2.0
"""A whole rest shows a tremor that is stronger than the noise of its sensor by this factor. Choice."""

CENTRED = 6.0
"""How many mm off the middle a magnet is at most whose sensor feels less only if it is higher. Choice."""

HEIGHT_STEP, HEIGHT_STEPS = 1.0, 80
"""The heights of hands that are tabulated: how many mm apart, and how many. Choice."""

HOVERING_SPREAD = 16.0
"""Over how many mm of height hands that hover are spread. Physics of hands: 14 to 30 mm over a square."""

ANSWERED = 3.0
"""The log-likelihood ratio of touching to hovering once more, just as high, for each time that hands were asked to
touch. Choice: 20 to 1."""

# -- tremors (`hover_detector.py`)

SHOWN_TREMOR = 0.05
"""A tremor at one sensor, in mT rms, that some frames show. Choice: nearly twice the noise."""

STRONG_TREMOR, SHAKEN_SHARE = 4.0, 0.4
"""A few frames show a tremor that is stronger than the noise of its sensor by this factor; a sensor that varies by more
than this share of it is shaken. Choice."""

LOWER_NOISES = 3.5
"""By how many times its noise a sensor feels more at least if a magnet is lower. Choice."""

SAME_WOOD_NOISES = 3.0
"""By how many times its noise a sensor may feel more at another touch of the same wood. Choice."""

BOUNCES, RAISED, SHORTEST_STAND = 140, 120, 100
"""For how many ms at most a magnet bounces after its landing, and rests while a hand begins to raise it; and how long
it stands in between at least. Physics of hands: landings bounce for up to 140 ms."""

WAVE = 320
"""A tremor swells and fades: after this many ms its strength is independent of what it was. Physics of hands."""

HALVINGS = range(-2, 9)
"""The powers of a half by which the power of a tremor may differ from the usual one. Choice."""

# -- ways down and falls (`descent_detector.py`)

LOOKS = 8
"""How many of the frames before a rest are looked at, at most. Choice."""

RISE = 25.0
"""How many mm above its place on the tower, and above the one from which it came, a worker is seen. Choice."""

LAST_RISE = 22.0
"""How many mm above it, or above the lowest that is fitted, the worker is at most in the last look that shows it.
Choice."""

NEAR_PLACE = 40.0
"""How many mm off that place it is, at most, when it is seen above it. Choice."""

FARTHEST_STEP = 50.0
"""How many mm a hand moves at most from one look to the next. Choice."""

SEEN_MISFIT, POSSIBLE_MISFIT = 30.0, 45.0
"""The greatest misfit of a worker in a hand that is seen on its way, and of one that may have been on its way.
Choice."""

LANDING_LOOKS = 5
"""In how many of the last looks it may be too low over its place for a field in the air to be fitted. Choice."""

STOOD = 6.0
"""How many mm off its place a worker seems to be that stood there all the time. Choice."""

UNKNOWN_BESIDE = 0.05
"""What share of the field of a magnet beside the board is not known. Choice."""

MOTION_NOISE = 0.05
"""What a sensor feels more or less while a hand moves, in mT rms. Choice."""

ASKEW, UNSEEN_ASKEW = 10.5, 9.0
"""How many mm off the middle of its square hands seldom put a worker; and one that no hand was seen to lift, or beside
a magnet. Choice: about twice the placement of hands."""

LIES = 5.0
"""By how much likelier a reading has to be, if such a worker lies there, than if it stands; if no hand was seen to lift
it, or beside a magnet, it may be less likely by as much. Choice."""

# -- interference (`interference_detector.py`)

JUMP_COST = 20.0
"""What it costs that a hand took part in what happened from one frame to the next. Choice: hands are slower."""

HIDDEN_FIELD = 2.0
"""How much interference takes off a sensor over which a worker comes down, in mT at most. Choice."""

PERHAPS_FALLEN = 150.0
"""The misfit up to which a worker that lies on its side may be all that is not explained. Choice."""

LANDING_SQUARES = 2
"""On how many squares where sensors feel most a landing is tried. Choice."""
