"""Scenarios of the world around the board: strays, drift, sensors, cables and power, other boards, more players."""

from __future__ import annotations

from hardware.virtual.ambient import AmbientConditions
from tests.golden.openings import BUILT, FOUR, TOWER
from tests.golden.scenario_player import Scenario

WORLD = (
    Scenario(
        "stray_magnet",
        "A phone lies down on the rim, stays during a turn and is taken away.",
        FOUR,
        """
        stray phone -45 60
        rest 1500
        move b2 c3
        rest 900
        tap c3 c2
        stack c2
        rest 500
        press done
        away phone
        rest 1500
        move d4 d3
        rest 900
        """,
    ),
    Scenario(
        "watch",
        "Somebody with a magnet on the wrist leans over the board while a worker moves.",
        FOUR,
        """
        meanwhile stray watch 90 90 110
        move b2 c3
        rest 1500
        away watch
        rest 900
        """,
    ),
    Scenario(
        "tilted",
        "The board is moved on the table, so that it lies otherwise in the earth's field.",
        FOUR,
        """
        tilt 0.12
        rest 1500
        move b2 c3
        rest 900
        """,
    ),
    Scenario(
        "lights",
        "The current of the lights shows in the readings.",
        BUILT,
        """
        move d4 e4
        rest 700
        tap e4 e3
        stack e3
        rest 500
        press done
        rest 500
        move d3 d4
        rest 700
        """,
        surroundings=AmbientConditions(earth=0.05, lights=0.4),
    ),
    Scenario(
        "drift",
        "The zeros of the sensors wander with the temperature while nobody plays.",
        BUILT,
        """
        rest 9000
        move d4 e4
        rest 700
        tap e4 e3
        stack e3
        rest 700
        """,
        surroundings=AmbientConditions(earth=0.05, drift=0.3),
    ),
    Scenario(
        "missed_frames",
        "Frames are missed in the middle of a carry.",
        FOUR,
        """
        lift b2
        miss 20
        put c3
        rest 900
        tap c3 c2
        stack c2
        rest 500
        """,
    ),
    Scenario(
        "link_loss",
        "The cable comes out in the middle of a carry and goes in again; the worker comes down, and the turn goes on.",
        FOUR,
        """
        lift b2
        lose 600
        put c3
        rest 1800
        tap c3 c2
        stack c2
        rest 900
        """,
    ),
    Scenario(
        "power_cut",
        "The table starts again with the pieces where the game has them: play goes on at once.",
        TOWER,
        """
        rest 500
        move a1 a2
        rest 700
        """,
    ),
    Scenario(
        "power_cut_and_moved",
        "While the power was off a worker was moved: the table says so, and goes on when it is back.",
        BUILT,
        """
        rest 2500
        move d2 d3
        rest 1000
        move d4 e4
        rest 900
        """,
        before="move d3 d2",
    ),
    Scenario(
        "power_cut_in_a_carry",
        "The power fails while a worker is in the hand; it comes down on a lit square before the table is there again.",
        BUILT,
        """
        rest 2500
        """,
        before="move d4 e4",
    ),
)

COLD = (
    Scenario(
        "power_cut_beside_a_phone",
        "The table starts while a phone lies on the rim, where a worker stands.",
        BUILT,
        """
        rest 3000
        away phone
        rest 1500
        move d4 e4
        rest 900
        """,
        before="stray phone 190 110",
    ),
    Scenario(
        "power_cut_and_knocked",
        "The table starts while a worker lies on its side.",
        BUILT,
        """
        rest 2500
        lift d3
        put d3
        rest 1500
        move d4 e4
        rest 900
        """,
        before="knock d3",
    ),
)

SENSORS = tuple(
    Scenario(
        f"sensor_{kind}",
        f"A sensor in the middle of the play is {kind}: the game goes on around it, and it is named if it can be told.",
        BUILT,
        f"""
        break {words}
        rest 1500
        move d4 e4
        rest 1200
        tap e4 e3
        stack e3
        rest 900
        press done
        rest 300
        move b3 b2
        rest 1200
        """,
    )
    for kind, words in (
        ("dead", "c3 dead"),
        ("grounded", "c3 grounded"),
        ("stuck", "e4 stuck"),
        ("noisy", "b3 noisy"),
        ("weak", "e4 weak"),
        ("swapped", "d3 swapped d2"),
    )
)

BOARDS = (
    Scenario(
        "small_board",
        "Four by four squares.",
        "@b2 @c1 @b3 @d4",
        """
        move b2 c2
        rest 600
        tap c2 d2
        stack d2
        rest 500
        press done
        rest 300
        move d4 d3
        rest 700
        """,
        board="[squares]\nsize = 4\n",
    ),
    Scenario(
        "other_set",
        "Another set: wider squares, blocks of three heights, larger magnets deeper down, sensors with a wider range.",
        TOWER,
        """
        move a1 a2
        rest 600
        tap a2 b2
        stack b2
        rest 500
        press done
        rest 300
        move e2 d3
        rest 700
        """,
        board="""
        [squares]
        pitch_mm = 52.0
        gap_mm = 10.0
        [blocks]
        heights_mm = [21.0, 18.5, 15.0]
        [magnet]
        diameter_mm = 20.0
        thickness_mm = 5.0
        [sensor]
        type = "DRV5055A3"
        """,
    ),
    Scenario(
        "three_players",
        "Three play; blue and white cannot be told apart by their magnets.",
        "@b2 @d2 @b4 @d4 @a1 @e5",
        """
        move b2 c3
        rest 600
        tap c3 c2
        stack c2
        rest 500
        press done
        rest 300
        move b4 a4
        rest 600
        tap a4 a5
        stack a5
        rest 500
        phone choose 0
        rest 300
        press done
        rest 300
        move a1 b2
        rest 900
        """,
        ("athena", "atlas", "demeter"),
    ),
    Scenario(
        "four_players",
        "Two teams of two; partners are told apart by their magnets, opponents by the game.",
        FOUR,
        """
        move b2 c3
        rest 600
        tap c3 c2
        stack c2
        rest 500
        press done
        rest 300
        move b4 a4
        rest 900
        """,
        ("athena", "pan", "apollo", "minotaur"),
    ),
)
