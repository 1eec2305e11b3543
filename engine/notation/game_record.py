"""Records a game as a JSON object: its setup, every action, and its end; ``docs/notation.md`` describes the form.

A record has everything, including the secrets of the game. Reading is strict: each action must be legal in its place,
each turn must end as the record says, and the result must follow from the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine.actions import Action
from engine.errors import IllegalAction, InvalidSetup, NotationError
from engine.field_text import Json
from engine.game import Game, Ply
from engine.notation.action_form import action_text, parse_turn, turn_text
from engine.notation.checks import (
    fields_at,
    from_json,
    list_at,
    number_at,
    object_at,
    power_at,
    profile_json,
    profile_with,
    seat_at,
    shown,
    size_at,
    text_at,
)
from engine.notation.state_conversion import is_turn_start, position_of
from engine.notation.text_form import position_text
from engine.setup import MORTAL, Player, Setup, team_in_turn
from engine.squares import STRIDE
from engine.turns.flow import first_state

VERSION = 1
"""The version of the records written; others are not read."""

_KEYS = ("version", "setup", "turns", "result")
_POSITIONS = "positions"
_SETUP_KEYS = ("players", "size", "fleece", "seed", "profile")
_PLAYER_KEYS = ("seat", "power", "second", "team")
_RESULT_KEYS = ("winners", "reason", "args")


def record_of(game: Game, *, with_positions: bool = False) -> dict[str, Json]:
    """Record a game as far as it was played, with the position at the start of each turn if ``with_positions``.

    :raises NotationError: if the game did not begin with its setup, so that its actions do not lead to its state.
    """
    first = game.plies[0].before if game.plies else game.state
    if first != first_state(game.setup):
        raise NotationError("this game goes on from a position; a record begins with the setup")
    record: dict[str, Json] = {
        "version": VERSION,
        "setup": _setup_json(game.setup),
        "turns": [turn_text(turn) for turn in _turns(game.plies)],
        "result": _result(game),
    }
    if with_positions:
        record[_POSITIONS] = _positions(game)
    return record


def read_record(text: str) -> Game:
    """Read the game in a JSON text.

    :raises NotationError: as ``replay`` does, or if the text is not JSON.
    """
    return replay(from_json(text, "record"))


def replay(record: Json) -> Game:
    """Replay the game of a record.

    :raises NotationError: for an unknown key, an invalid setup, an illegal action, or a turn, result or position that
        differs; the message names the part.
    """
    given = object_at(record, "record", (*_KEYS, _POSITIONS), _KEYS)
    if given["version"] != VERSION:
        raise NotationError(f"record: version is {shown(given['version'])}; known is {VERSION}")
    try:
        game = Game.begin(_read_setup(given["setup"], "record: setup"))
    except InvalidSetup as error:
        raise NotationError(f"record: setup: {error}") from error
    turns = [
        text_at(turn, f"record: turn {number}") for number, turn in enumerate(list_at(given["turns"], "record: turns"))
    ]
    for number, turn in enumerate(turns):
        game = _play(game, turn, f"record: turn {number}", is_last=number == len(turns) - 1)
    _check_result(given["result"], _result(game))
    if _POSITIONS in given:
        _check_positions(list_at(given[_POSITIONS], "record: positions"), _positions(game))
    return game


def _turns(plies: tuple[Ply, ...]) -> Iterator[list[Action]]:
    """Generate the actions of the setup, then those of each turn."""
    turn: list[Action] = []
    for ply in plies:
        turn.append(ply.action)
        if ply.begins_turn:
            yield turn
            turn = []
    if turn:
        yield turn


def _play(game: Game, turn: str, where: str, *, is_last: bool) -> Game:
    try:
        actions = parse_turn(turn)
    except NotationError as error:
        raise NotationError(f"{where}: {error}") from error
    for number, action in enumerate(actions, start=1):
        step = f"{where}: step {number}, {action_text(action)}"
        try:
            game = game.after(action)
        except IllegalAction as error:
            raise NotationError(f"{step}, is not legal: {error.reason}") from error
        if game.outcome is None and game.plies[-1].begins_turn:
            if number < len(actions):
                raise NotationError(f"{step}: the turn ends with it")
        elif game.outcome is None and number == len(actions) and not is_last:
            raise NotationError(f"{step}: the turn goes on after it")
    return game


def _result(game: Game) -> Json:
    if game.outcome is None:
        return None
    reason = game.outcome.reason
    winners: list[Json] = [str(seat) for seat in game.outcome.winners]
    return {"winners": winners, "reason": reason.key, "args": {name: str(value) for name, value in reason.args}}


def _check_result(recorded: Json, played: Json) -> None:
    if recorded is not None:
        object_at(recorded, "record: result", _RESULT_KEYS, _RESULT_KEYS)
    if recorded != played:
        raise NotationError(f"record: result is {shown(recorded)}; the game comes to {shown(played)}")


def _positions(game: Game) -> list[Json]:
    """Return the position at the start of each turn."""
    states = [*(ply.before for ply in game.plies[1:]), game.state]
    begun = [state for ply, state in zip(game.plies, states, strict=False) if ply.begins_turn]
    return [position_text(position_of(state)) for state in begun if is_turn_start(state)]


def _check_positions(recorded: list[Json], played: list[Json]) -> None:
    for number, (one, other) in enumerate(zip(recorded, played, strict=False), start=1):
        if one != other:
            raise NotationError(f"record: position {number} is {json.dumps(one)}; the game comes to {other}")
    if len(recorded) != len(played):
        raise NotationError(f"record: there are {len(recorded)} positions; the game comes to {len(played)}")


def _setup_json(setup: Setup) -> dict[str, Json]:
    """Return the setup without default values."""
    written: dict[str, Json] = {"players": [_player_json(player) for player in setup.players]}
    if setup.profile.size != STRIDE:
        written["size"] = setup.profile.size
    if setup.fleece is not None:
        written["fleece"] = str(setup.fleece)
    if setup.seed:
        written["seed"] = setup.seed
    if profile := profile_json(setup.profile):
        written["profile"] = profile
    return written


def _player_json(player: Player) -> dict[str, Json]:
    second: dict[str, Json] = {} if player.second == MORTAL else {"second": str(player.second)}
    return {"seat": str(player.seat), "power": str(player.power), **second, "team": player.team}


def _read_setup(value: Json, where: str) -> Setup:
    given = object_at(value, where, _SETUP_KEYS, ("players",))
    players = list_at(given["players"], f"{where}: players")
    size = size_at(given.get("size", STRIDE), where)
    fleece, profile = given.get("fleece"), f"{where}: profile"
    return Setup(
        tuple(_read_player(player, number, len(players), where) for number, player in enumerate(players, start=1)),
        profile_with(fields_at(given.get("profile", {}), profile), size, profile),
        None if fleece is None else power_at(fleece, f"{where}: fleece"),
        number_at(given.get("seed", 0), f"{where}: seed"),
    )


def _read_player(value: Json, number: int, count: int, where: str) -> Player:
    where = f"{where}: player {number}"
    given = object_at(value, where, _PLAYER_KEYS, ("seat", "power"))
    usual = team_in_turn(number - 1, count)
    return Player(
        seat_at(given["seat"], f"{where}: seat"),
        power_at(given["power"], f"{where}: power"),
        number_at(given.get("team", usual), f"{where}: team"),
        power_at(given.get("second", str(MORTAL)), f"{where}: second"),
    )
