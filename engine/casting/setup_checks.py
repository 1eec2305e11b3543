"""Checks whether players, powers and profile form a game, and which players may start; and makes the cast of a setup.

Boards of 4 x 4 squares are an option of the 2007 edition. No later rule mentions the size, so every edition may be
played on them. A handicap (one player has fewer powers than the other) is also from that edition; a player with a spent
hero is no better off, so a game of two is never refused for it.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from itertools import permutations
from weakref import WeakValueDictionary

from engine.casting.cast import Cast
from engine.casting.catalogue import CARDS, REVISED, PowerSet, card_of, ruled_out, unfit, unfit_beside_board
from engine.errors import InvalidSetup
from engine.power import Placement
from engine.powers import power_named
from engine.ram import Ram
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, Edition, Player, PowerName, Rulings, Setup, team_at, team_in_turn

Hands = dict[Seat, tuple[PowerName, ...]]
"""The powers of each seat."""


def check_setup(setup: Setup) -> None:
    """Check that players, powers and profile form a game. The table may agree on any Start Player.

    :raises InvalidSetup: with the fault and what is allowed.
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
    """Return the seats that may be Start Player: the one that must place first, with two teams its team; in a game of
    two not the one that places last (rulings OPEN-01, if the table plays by it)."""
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
    """Return when a player with these powers places: first if any of them says so, else last if any of them does."""
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
        if power not in REVISED:
            allowed = ", ".join(sorted(REVISED))
            raise InvalidSetup(
                f"revised={power}: there is no revised text of it; there are those of {allowed}",
                Reason.of("line.value", given=f"revised={power}", allowed=allowed, at="rules"),
            )


def _check_card(power: PowerName, part: str) -> None:
    """Check that the power in this part of a line of notation has a card."""
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
    """Check the powers of one player: their number, and whether they fit the number of players."""
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
    """Whether a player may have no power in a game of ``players`` players."""
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
    """Return a refusal in English, for games that are started without the page."""
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


# ---- The cast of a setup
#
# It has the powers on all cards, with those beside the board. A copy of a cast, by `copy` or `pickle`, is the cast of
# its setup again.


_in_use: WeakValueDictionary[Setup, Cast] = WeakValueDictionary()


def cast_of(setup: Setup) -> Cast:
    """Return the cast of a setup; the same object for equal setups in use, so that their states compare quickly.

    The cards lie in this order: the players' in turn order, the one beside the Ram, the Ram, then those that may be
    drawn during the game.

    :raises InvalidSetup: if a power does not exist.
    """
    cast = _in_use.get(setup)
    if cast is None:
        cast = _in_use[setup] = _made(setup)
    return cast


def _reduced(cast: Cast) -> tuple[Callable[[Setup], Cast], tuple[Setup]]:
    return cast_of, (cast.setup,)


copyreg.pickle(Cast, _reduced)


def _made(setup: Setup) -> Cast:
    names: list[PowerName] = []
    owners: list[Seat | None] = []
    for player in setup.players:
        names += player.powers
        owners += [player.seat] * len(player.powers)
    if setup.fleece is not None:
        names += [setup.fleece, Ram.name]
        owners += [None, None]
    powers = [Ram() if name == Ram.name else power_named(name) for name in names]
    if any(power.deals_simple_powers for power in powers):
        drawn = drawable_powers(setup)
        powers += [power_named(name) for name in drawn]
        owners += [None] * len(drawn)
    return Cast(setup, tuple(powers), tuple(owners))


def drawable_powers(setup: Setup) -> tuple[PowerName, ...]:
    """Return the simple gods that no player holds, for a deck; if bans are enforced, without those that are banned
    against an opponent of the deck's holder (rulings 14)."""
    held = {power for player in setup.players for power in player.powers} | {setup.fleece}
    holding = {player.team for player in setup.players if any(map(_deals, player.powers))}
    facing = [
        power for player in setup.players if holding - {player.team} for power in player.powers if power != MORTAL
    ]
    return tuple(
        card.power
        for card in CARDS
        if card.group is PowerSet.SIMPLE
        and card.power not in held
        and not any(ruled_out(card.power, other, setup.profile.bans) for other in facing)
    )


def _deals(power: PowerName) -> bool:
    return power_named(power).deals_simple_powers
