"""The games to play: the options of the command line, checked."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import inf
from pathlib import Path
from random import Random
from typing import TypeVar

from common.message import shortened
from common.numbers import seeded
from common.toml_section import FaultyFileError
from engine import InvalidSetup, Player, PowerName, Setup
from engine.casting.catalogue import CARDS, PowerSet
from engine.casting.setup_checks import check_setup
from engine.setup import team_at
from hardware.board_file import BoardFile, read_board_file
from hardware.geometry import SIZES, Geometry, Magnet
from opponent.levels import LevelName
from table.errors import CannotPlayError
from table.session.saved_state import TABLE_SEATS
from thera.simulator.announced_turns import TablePlayers
from thera.simulator.hand_styles import FamilyMishap
from thera.simulator.simulated_board import Conditions, Physics, SimulatedWiring, WorldFault

FRAME_RATES = (10, 100)
PITCHES = (30.0, 80.0)
PERCENT = 25.0
"""The most gain spread of sensors of one kind."""

GAIN_SPREAD = 0.005
"""The gain error of ideal sensors after calibration, as a fraction."""

Powers = tuple[PowerName, ...]
Named = TypeVar("Named", FamilyMishap, Physics, SimulatedWiring, WorldFault)


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game to play: the conditions, the powers of the seats in order, or None without powers, and the most turns,
    so that each game costs about the same. ``table_plays`` are the seats of the table, if it plays any. ``fleece`` is
    the power beside the board in the Golden Fleece variant, in which seats have none."""

    conditions: Conditions
    players: int
    powers: Powers | None
    turns: int = 30
    table_plays: TablePlayers | None = None
    fleece: PowerName | None = None

    @property
    def power_words(self) -> str:
        """The powers of the game, for a report."""
        if self.fleece is not None:
            return f"Golden Fleece with {self.fleece}"
        return "no powers" if self.powers is None else " and ".join(self.powers)


def game_specs(args: argparse.Namespace) -> tuple[GameSpec, ...]:
    """Return the games to play.

    :raises CannotPlayError: naming the argument that is not allowed, and the allowed values.
    """
    _check_number(args, "games", 1)
    _check_number(args, "seed", 0)
    _check_number(args, "players", 2, len(TABLE_SEATS))
    _check_number(args, "size", *SIZES)
    _check_number(args, "placement_error", 0)
    if args.noise is not None:
        _check_number(args, "noise", 0)
    if args.gain_spread is not None:
        _check_number(args, "gain_spread", 0, PERCENT)
    _check_number(args, "height_error", -10, 10)
    _check_number(args, "pitch", *PITCHES)
    _check_number(args, "clumsiness", 0, 1)
    _check_number(args, "frame_rate", *FRAME_RATES)
    _check_number(args, "turns", 1)
    magnet = _magnet(args.magnet)
    described = None if args.board_file is None else _board_file(args)
    faults = _several(args.faults, WorldFault, "--faults")
    mishaps = frozenset(_several(args.mishaps, FamilyMishap, "--mishaps"))
    if args.trace is not None and not args.trace.is_dir():
        raise CannotPlayError(f"--trace is a folder, and {args.trace} is none")
    physics = _one_of(args.physics, Physics, "--physics")
    if physics is Physics.REAL and args.gain_spread is not None:
        raise CannotPlayError("--gain-spread is for --physics ideal; a real board is calibrated as its maker would")
    wiring = _one_of(args.board, SimulatedWiring, "--board")
    if args.scale and described is not None and described.scale is None:
        raise CannotPlayError(f"--scale is for a board with [scale] in its file, and {args.board_file} has none")
    table_plays = _table_players(args.table_plays, args.players)
    specs = []
    for seed in range(args.seed, args.seed + args.games):  # so that each game can be played again by itself
        chance = seeded("game", seed)
        fleece = None if args.fleece is None else _fleece(args.fleece, args.players, args.powers, chance)
        powers = None if fleece is not None else _powers(args.powers or "simple", args.players, chance)
        conditions = Conditions(
            seed=seed,
            physics=physics,
            placement=args.placement_error,
            noise=args.noise,
            gain_spread=GAIN_SPREAD if args.gain_spread is None else args.gain_spread / 100,
            height_error=args.height_error,
            pitch=args.pitch if described is None else described.geometry.pitch,
            magnet=magnet if described is None else described.geometry.magnet,
            size=args.size if described is None else described.geometry.size,
            clumsiness=args.clumsiness,
            faults=frozenset({chance.choice(faults)} if faults else ()),
            mishaps=mishaps,
            wiring=wiring,
            frame_rate=args.frame_rate,
            samples=args.samples,
            trace=None if args.trace is None else trace_of(args.trace, seed),
            scale=args.scale,
            described=described,
        )
        specs.append(GameSpec(conditions, args.players, powers, args.turns, table_plays, fleece))
    return tuple(specs)


def _board_file(args: argparse.Namespace) -> BoardFile:
    """Return the board of a file. What it says is no option besides."""
    for name, usual in (("size", SIZES[-1]), ("pitch", Geometry().pitch), ("magnet", "12x5"), ("samples", None)):
        if getattr(args, name) != usual:
            raise CannotPlayError(f"--{name} goes without --board-file, which says it")
    try:
        found = read_board_file(args.board_file)
    except FaultyFileError as error:
        raise CannotPlayError(str(error)) from error
    if args.frame_rate > found.electronics.fastest_hz:
        fastest = found.electronics.fastest_hz
        raise CannotPlayError(f"--frame-rate is at most {fastest} with this board file, not {args.frame_rate}")
    return found


def _table_players(text: str | None, players: int) -> TablePlayers | None:
    if text is None:
        return None
    names, _, level = text.partition(":")
    free = TABLE_SEATS[1:players]
    seats = tuple(seat for seat in free if seat in names.split(","))
    if len(seats) != len(names.split(",")) or level not in ("any", *LevelName):
        raise CannotPlayError(
            f"--table-plays takes seats of {', '.join(free)}, and after a colon any, {', '.join(LevelName)}:"
            f" {free[0]}:any, not {shortened(text, 60)!r}"
        )
    return TablePlayers(seats, None if level == "any" else LevelName(level))


def trace_of(folder: Path, seed: int) -> Path:
    """Return the file for the recording of the game of a seed."""
    return folder / f"game-{seed}.trace.gz"


def _check_number(args: argparse.Namespace, name: str, least: float, most: float = inf) -> None:
    value = getattr(args, name)
    allowed = f"from {least} up" if most == inf else f"from {least} to {most}"
    if not least <= value <= most or value == inf:
        raise CannotPlayError(f"--{name.replace('_', '-')} is a number {allowed}, not {value}")


def _magnet(text: str) -> Magnet:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", text)
    if found is None or 0.0 in (float(found[1]), float(found[2])):
        raise CannotPlayError(f"--magnet is a diameter and a thickness in mm such as 15x5, not {shortened(text, 60)!r}")
    return Magnet(float(found[1]), float(found[2]))


def _several(text: str, kind: type[Named], option: str) -> tuple[Named, ...]:
    if text == "all":
        return tuple(kind)
    return tuple(_one_of(name.strip(), kind, option) for name in text.split(",") if name.strip())


def _one_of(text: str, kind: type[Named], option: str) -> Named:
    try:
        return kind(text)
    except ValueError as error:
        allowed = ", ".join(kind)
        raise CannotPlayError(f"{option} knows {allowed}, not {shortened(text, 60)!r}") from error


def _powers(text: str, players: int, chance: Random) -> Powers | None:
    match text:
        case "none":
            if players > 2:
                raise CannotPlayError(f"--powers none is for 2 players, not {players}")
            return None
        case "random":
            return _drawn(tuple(card.power for card in CARDS if players in card.players), players, chance)
        case "simple":
            return _drawn(tuple(card.power for card in CARDS if card.group is PowerSet.SIMPLE), players, chance)
        case _:
            return _named(text, players)


def _fleece(text: str, players: int, powers: str | None, chance: Random) -> PowerName:
    if powers is not None:
        raise CannotPlayError("--fleece goes without --powers: in the Golden Fleece variant no seat has a power")
    if players != 2:
        raise CannotPlayError(f"--fleece is for 2 players, not {players}")
    allowed = tuple(card.power for card in CARDS if card.fleece)
    if text == "random":
        return chance.choice(allowed)
    wanted = PowerName(text.strip().lower())
    if wanted not in allowed:
        raise CannotPlayError(f"--fleece takes random, or one of {', '.join(allowed)}; not {shortened(text, 60)!r}")
    return wanted


def _drawn(cards: Powers, players: int, chance: Random) -> Powers:
    """Draw different powers that may be played together."""
    if players == 2:
        pair = list(chance.choice(_pairs(cards)))
        chance.shuffle(pair)
        return tuple(pair)
    while True:
        powers = tuple(chance.sample(cards, players))
        if _refusal(powers) is None:
            return powers


@cache
def _pairs(cards: Powers) -> tuple[Powers, ...]:
    return tuple(pair for pair in combinations(cards, 2) if _refusal(pair) is None)


def _named(text: str, players: int) -> Powers:
    names = tuple(PowerName(name.strip().lower()) for name in text.split(","))
    if len(names) != players or len(set(names)) != len(names):
        raise CannotPlayError(
            f"--powers takes {players} different powers, random, simple or none, not {shortened(text, 60)!r}"
        )
    refusal = _refusal(names)
    if refusal is not None:
        raise CannotPlayError(f"--powers {text}: {refusal}")
    return names


def _refusal(powers: Powers) -> str | None:
    """Return why these powers cannot be played, in the order of the seats; None if they can."""
    seats = TABLE_SEATS[: len(powers)]
    players = tuple(Player(seat, name, team_at(seats, seat)) for seat, name in zip(seats, powers, strict=True))
    try:
        check_setup(Setup(players))
    except InvalidSetup as error:
        return str(error)
    return None
