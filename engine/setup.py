"""The setup of a game: the players in turn order, the rule profile with its rulings, and the order of decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import NewType

from engine.seats import Seat

# ---- Rulings
#
# If no rulebook decides between two readings, each table may choose. Each switch is one of the open questions in
# ``docs/rulings/open_questions.md``, in order. The default applies unless a table chooses otherwise. ``None`` follows
# the wording in use (edition, printed or revised).


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings on open questions; the number in each comment is the question's."""

    placement_fixes_starter: bool = True
    """01: who must place first starts, who must place last does not start a game of two."""
    teammates_placement_binds: bool = True
    """02: a restriction on placing workers binds the whole team."""
    lost_without_workers: bool = False
    """03: a player loses at the moment of losing the last worker, not in the next own turn."""
    blocked_win_is_stolen: bool = False
    """04: a win that another power denies can still be turned into somebody else's."""
    opponent_recycles: bool = False
    """05: the next opponent, not the builder, picks the tower that goes back to the supply."""
    recycled_towers_count: bool = False
    """05: a tower taken back to the supply still counts as a Complete Tower for a win by towers."""
    supply_can_run_dry: bool = False
    """06: with no tower left to take, a piece that is not in the box cannot be built."""
    fleece_setup_texts: bool = True
    """07: setup texts of the power beside the Ram are carried out."""
    fleece_moves_on_in_extra_turns: bool = True
    """08: an additional turn looks again at who neighbors the Ram."""
    petrifying_is_build: bool | None = None
    """09: turning a worker into a block is a build for area restrictions (None: Roxley yes, Spin Master no)."""
    owner_orders_effects: bool = True
    """10: the owner of two powers orders what they do at the same time; else the order of the cards does."""
    climbs_count_before_power: bool = True
    """11: a move up counts for a power that its player got only afterwards."""
    uneven_hop_in_level_turn: bool = False
    """12: a turn of level moves may pass through whirlpools of different heights."""
    hop_is_move: bool | None = None
    """13: each half of a way through whirlpools wins or loses by itself (None: printed yes, revised no)."""
    hop_is_last_move: bool | None = None
    """14: the last move of a bound worker is judged where the hop lands (None: printed yes, revised no)."""
    hop_runs_down: bool | None = None
    """15: the worker behind a hop's landing is removed too (None: printed yes, revised no)."""
    all_must_stand_together: bool = True
    """16: three and more workers are together only if every two of them are neighbors."""
    taken_power_marks_workers: bool = True
    """17: who may take a power of marked workers marks one at the setup."""
    abyss_spares_extra_turns: bool = False
    """18: nobody loses by the Abyss in an additional turn."""
    players_left_decide: bool = False
    """19: texts by number of players look at the players still in the game, not at those who began."""
    lone_worker_sleeps: bool = True
    """20: a single worker is the highest of its player's."""
    other_wins_excuse: bool = False
    """21: a winning move that does not go up is allowed although a move up was possible."""
    one_unmoved_only: bool = False
    """22: with several unmoved workers a text about "the unmoved worker" does nothing."""
    hop_ends_on_perimeter: bool | None = None
    """23: a way through whirlpools ends where the hop lands (None: printed yes, revised: on the first whirlpool)."""
    hop_from_entered_whirlpool: bool | None = None
    """24: a whirlpool that was occupied before the move still carries on (None: printed no, revised yes)."""
    hop_obeys_limits: bool | None = None
    """25: a step is illegal if its hop goes where the worker may not move (None: printed yes, revised no)."""
    interrupted_turn_loses: bool = True
    """26: who cannot complete the turn after another's interrupt loses; else the rest lapses."""
    conflict_space_shown: bool = True
    """27: the space where an action failed is shown."""
    secret_workers_make_stuck: bool = False
    """28: who has turns only through secret workers is stuck, and learns it."""
    area_effects_hit_secret: bool = True
    """29: mandatory area effects hit workers that nobody sees."""
    taken_fate_counts: bool = True
    """30: who takes the power over fated spaces wins by them, without learning them."""
    forced_together: bool = False
    """31: several workers forced by one text go at the same time, not one after the other."""
    win_excuses_oath: bool = False
    """32: a winning move need not bring the named worker near."""
    repetitions_reported: int = 3
    """33: at which occurrence of a position the repetition is reported to the players; 0 for never."""
    ram_blocks: bool = True
    """34: the Ram's space is as if domed."""
    hop_climbs_any_height: bool = True
    """35: a hop may go up more than one level."""
    unusable_powers_sleep: bool = False
    """36: a taken power that only its owner may use is used by nobody meanwhile."""


# ---- Setups


PowerName = NewType("PowerName", str)

MORTAL = PowerName("mortal")
"""The name of the power of a seat that has none."""

TEAM_GAME = 4
"""The players of the game in two teams."""


class Edition(StrEnum):
    """Whose printed rules are in force."""

    ROXLEY = "roxley"
    SPIN_MASTER = "spin_master"
    ORIGINAL_2007 = "original_2007"


class Bans(StrEnum):
    """What the printed "banned vs." pairs do (the rulebook strongly suggests them; it does not forbid)."""

    WARN = "warn"
    ENFORCE = "enforce"
    OFF = "off"


class Supply(StrEnum):
    """Whether pieces can run out: never; counted and pointed out only; or with the rule for taking towers back."""

    UNLIMITED = "unlimited"
    ADVISORY = "advisory"
    PHYSICAL = "physical"


class Redraw(StrEnum):
    """When a face-up power changes after a turn."""

    ANY_DOME = "any_dome"
    COMPLETE_TOWER = "complete_tower"


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules in force at this table. The defaults are the Roxley edition with printed texts.

    ``size`` 4 is an option of the 2007 edition; nothing in the later ones forbids it. ``revised`` names the powers
    played in the designer's later wording. ``redraw``, ``perimeter_setup`` and ``same_power_allowed`` follow the
    edition where they are None. ``gods_per_player`` is one by default, and two is an option of the 2007 edition.
    """

    size: int = 5
    bans: Bans = Bans.WARN
    edition: Edition = Edition.ROXLEY
    revised: frozenset[PowerName] = frozenset()
    redraw: Redraw | None = None
    perimeter_setup: bool | None = None
    supply: Supply = Supply.ADVISORY
    gods_per_player: int = 1
    same_power_allowed: bool | None = None
    rulings: Rulings = field(default_factory=Rulings)

    def is_revised(self, power: PowerName) -> bool:
        """Whether a power is played in its revised wording."""
        return power in self.revised

    @property
    def shares_powers(self) -> bool:
        """Whether several players may have the same power, as set or by the edition."""
        if self.same_power_allowed is not None:
            return self.same_power_allowed
        return self.edition is Edition.ORIGINAL_2007

    @property
    def changes_on(self) -> Redraw:
        """When a face-up power changes, as set or by the edition."""
        if self.redraw is not None:
            return self.redraw
        return Redraw.COMPLETE_TOWER if self.edition is Edition.SPIN_MASTER else Redraw.ANY_DOME


def team_in_turn(number: int, count: int) -> int:
    """Return the team (from 0) of the player with this turn, out of ``count`` players: each plays alone, but with four,
    opposite players play together.

    >>> [team_in_turn(number, 4) for number in range(4)]
    [0, 1, 0, 1]
    """
    return number % 2 if count == TEAM_GAME else number


def team_at(clockwise: Sequence[Seat], seat: Seat) -> int:
    """Return the team of one of these seats, whichever starts."""
    return team_in_turn(clockwise.index(seat), len(clockwise))


@dataclass(frozen=True, slots=True)
class Player:
    """A player: seat, power (``mortal`` for none), the team that owns the workers (with 2 and 3 players one each), and
    the ``second`` power if each player has two."""

    seat: Seat
    power: PowerName = MORTAL
    team: int = 0
    second: PowerName = MORTAL

    @property
    def powers(self) -> tuple[PowerName, ...]:
        """The cards in front of the player, at least one (``mortal`` is a card without text)."""
        return (self.power,) if self.second == MORTAL else (self.power, self.second)


@dataclass(frozen=True, slots=True)
class Setup:
    """Players in turn order, the Start Player first, and the profile.

    ``fleece`` is the power beside the board in the Golden Fleece variant; there the first player places first, and the
    second takes the first turn. ``seed`` decides how decks are shuffled.
    """

    players: tuple[Player, ...]
    profile: Profile = field(default_factory=Profile)
    fleece: PowerName | None = None
    seed: int = 0


def shuffled(cards: Sequence[PowerName], seed: int) -> tuple[PowerName, ...]:
    """Shuffle different cards by a seed and their present order, in the same way on every machine: a game can be
    replayed from its setup and actions.

    >>> shuffled([PowerName("apollo"), PowerName("pan")], 1) == shuffled([PowerName("apollo"), PowerName("pan")], 1)
    True
    """
    deck = f"{seed} {' '.join(cards)}"
    return tuple(sorted(cards, key=lambda card: sha256(f"{deck} {card}".encode()).digest()))
