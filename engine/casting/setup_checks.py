"""What forms a game: whether players, powers and profile go together, and who may be the Start Player.

Boards of 4 x 4 squares are an option of the 2007 edition; no later rule speaks of the size, so every edition may be
played on them. A handicap (one player has fewer powers than the other) is that edition's too; a player whose hero
is used up is no better off, so a game of two is never refused for it.
"""

from __future__ import annotations

from itertools import permutations

from engine.casting.catalogue import card_of, ruled_out, unfit, unfit_beside_board
from engine.errors import InvalidSetup
from engine.power import Placement
from engine.powers import power_named
from engine.reasons import Reason
from engine.rulings import Rulings
from engine.seats import Seat
from engine.setup import MORTAL, Edition, Player, PowerName, Setup, team_at, team_in_turn

Hands = dict[Seat, tuple[PowerName, ...]]
"""The powers of each seat."""


def check_setup(setup: Setup) -> None:
    """Check that players, powers and profile form a game. Who starts is not asked: the table may agree otherwise.

    :raises InvalidSetup: naming what cannot be and what is allowed.
    """
    _check_profile(setup)
    _check_seats(setup.players)
    if setup.fleece is not None:
        _check_fleece(setup, setup.fleece)
        return
    for player in setup.players:
        _check_hand(setup, player)
    for one, other in permutations(setup.players, 2):
        _check_between(setup, one, other)


def possible_starters(clockwise: tuple[Seat, ...], hands: Hands, rulings: Rulings) -> tuple[Seat, ...]:
    """Who may be named Start Player: who must place first starts, with two teams this team; who places last does not
    start a game of two (rulings OPEN-01, where the table plays by it)."""
    if not rulings.placement_fixes_starter:
        return clockwise
    placements = {seat: _placement(hands[seat]) for seat in clockwise}
    foremost = min(placements.values(), key=lambda placement: placement.value)
    if foremost.value < Placement.IN_TURN.value:
        first = {team_at(clockwise, seat) for seat in clockwise if placements[seat] is foremost}
        return tuple(seat for seat in clockwise if team_at(clockwise, seat) in first)
    if len(clockwise) == 2:
        return tuple(seat for seat in clockwise if placements[seat] is not Placement.LAST) or clockwise
    return clockwise


def _placement(powers: tuple[PowerName, ...]) -> Placement:
    """When a player with these powers places: first if any of them says so, else last if any of them does."""
    placements = sorted((power_named(power).placement for power in powers), key=lambda each: each.value)
    return placements[0] if placements[0].value < Placement.IN_TURN.value else placements[-1]


def _check_profile(setup: Setup) -> None:
    profile = setup.profile
    if profile.size not in (4, 5):
        raise InvalidSetup(f"the board is 4 or 5 squares wide, not {profile.size}")
    if profile.gods_per_player not in (0, 1, 2):
        raise InvalidSetup(
            f"gods_per_player={profile.gods_per_player}: a player has no power, one or two",
            Reason.of("line.value", given=f"gods_per_player={profile.gods_per_player}", allowed="0, 1, 2", at="rules"),
        )
    for power in sorted(profile.revised):
        _check_card(power, "rules")


def _check_card(power: PowerName, part: str) -> None:
    """Check that there is a card of a power that stands in this part of a line of notation."""
    try:
        card_of(power)
    except InvalidSetup as error:
        error.reason = error.reason and error.reason.also(at=part)
        raise


def _check_seats(players: tuple[Player, ...]) -> None:
    count = len(players)
    if count not in (2, 3, 4):
        raise InvalidSetup(f"Santorini is for 2, 3 or 4 players, not {count}")
    if len({player.seat for player in players}) != count:
        raise InvalidSetup("two players cannot have the same seat")
    teams = [player.team for player in players]
    wanted = [team_in_turn(number, count) for number in range(count)]
    if teams != wanted:
        raise InvalidSetup(f"teams in turn order must be {wanted} for {count} players, not {teams}")


def _check_fleece(setup: Setup, fleece: PowerName) -> None:
    if len(setup.players) != 2:
        raise InvalidSetup(
            f"the Golden Fleece variant is for 2 players, not {len(setup.players)}",
            Reason.of("position.fleece_players", players=len(setup.players)),
        )
    _check_card(fleece, "fleece")
    for player in setup.players:
        if player.powers != (MORTAL,):
            held = " and ".join(player.powers)
            raise InvalidSetup(
                f"in the Golden Fleece variant nobody has a power, but {player.seat} has {held}",
                Reason.of("position.fleece_power", seat=player.seat, powers=", ".join(player.powers)),
            )
    against = unfit_beside_board(fleece)
    if against is not None:
        raise InvalidSetup(in_words(against), against)


def _check_hand(setup: Setup, player: Player) -> None:
    """Check the powers of one player: how many there are, and whether they are for so many players."""
    count, profile, seat = len(setup.players), setup.profile, player.seat
    powers = tuple(power for power in player.powers if power != MORTAL)
    if player.power == MORTAL and powers:
        raise InvalidSetup(
            f"{seat} has a second power, {player.second}, but no first",
            Reason.of("position.no_first", seat=seat, power=player.second),
        )
    if len(powers) > profile.gods_per_player:
        held = " and ".join(powers)
        raise InvalidSetup(
            f"{seat} has {held}, but the powers allowed for each player are {profile.gods_per_player}",
            Reason.of("position.many_powers", seat=seat, powers=", ".join(powers), most=profile.gods_per_player),
        )
    if len(set(powers)) < len(powers):
        raise InvalidSetup(
            f"{seat} cannot have {player.power} twice",
            Reason.of("position.power_twice", seat=seat, power=player.power),
        )
    if not powers and not may_go_without(count, profile.edition):
        needs = Reason.of("position.needs_power", seat=seat, players=count)
        raise InvalidSetup(f"each of {count} players needs a power; {seat} has none", needs)
    if count > 2 and all(other.power == MORTAL for other in setup.players):
        raise InvalidSetup(
            f"among {count} players at least one needs a power; nobody has one",
            Reason.of("position.nobody_has_power", players=count),
        )
    for power in powers:
        against = unfit(power, count)
        if against is not None:
            raise InvalidSetup(in_words(against), against)


def may_go_without(players: int, edition: Edition) -> bool:
    """Whether a player may have no power in a game of so many players."""
    return players == 2 or (players == 3 and edition is Edition.ORIGINAL_2007)


def _check_between(setup: Setup, one: Player, other: Player) -> None:
    """Check the powers of two players against each other."""
    for power in one.powers:
        if power != MORTAL and power in other.powers and not setup.profile.shares_powers:
            raise InvalidSetup(
                f"{one.seat} and {other.seat} cannot both have {power}: the profile allows each power once",
                Reason.of("position.same_power", power=power, seat=one.seat, other=other.seat),
            )
        for against in other.powers if one.team != other.team else ():
            reason = ruled_out(power, against, setup.profile.bans)
            if reason is not None:
                raise InvalidSetup(in_words(reason), reason)


def in_words(reason: Reason) -> str:
    """A refusal in English, for those who start a game without the page."""
    args = dict(reason.args)
    power = args["power"]
    match reason.key:
        case "draft.not_for_players":
            allowed = " or ".join(str(count) for count in card_of(PowerName(power)).players)
            return f"{power} is not for {args['players']} players; its card allows {allowed}"
        case "draft.not_for_fleece":
            return f"{power} has no icon of the Golden Fleece variant, so it cannot lie beside the board"
        case "draft.impossible_pair":
            return f"{power} and {args['other']} cannot be carried out against each other"
        case _:
            return f"{power} is banned against {args['other']} by the rulebook, and bans are enforced"
