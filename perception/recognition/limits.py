"""The numbers by which arrangements are scored: which are tried, how far, and what an unlikely one has to make up.

Each says where it comes from: physics, a measurement, or a choice. A choice was not measured by itself;
``make reading`` shows what another number does to single readings.
"""

from __future__ import annotations

from typing import Final

# -- which hypotheses are fitted (`scoring.py`)

SURE = 25.0
"""A hypothesis whose log-likelihood is this much below the best one is not fitted. Choice: more than twice the margin
from which on the tracker acts."""

EXPLAINED = 35.0
"""The misfit above which no arrangement so far explains the reading. Physics: 25 sensors make 25 on average, and more
than 35 once in eleven readings."""

OTHER_LEVEL = 5.0
"""The log-likelihood that a worker on another level than the game's has to make up, for each level. Choice."""

LEVELS_OFF = 2
"""By how many pieces a tower may differ from the game's. Choice."""

CLEARANCE = 12.0
"""The least height in mm of a held magnet above the top of a square. Choice."""

CLOSE_RIVAL = 10.0
"""A hypothesis that is this much less likely than the best does not make it doubtful. Choice: the margin from which on
the tracker acts."""

CLOSER_LOOKS = 3
"""How many of the best hypotheses are tried further. Choice."""

BOUNDS_AT_ONCE = 8
"""How many bounds are computed between two stops. Choice: less than `counted_work.LARGEST_STEP`."""

MOST_WORK = 20_000
"""The most work of one verdict. Measured: four workers that come down one after another take up to 19,000."""

MOST_FITS = 12
"""How many hypotheses that wait are fitted while the reading is unexplained. Choice."""

MOST_HANDS = 6
"""To how many explanations without a new magnet a hand is added. Choice."""

HOPEFUL_EXPLANATIONS = 12
"""How many of the best explanations with new magnets are looked at for one to which a hand is added. Choice."""

HAND_COST = 20.0
"""The least log-likelihood that a hand costs, with the misfit that is left of any reading. Choice."""

SURPLUS_COST = 10.0
"""The log-likelihood that each magnet has to make up that the game does not have. Choice."""

WIDE = 30.0
"""The factor of the variance of a hand's field while no other magnet is fitted beside it. Choice."""

# -- as a change (`recogniser.py`, `scoring.py`)

HYPOTHESES_AT_ONCE = 32
"""How many hypotheses are made between two stops. Choice: less than `counted_work.LARGEST_STEP`."""

CERTAIN_LIFT, CLEAR_LIFT = 12.0, 60.0
"""The least margin and the greatest misfit at which a worker is being lifted. Choice: it is taken back at once."""

ON_DOME = 7.0
"""The log-likelihood that a worker on a complete tower has to make up besides. Choice: no rule lets one stand there,
and one that a hand carries over the board has nearly its field."""

ZERO_STEP, CLEAR_STEP, LONE_STEP = 0.2, 3.0, 2.0
"""By how many mT a zero drifts or steps at most from one reading to the next; how many standard deviations of what else
changed are more than that; and by what factor a step is greater than those around it. Choice."""

SAME_FIELD = 0.3
"""How much the fields of two readings may differ at a sensor, in mT, that are nearly the same. Choice."""

# -- a reading by itself (`single_reading.py`)

UNKNOWN_COST, EXTRA_COST, MISSING_COST = 5.0, 10.0, 2.0
"""The log-likelihoods that a magnet has to make up: where no game is known; that the game does not have, which hardly
comes from anywhere; and that of one of the game's that is missing. Choice."""

NEIGHBOURS_ALONE, NEIGHBOURS_TOGETHER = 16, 4
"""How many of the arrangements one change away are fitted in each round, first alone and then together. Choice."""

HIDING_SQUARES = 2
"""Up to how many squares away magnets may hide one another. Physics: three squares away a worker has less than
0.03 mT."""

MOST_SURVEY_WORK = 60_000
"""The work of a search where nothing is expected. Measured: most boards take a fifth of that."""

OFF_CENTRE = 9.0
"""How many mm off the middle of its square a magnet is worth a second look. Choice: nearly twice the placement of
hands."""

# -- a board of which nothing is known (`recogniser.py`)

SURE_MAGNET: Final = 8.0
"""A magnet is sure if whatever explains the reading without it has a log-likelihood less by this much. Measured by
``make reading``: with that margin no worker was ever decoded where none stands (docs/reading.md)."""

POSSIBLE_MAGNET: Final = 3.0
"""A magnet that the best arrangement lacks is possible if one with it has a log-likelihood less by no more than this.
Choice. That every magnet is unlikely, since there are few, is in the likelihood."""

CERTAIN_LEVEL: Final = 10.0
"""The margin from which on the level of a magnet is named. Choice: the margin from which on the tracker acts."""

ODD_PLACE: Final = 12.0
"""How many mm off the middle of its square a magnet is not sure. Choice: it may be what others near it look like that
the search did not find."""

MOST_WORKERS: Final = 9
"""Workers on a board: those of Gaea, Graeae and a third player."""

NEAR_ODD: Final = 2
"""How many squares around such a magnet others are not sure either. Choice."""
