"""The scenarios of the golden traces: what happens at a table, from careful play to whatever can go wrong there.

How a script is written is told in `tests.golden.scenario_player`.
"""

from __future__ import annotations

from tests.golden.scenarios_amiss import MISTAKES, OVERRIDES
from tests.golden.scenarios_play import CAREFUL, HANDS
from tests.golden.scenarios_world import BOARDS, COLD, SENSORS, WORLD

SCENARIOS = (*CAREFUL, *HANDS, *MISTAKES, *OVERRIDES, *WORLD, *COLD, *SENSORS, *BOARDS)
