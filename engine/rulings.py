"""The open questions: where no rulebook decides between two readings, each table may choose.

Each switch is one of the open questions in ``docs/rulings/open_questions.md``, in their order; the default is what is
played unless a table chooses otherwise. ``None`` follows the wording in use (edition, printed or revised).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rulings:
    """The settled open questions; the number in each comment is that of the question."""

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
