"""A slow and literal reading of the rulebook, to test the engine against.

Written from the rulebook's text and the project's rulings alone: it imports nothing of the engine and shares no idea
with it. There is no graph and no look-ahead; every sequence of steps is tried in full with plain recursion, what
cannot be finished is no turn, and what a text demands of the whole turn ("must", "if possible") picks among the list of
all turns. Only where workers may walk without end is every position visited once.

``played`` says which powers are played in which game, ``board`` holds the board and who plays with whom, ``steps``
single moves and builds with all that comes of them, ``closing`` the ends of turns, ``revised`` what later wordings
make of them, ``turn`` whole turns, who is next and who has lost, ``lines`` the written positions, ``chance`` positions
by chance.
"""

from __future__ import annotations

from tests.engine.reference.board import Board
from tests.engine.reference.turn import complete_turns, perft

__all__ = ["Board", "complete_turns", "perft"]
