"""Scenarios of good play: careful turns, and the ways that hands have of doing them."""

from __future__ import annotations

from tests.golden.openings import FOUR, TOWER
from tests.golden.scenario_player import Scenario

CAREFUL = (
    Scenario(
        "turns",
        "Two plain turns: a move, a build by a tap before the block is there and one after, Done and the phone.",
        FOUR,
        """
        move b2 c3
        rest 500
        tap c3 c2
        stack c2
        rest 400
        press done
        rest 400
        move d4 d3
        rest 500
        stack e4
        tap d3 e4
        rest 400
        phone confirm
        """,
    ),
    Scenario(
        "slide",
        "A worker is pushed to the next square and not lifted; on the way to build it is pushed back.",
        FOUR,
        """
        slide b2 b3
        rest 600
        tap b3 c3
        stack c3
        rest 400
        press done
        """,
    ),
    Scenario(
        "up_the_tower",
        "Moves up two levels and a tap on the third, beside a three-high tower.",
        TOWER,
        """
        move a1 a2
        rest 500
        tap a2 b2
        stack b2
        rest 400
        press done
        rest 300
        move e2 d3
        rest 600
        tap d3 c2
        dome c2
        rest 400
        press done
        """,
    ),
    Scenario(
        "placing",
        "A new game: the workers come out of the box, put down in turn.",
        "",
        """
        lift box blue
        put b2
        rest 500
        lift box blue
        put d3
        rest 500
        press done
        lift box orange
        put c3
        rest 500
        lift box orange
        put d4
        rest 500
        press done
        rest 300
        move b2 b3
        """,
    ),
)

HANDS = (
    Scenario(
        "lift_and_think",
        "A worker stays in the hand for three seconds, low over other squares, and then moves.",
        FOUR,
        """
        lift b2
        hover c2 30 900
        hover b3 30 900
        rest 1000
        put c3
        rest 600
        """,
    ),
    Scenario(
        "put_back",
        "A worker is lifted and put back, twice, and its neighbour moves: nothing was done before that.",
        FOUR,
        """
        lift b2
        rest 500
        put b2
        rest 800
        lift b2
        put b2
        rest 800
        move d2 d3
        rest 600
        """,
    ),
    Scenario(
        "slide_with_rests",
        "A worker is pushed from b2 over c2 to c3 and rests on the way, where it could have stayed.",
        FOUR,
        """
        slide b2 c2 c3 rest 500
        rest 2800
        tap c3 c2
        stack c2
        rest 400
        press done
        """,
    ),
    Scenario(
        "two_lifted",
        "Both workers of a player are lifted; one goes back, the other moves.",
        FOUR,
        """
        lift b2
        lift d2
        rest 700
        put d2 from d2
        rest 300
        put c3 from b2
        rest 900
        """,
    ),
    Scenario(
        "exchanged",
        "Both workers of a player are lifted, and each comes down on a square to which only the other could go. Nobody"
        " can tell them apart, so it is the other that has moved.",
        FOUR,
        """
        lift b2
        lift d2
        rest 500
        put d3 from b2
        put b2 from d2
        rest 1500
        """,
    ),
    Scenario(
        "swap_victim_first",
        "Apollo: the opponent's worker is moved out of the way before Apollo takes its square.",
        "@b2 @d2 @c3 @d4",
        """
        lift c3
        lift b2
        put b2 from c3
        rest 700
        put c3 from b2
        rest 900
        tap c3 c2
        stack c2
        rest 500
        press done
        """,
        ("apollo", "pan"),
    ),
    Scenario(
        "swap_mover_first",
        "Apollo: both in the air, Apollo comes down first.",
        "@b2 @d2 @c3 @d4",
        """
        lift b2
        lift c3
        put c3 from b2
        rest 700
        put b2 from c3
        rest 900
        """,
        ("apollo", "pan"),
    ),
    Scenario(
        "push",
        "Minotaur: the opponent is taken away, Minotaur moves, and only then the opponent is put where it was pushed.",
        "@b2 @d4 @c2 @e5",
        """
        lift c2
        lift b2
        put c2 from b2
        rest 1500
        put d2 from c2
        rest 900
        """,
        ("minotaur", "pan"),
    ),
    Scenario(
        "removal",
        "Bia steps towards an opponent, who is out of the game; the worker is taken off the board a little later.",
        "@c2 @e1 @c4 @e5",
        """
        move c2 c3
        rest 1500
        box c4
        rest 900
        tap c3 b3
        stack b3
        rest 500
        press done
        rest 500
        """,
        ("bia", "pan"),
    ),
    Scenario(
        "ferried",
        "Charon ferries an opponent to the other side of him, and then moves; the opponent is carried first.",
        "@c2 @e1 @c3 @e5",
        """
        move c3 c1
        rest 1200
        move c2 b2
        rest 900
        tap b2 b3
        stack b3
        rest 500
        press done
        """,
        ("charon", "pan"),
    ),
    Scenario(
        "block_or_dome",
        "Atlas touches a square: whether a block or a dome is meant no hand can say, so the phone asks.",
        FOUR,
        """
        move b2 c3
        rest 600
        tap c3 c2
        rest 700
        phone choose 1
        dome c2
        rest 500
        press done
        """,
        ("atlas", "pan"),
    ),
    Scenario(
        "one_carry",
        "Artemis moves two squares in one carry: the game sees both steps.",
        FOUR,
        """
        move b2 d3
        rest 1500
        tap d3 c3
        stack c3
        rest 500
        press done
        """,
        ("artemis", "pan"),
    ),
    Scenario(
        "one_long_carry",
        "Hermes goes four squares on the ground in one carry.",
        "@a1 @e1 @b4 @d5",
        """
        move a1 c4
        rest 1800
        """,
        ("hermes", "pan"),
    ),
    Scenario(
        "off_centre",
        "Workers are put down 13 mm off the middle, and the next touches as far off.",
        FOUR,
        """
        lift b2
        put c3 off 11 -8
        rest 800
        tap c3 c2
        stack c2
        rest 500
        press done
        rest 300
        lift d4
        put d3 off -9 10
        rest 800
        """,
    ),
    Scenario(
        "second_change",
        "The worker goes on to another square while the table still thinks about the first.",
        FOUR,
        """
        move b2 c3
        rest 200
        move c3 b3
        rest 400
        tap b3 a3
        stack a3
        rest 500
        press done
        """,
    ),
    Scenario(
        "quick",
        "A turn with hardly a pause: move, touch, block, Done, and the opponent moves at once.",
        FOUR,
        """
        move b2 c3
        rest 160
        tap c3 c2
        stack c2
        rest 160
        press done
        move d4 d3
        rest 160
        tap d3 e4
        stack e4
        rest 160
        press done
        rest 500
        """,
    ),
    Scenario(
        "takeback",
        "The worker goes back to where it came from, and another moves instead.",
        FOUR,
        """
        move b2 c3
        rest 900
        move c3 b2
        rest 900
        move d2 d3
        rest 900
        """,
    ),
    Scenario(
        "takeback_of_a_turn",
        "Before the turn is confirmed, the built block is taken off and the worker goes back: both steps are undone.",
        FOUR,
        """
        move b2 c3
        rest 600
        tap c3 c2
        stack c2
        rest 900
        unstack c2
        move c3 b2
        rest 2500
        """,
    ),
    Scenario(
        "hover",
        "A worker is held low over a lit square for a while and comes down on another.",
        FOUR,
        """
        lift b2
        hover c3 6 1500
        put b3 from b2
        rest 900
        """,
    ),
)
