"""The board of the slow reference: plain mutable lists and sets, copied before every step that is tried.

Squares are numbers from a1 = 0 (a1, b1 ... e1, a2 ... e5), players are numbered in turn order, workers have numbers
that hold for one turn. With two and three players each is a team; four are two teams, whose workers are shared. Nothing
here is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.engine.reference.played import HEROES

Vector = tuple[int, int]
"""Files east and ranks north of one step."""

DIRECTIONS: dict[str, Vector] = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
CORNERS = (0, 4, 20, 24)
ONLY_THEIR_OWNERS = {*HEROES, "tartarus"}
"""Powers that Circe cannot use (open question 36)."""


def name(square: int) -> str:
    """a1 to e5."""
    return "abcde"[square % 5] + "12345"[square // 5]


def number(text: str) -> int:
    """The square with this name."""
    return "abcde".index(text[0]) + 5 * "12345".index(text[1])


def onward(square: int, step: Vector) -> int | None:
    """The square one step on; None off the board."""
    file, rank = square % 5 + step[0], square // 5 + step[1]
    return file + 5 * rank if 0 <= file < 5 and 0 <= rank < 5 else None


def around(square: int) -> list[tuple[Vector, int]]:
    """The neighboring squares, each with the direction to it."""
    found = [(step, onward(square, step)) for step in DIRECTIONS.values()]
    return [(step, to) for step, to in found if to is not None]


def around_the_world(square: int) -> list[tuple[Vector, int]]:
    """The eight neighbors on a board whose opposite edges are adjacent."""
    return [
        ((files, ranks), (square % 5 + files) % 5 + 5 * ((square // 5 + ranks) % 5))
        for files, ranks in DIRECTIONS.values()
    ]


NEAR = [around(square) for square in range(25)]
WRAPPED = [around_the_world(square) for square in range(25)]
TOUCHED = [frozenset(to for _, to in near) for near in NEAR]


def is_perimeter(square: int) -> bool:
    """Whether the square lies at the edge of the board."""
    return square % 5 in (0, 4) or square // 5 in (0, 4)


@dataclass
class Board:
    """Two to four players at some point of a game.

    ``at`` says where each worker stands (None: out of the game, or not seen), ``side`` the team whose it is. ``out``
    are the players who have lost. ``beside`` is the power beside the Ram, ``blessed`` who has it this turn. ``wind`` to
    ``fate`` lie on or beside the one card that uses them. The rest is about the turn that is being taken.
    """

    levels: list[int]
    domes: set[int]
    at: list[int | None]
    side: tuple[int, ...]
    cards: tuple[str, ...] = ("mortal", "mortal")
    to_move: int = 0
    out: frozenset[int] = frozenset()
    beside: str = ""
    ram: int | None = None
    blessed: frozenset[int] = frozenset()
    marked: frozenset[int] = frozenset()
    rose: frozenset[int] = frozenset()
    """The players of whom a worker moved up in their own last turn."""

    circe_holds: bool = False
    reserve: tuple[int, ...] = (0, 0, 0, 0)
    """The workers on each player's card."""

    used: frozenset[int] = frozenset()
    """The players who have used a power of "once"."""

    bank: int = 0
    wind: Vector | None = None
    arrow: Vector | None = None
    whirlpools: tuple[int, ...] = ()
    coins: frozenset[int] = frozenset()
    coins_left: int = 3
    talus: int | None = None
    fate: int | None = None
    abyss: int | None = None
    named: int | None = None
    """The worker that an oath has named."""

    ally: int | None = None
    """The one of his own that the later wording of the oath names as well."""

    face_up: str = ""
    draw: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    owed: int = 0
    """The additional turns that the player to move may still take."""

    driven: bool = False
    """Whether this is an additional turn in which an opponent's worker is driven and nobody wins."""

    guest: int | None = None
    """The team whose worker is driven in it: what this team's own powers forbid does not bind it."""

    winner: int | None = None
    """The team that has won."""

    fallen: bool = False
    """Whether the player to move has lost within the turn."""

    cancelled: bool = False
    steps: tuple[str, ...] = ()
    moved: frozenset[int] = frozenset()
    landing: int | None = None
    went_up: bool = False
    asleep: frozenset[int] = frozenset()
    bound: frozenset[int] = frozenset()
    strayed: frozenset[int] = frozenset()
    removed_from: frozenset[int] = frozenset()
    built: tuple[int, str] | None = None
    builder: int | None = None
    domed: bool = False
    completed: bool = False
    """Whether a Complete Tower was completed in this turn."""

    extra_builds: int = 0
    heroic: tuple[object, ...] | None = None
    """The position right after a power of "once" was used in this turn."""

    revised: frozenset[str] = field(default=frozenset(), repr=False)
    edition: str = field(default="roxley", repr=False)

    @classmethod
    def of(
        cls,
        levels: list[int] | tuple[int, ...],
        domes: set[int] | frozenset[int],
        workers: tuple[tuple[int, ...], ...],
        cards: tuple[str, ...] = ("mortal", "mortal"),
        to_move: int = 0,
    ) -> Board:
        """A board with these workers of each team."""
        side = tuple(team for team, squares in enumerate(workers) for _ in squares)
        at = [square for squares in workers for square in squares]
        return cls(list(levels), set(domes), [*at], side, cards, to_move)

    def copy(self) -> Board:
        """The same board to be changed freely."""
        other = object.__new__(Board)
        other.__dict__.update(self.__dict__)
        other.levels = self.levels.copy()
        other.domes = self.domes.copy()
        other.at = self.at.copy()
        return other

    def key(self) -> tuple[object, ...]:
        """All of it but the steps that led here."""
        here = dict(self.__dict__)
        del here["steps"]
        here["levels"] = tuple(self.levels)
        here["domes"] = frozenset(self.domes)
        here["at"] = tuple(self.at)
        return tuple(here.values())

    # ---- who plays with whom ----

    def team(self, player: int) -> int:
        """The team of a player: of four every other one, else everybody alone."""
        return player % 2 if len(self.cards) == 4 else player

    @property
    def us(self) -> int:
        """The team of the player to move."""
        return self.team(self.to_move)

    @property
    def players(self) -> list[int]:
        """The players who have not lost."""
        return [player for player in range(len(self.cards)) if player not in self.out]

    @property
    def opponents(self) -> list[int]:
        """The players who play against the one to move."""
        return [player for player in self.players if self.team(player) != self.us]

    def uses(self, player: int) -> str:
        """The power that a player has the use of now: the own one, the Ram's, or one that Circe has stolen."""
        if player in self.out:
            return "mortal"
        if self.beside:
            own = self.beside if player in self.blessed else "mortal"
        elif self.circe_holds:
            own = self.cards[1 - player] if self.cards[player] == "circe" else "mortal"
        else:
            own = self.cards[player]
        return self.face_up if own == "chaos" else own

    def user(self, power: str) -> int | None:
        """Who has the use of a power now, where at most one can."""
        return next((player for player in self.players if self.uses(player) == power), None)

    @property
    def mine(self) -> str:
        """The power of the player to move."""
        return self.uses(self.to_move)

    def opposing(self, power: str) -> list[int]:
        """The opponents with this power, as far as it restrains the worker that acts: nobody restrains his own."""
        return [who for who in self.opponents if self.uses(who) == power and self.team(who) != self.guest]

    def once(self, hero: str) -> bool:
        """Whether the player to move has this power of "once", still unused."""
        return self.mine == hero and self.to_move not in self.used

    # ---- workers ----

    def workers(self, team: int) -> list[int]:
        """The workers of a team that stand on the board."""
        return [who for who, side in enumerate(self.side) if side == team and self.at[who] is not None]

    @property
    def ours(self) -> list[int]:
        """The workers of the player to move."""
        return self.workers(self.us)

    @property
    def foes(self) -> list[int]:
        """The workers of all opponents."""
        return [who for who, side in enumerate(self.side) if side != self.us and self.at[who] is not None]

    def spot(self, who: int) -> int:
        """Where a worker stands that does stand somewhere."""
        square = self.at[who]
        if square is None:
            raise LookupError(f"worker {who} is not on the board")
        return square

    def squares(self, team: int) -> list[int]:
        """Where a team's workers stand."""
        return sorted(self.spot(who) for who in self.workers(team))

    def worker_on(self, square: int) -> int | None:
        """The worker on a square."""
        return self.at.index(square) if square in self.at else None

    # ---- squares ----

    def acts_as_domed(self, square: int) -> bool:
        """Whether a square holds a dome, the Ram, Talus, or (unless it is her turn) a coin of Clio's."""
        if square in self.domes or square in (self.talus, self.ram):
            return True
        return square in self.coins and self.mine != "clio"

    def is_unoccupied(self, square: int) -> bool:
        """Whether a square holds neither a worker nor what is a dome to the player to move."""
        return square not in self.at and not self.acts_as_domed(square)

    def is_near(self, square: int, team: int) -> bool:
        """Whether a square neighbors one of a team's workers."""
        return any(
            side == team and at is not None and at in TOUCHED[square]
            for side, at in zip(self.side, self.at, strict=True)
        )

    def is_near_foe(self, square: int, power: str) -> bool:
        """Whether a square neighbors a worker of an opponent who has this power."""
        return any(self.is_near(square, self.team(player)) for player in self.opposing(power))

    def reach(self, who: int) -> list[tuple[Vector, int]]:
        """Where a worker may move to or build as far as neighboring goes."""
        wide = self.mine == "urania" and self.side[who] == self.us
        return (WRAPPED if wide else NEAR)[self.spot(who)]

    def complete_towers(self) -> int:
        """How many towers of three blocks and a dome stand."""
        return sum(self.levels[square] == 3 for square in self.domes)

    # ---- powers of "once" ----

    def hero_uses(self) -> None:
        """The power of "once" of the player to move is used now, for the first time or as part of the same use."""
        self.used |= {self.to_move}

    def note_heroic(self) -> None:
        """Remember the position in which the use of a power of "once" began to count."""
        if self.heroic is None:
            self.heroic = self.key()


Boards = Iterator[Board]


def distinct(boards: Boards) -> Boards:
    """Each board once, however many ways lead to it."""
    seen = set()
    for board in boards:
        key = board.key()
        if key not in seen:
            seen.add(key)
            yield board
