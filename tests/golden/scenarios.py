"""The scenarios of the golden traces: what happens at a table, from careful play to whatever can go wrong there.

How a script is written is told in `tests.golden.stage`.
"""

from __future__ import annotations

from hardware.virtual import Surroundings
from tests.golden.stage import Scenario

FOUR = "@b2 @d2 @b4 @d4"
"""Blue on b2 and d2, orange on b4 and d4, nothing built, blue to move."""

BUILT = f"{FOUR} b2-b3 b3+c3 b4-c4 c4+c3 d2-d3 d3+e3"
"""Blue on b3 and d3, orange on c4 and d4; c3 is two high, e3 one, orange to move."""

TOWER = "@b2 @e1 @d4 @e5 b2-b3 b3+b2 d4-d3 d3+c2 b3-b2 b2+c2 d3-d2 d2+c2 b2-a1 a1+b2 d2-e2 e2+d3"
"""Blue on a1 and e1, orange on e2 and e5; c2 is three high, b2 two, d3 one, blue to move."""

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
        rest 15500
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

WORLD = (
    Scenario(
        "stray_magnet",
        "A phone lies down on the rim, stays during a turn and is taken away.",
        FOUR,
        """
        stray phone -60 60
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
        surroundings=Surroundings(earth=0.05, lights=0.4),
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
        surroundings=Surroundings(earth=0.05, drift=1.0),
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
        "The cable comes out in the middle of a carry and goes in again after the worker has come down.",
        FOUR,
        """
        lift b2
        lose 600
        put c3
        rest 1500
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
        f"A sensor in the middle of the play is {kind}: it is named, and the game goes on around it.",
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
        ("stuck", "d4 stuck"),
        ("noisy", "b3 noisy"),
        ("weak", "e4 weak"),
        ("swapped", "d3 swapped d2"),
    )
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
        size=4,
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

SCENARIOS = (*CAREFUL, *HANDS, *MISTAKES, *WORLD, *COLD, *SENSORS, *OVERRIDES, *BOARDS)
