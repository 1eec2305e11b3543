"""Scenarios of what goes amiss on the board: illegal moves, fallen workers, wrong towers, and the ways out."""

from __future__ import annotations

from tests.golden.openings import BUILT, FOUR
from tests.golden.scenario_player import Scenario

MISTAKES = (
    Scenario(
        "illegal_move",
        "A worker is put where it may not go. The table says why, shows the way back, and goes on when it is gone.",
        FOUR,
        """
        move b2 e5
        rest 2500
        move e5 b2
        rest 900
        move b2 c3
        rest 600
        """,
    ),
    Scenario(
        "wrong_turn",
        "The wrong player moves, and puts the worker back.",
        FOUR,
        """
        move d4 d3
        rest 2500
        move d3 d4
        rest 900
        move b2 c3
        rest 600
        """,
    ),
    Scenario(
        "knocked_over",
        "A worker is knocked over, lies for a while and is stood up again; then the game goes on.",
        FOUR,
        """
        knock d2
        rest 2500
        lift d2
        put d2
        rest 900
        move b2 c3
        rest 700
        """,
    ),
    Scenario(
        "rolled",
        "A worker falls and rolls to the next square. It is stood up where it was.",
        FOUR,
        """
        roll d2 e2
        rest 2500
        lift e2
        put d2
        rest 900
        move b2 c3
        rest 700
        """,
    ),
    Scenario(
        "off_the_board",
        "A worker is laid beside the board for a while, where its magnet is still felt. It comes back and moves.",
        FOUR,
        """
        lift b2
        beside -70 60
        rest 6000
        lift beside
        put c3
        rest 900
        """,
    ),
    Scenario(
        "worker_gone",
        "A worker falls off the table and is not found at once. The game waits and says who is missing.",
        FOUR,
        """
        box d2
        rest 9000
        lift box blue
        put d2
        rest 900
        """,
        noise=0.01,
    ),
    Scenario(
        "block_forgotten",
        "A block is declared by a tap and never put there. Who steps on the square later stands too low.",
        FOUR,
        """
        move b2 c3
        rest 500
        tap c3 c2
        rest 500
        press done
        rest 300
        move d4 e4
        rest 500
        tap e4 e5
        stack e5
        rest 500
        press done
        rest 300
        move d2 c2
        rest 2500
        lift c2
        stack c2
        put c2
        rest 1500
        """,
    ),
    Scenario(
        "wrong_tower",
        "A block is declared on c2 and put on d3. Who steps on d3 stands too high; the block goes where it belongs.",
        FOUR,
        """
        move b2 c3
        rest 500
        tap c3 c2
        stack d3
        rest 500
        press done
        rest 300
        move d4 d3
        rest 2500
        lift d3
        unstack d3
        put d3
        stack c2
        rest 1500
        """,
    ),
    Scenario(
        "two_blocks",
        "Two blocks are put at once; the next worker there stands too high.",
        FOUR,
        """
        move b2 c3
        rest 500
        tap c3 c2
        stack c2
        stack c2
        rest 500
        press done
        rest 300
        move d4 e4
        rest 500
        tap e4 e5
        stack e5
        rest 500
        press done
        rest 300
        move d2 c2
        rest 2500
        lift c2
        unstack c2
        put c2
        rest 1500
        """,
    ),
)

OVERRIDES = (
    Scenario(
        "trusted",
        "A worker's magnet has come loose, so that it is not seen any more: the players say that it stands there.",
        BUILT,
        """
        rest 6000
        phone take trust
        rest 900
        move d4 e4
        rest 900
        """,
        before="box d3",
    ),
    Scenario(
        "adopted",
        "Two workers stand elsewhere, as the players agreed: the game takes over what stands on the board.",
        FOUR,
        """
        move b2 a1
        move d2 e1
        rest 6500
        phone take adopt
        rest 900
        move a1 b2
        rest 900
        """,
    ),
    Scenario(
        "turned_90",
        "The board lies turned by a quarter: the table offers to turn with it, and play goes on.",
        "@b2 @d3 @b4 @e4",
        """
        rest 3000
        phone take turn
        rest 900
        move b2 c3
        rest 900
        """,
        lies=1,
    ),
    Scenario(
        "turned_180",
        "The board lies turned by half: the table offers to turn with it, and play goes on.",
        "@b2 @d3 @b4 @e4",
        """
        rest 3000
        phone take turn
        rest 900
        move b2 c3
        rest 900
        """,
        lies=2,
    ),
)
