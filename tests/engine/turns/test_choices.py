"""Two cards of one player may offer the same action: what is chosen is what a card offers, not the action alone.

Each position of chance has a hand whose cards overlap: two gods, with a stolen card, with the one that lies face up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from engine import Game, IllegalAction, PowerName, State, TooManyTurns, complete_turns
from engine.errors import NotationError
from engine.notation import action_text, parse_action, parse_position, parse_turn, state_of, turn_text
from engine.power import Power
from engine.powers import POWERS
from engine.squares import square_name, squares
from engine.turns.turn_enumeration import CompleteTurn, every_turn
from tests.engine.cases import Ask, Leads, check, game_at, line, name

TWO = "edition=original_2007&gods_per_player=2"
LATER = f"revised=heracles&{TWO}"

HANDS = [
    ("apollo+minotaur", "mortal", TWO),
    ("minotaur+apollo", "mortal", TWO),
    ("achilles+prometheus", "mortal", TWO),
    ("prometheus+achilles", "persephone", TWO),
    ("charon+odysseus", "mortal", TWO),
    ("siren[direction=sw]+odysseus", "mortal", TWO),
    ("circe+apollo", "minotaur", TWO),
    ("circe+minotaur", "prometheus+apollo", TWO),
    ("chaos[face_up=minotaur|draw=pan]+apollo", "mortal", TWO),
    ("chaos[face_up=prometheus|draw=pan]+achilles", "mortal", TWO),
    ("heracles+atlas", "mortal", LATER),
    ("heracles+graeae", "mortal", LATER),
    ("hermes+heracles", "mortal", LATER),
    ("minotaur+apollo", "charybdis[squares=c3+a1]", TWO),
    ("minotaur+apollo", "adonis[used=yes|target=MINE]", TWO),
]
"""What is in the hand that moves, in the other's, and the rules."""

POSITIONS = 2
MOST_TURNS = 150


def candidates(hand: str, other: str, rules: str) -> Iterator[str]:
    """Positions with workers close together and few squares to go on to."""
    chance = random.Random(f"{hand}{other}")  # noqa: S311 - repeatable chance, no secret
    names = [square_name(square) for square in squares()]
    pieces = "001234444444" if "heracles" in hand else "000112233444"
    count = 3 if "graeae" in hand else 2
    while True:
        towers = {name: chance.choice(pieces) for name in names}
        near = [name for name in names if towers[name] in "012" and name[0] in "abcd" and name[1] in "1234"]
        if len(near) < count + 2:
            continue
        workers = chance.sample(near, count + 2)
        yield line(
            f"{hand}:{','.join(workers[:count])}",
            f"{other.replace('MINE', workers[0])}:{','.join(workers[count:])}",
            " ".join(f"{name}:{tower}" for name, tower in towers.items()),
            rules=rules,
        )


@cache
def positions(hand: str, other: str, rules: str) -> tuple[str, ...]:
    """Some of them in which cards of the hand meet."""
    meeting = (position for position in candidates(hand, other, rules) if is_meeting(position))
    return tuple(islice(meeting, POSITIONS))


def is_meeting(position: str) -> bool:
    """Whether one action is offered by two cards in a position with few turns."""
    turns = complete_turns(state_of(parse_position(position)))
    return len(turns) <= MOST_TURNS // 2 and any("!" in turn_text(turn.actions) for turn in turns)


def end_of(state: State) -> tuple[object, ...]:
    """What a turn has come to, also where the game is over."""
    if state.outcome is None:
        return (state,)
    return state.outcome, state.levels, state.domes, sorted(worker[1:] for worker in state.workers)


def replayed(state: State, turns: tuple[CompleteTurn, ...]) -> Iterator[tuple[CompleteTurn, Game]]:
    """The game after each of these turns, as its text tells it."""
    begun: dict[str, Game] = {"": Game.at(state)}
    for turn in turns:
        text = ""
        for action in parse_turn(turn_text(turn.actions)):
            before = begun[text]
            text = f"{text} {action_text(action)}".strip()
            if text not in begun:
                begun[text] = before.play(action)
        yield turn, begun[text]


BY_HAND = pytest.mark.parametrize(
    ("hand", "other", "rules"), HANDS, ids=[f"{hand} against {other}" for hand, other, _ in HANDS]
)


@BY_HAND
def test_every_listed_turn_is_played_to_its_listed_end(hand: str, other: str, rules: str) -> None:
    for position in positions(hand, other, rules):
        state = state_of(parse_position(position))
        for listing in (complete_turns, every_turn):
            turns = listing(state)[:MOST_TURNS]
            elsewhere = [
                turn_text(turn.actions)
                for turn, game in replayed(state, turns)
                if end_of(game.state) != end_of(Game.at(turn.after).state)
            ]
            assert elsewhere == [], position


def check_no_step_leads_nowhere(position: str) -> None:
    """Each offered step is legal, offered once, and leaves its player a way to finish."""
    start = Game.at(state_of(parse_position(position)))
    if start.outcome is not None:
        return
    seen, queue = {start.state}, [start]
    for game in islice(queue, MOST_TURNS):
        legal = game.legal_actions()
        assert len(set(legal)) == len(legal) > 0
        for action in legal:
            assert game.why_not(action) is None
            after = game.play(action)
            lost = after.outcome is not None and start.to_act not in after.outcome.winners
            assert not lost, f"{position}: {action_text(action)} leads nowhere"
            if after.outcome is None and after.turn == start.turn and after.state not in seen:
                seen.add(after.state)
                queue.append(after)


@BY_HAND
def test_no_offered_step_leads_nowhere(hand: str, other: str, rules: str) -> None:
    for position in positions(hand, other, rules):
        check_no_step_leads_nowhere(position)


OFFERING = [power.name for power in POWERS if type(power).offer is not Power.offer]
LATER_WORDINGS = frozenset(
    {"heracles", "jason", "medea", "siren", "charybdis", "aeolus", "adonis", "nemesis", "graeae"}
)
REMEMBERED = {"siren": "[direction=ne]", "aeolus": "[direction=n]"}


def positions_of_pairs(one: PowerName) -> Iterator[str]:
    """Positions of chance for this card with each other one that adds options, in all their wordings."""
    for other in OFFERING:
        if other == one:
            continue
        hand = "+".join(f"{power}{REMEMBERED.get(power, '')}" for power in (one, other))
        later = "+".join(sorted({one, other} & LATER_WORDINGS))
        for rules in (TWO, f"{TWO}&revised={later}") if later else (TWO,):
            yield from islice(candidates(hand, "mortal", rules), 4)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("one", OFFERING)
def test_turns_of_every_two_cards_that_add_options_are_played_to_their_ends(one: PowerName) -> None:
    """Which pairs of all overlap is not known beforehand: nothing is taken for granted here."""
    for position in positions_of_pairs(one):
        state = state_of(parse_position(position))
        try:
            turns = every_turn(state)[:MOST_TURNS]
        except TooManyTurns:
            continue
        elsewhere = [
            turn_text(turn.actions)
            for turn, game in replayed(state, turns)
            if end_of(game.state) != end_of(Game.at(turn.after).state)
        ]
        assert elsewhere == [], position


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("one", OFFERING)
def test_no_step_of_every_two_cards_that_add_options_leads_nowhere(one: PowerName) -> None:
    for position in positions_of_pairs(one):
        check_no_step_leads_nowhere(position)


HEMMED = line(
    "achilles+prometheus:a1,e5", "mortal:c3,c5", "a2:1 b1:1 b2:3 d4:3 d5:3 e4:3", rules=TWO
)  # nobody finishes as Prometheus: the only ways are up
SIDE_BY_SIDE = line("apollo+minotaur:b2,e5", "mortal:b3,e1", rules=TWO)
OPEN = line("prometheus+achilles:b2,e5", "mortal:c5,a5", rules=TWO)

CASES = [
    Ask("a build before the move that only Achilles can finish needs no card named", HEMMED, "a1+a2"),
    Leads("and is his", HEMMED, "a1+a2 a1-b1 b1+a1", line("achilles[used=yes]+prometheus:b1,e5", "mortal:c3,c5",
          "a1:1 a2:2 b1:1 b2:3 d4:3 d5:3 e4:3", 2, rules=TWO)),
    Leads("his name may stand there all the same", HEMMED, "a1+a2!achilles a1-b1!mortal b1+a1",
          line("achilles[used=yes]+prometheus:b1,e5", "mortal:c3,c5", "a1:1 a2:2 b1:1 b2:3 d4:3 d5:3 e4:3", 2,
               rules=TWO)),
    Ask("but not that of one who cannot finish", HEMMED, "a1+a2!prometheus", "no_legal_finish_own"),
    Leads("as Apollo the two change places", SIDE_BY_SIDE, "b2-b3!apollo b3+b4",
          line("apollo+minotaur:b3,e5", "mortal:b2,e1", "b4:1", 2, rules=TWO)),
    Leads("as the Minotaur the other is pushed on", SIDE_BY_SIDE, "b2-b3!minotaur b3+b2",
          line("apollo+minotaur:b3,e5", "mortal:b4,e1", "b2:1", 2, rules=TWO)),
    Ask("which of them has to be said", SIDE_BY_SIDE, "b2-b3", "card.which"),
    Ask("where only one has room for it there is nothing to say", line("apollo+minotaur:b2,e5", "mortal:b3,b4",
        rules=TWO), "b2-b3"),
    Leads("and it is his", line("apollo+minotaur:b2,e5", "mortal:b3,b4", rules=TWO), "b2-b3 b3+c3",
          line("apollo+minotaur:b3,e5", "mortal:b2,b4", "c3:1", 2, rules=TWO)),
    Ask("a card that does not offer it cannot be named", SIDE_BY_SIDE, "b2-b1!apollo", "card.not_this"),
    Ask("as Prometheus he does not climb", OPEN, "b2+b3!prometheus b2-b3", "prometheus.no_climb"),
    Ask("as Achilles he does", OPEN, "b2+b3!achilles b2-b3"),
    Leads("Circe with a stolen card is asked as well", line("circe+apollo:b2,e5", "minotaur:b3,e1", rules=TWO),
          "b2-b3!minotaur b3+b2", line("circe+apollo:b3,e5", "minotaur[holder=blue]:b4,e1", "b2:1", 2, rules=TWO)),
    Ask("two cards of one power offer nothing else than one", line("circe+apollo:b2,e5", "apollo:b3,e1",
        rules=f"{TWO}&same_power_allowed=yes"), "b2-b3"),
    Leads("a swap with a worker that nobody sees is made without asking", line("apollo+minotaur:b2,e5",
          "hecate:b3,e1", rules=TWO), "b2-b3 b3+b4",
          line("apollo+minotaur:b3,e5", "hecate:b2,e1", "b4:1", 2, rules=TWO)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_the_same_action_of_two_cards(case: Ask | Leads) -> None:
    check(case)


@pytest.mark.parametrize("power", ["nemesis", "charybdis[squares=c3]", "terpsichore", "prometheus", "europa", "gaea"])
def test_a_stolen_card_of_a_power_that_she_has_already_offers_nothing_twice(power: str) -> None:
    chance = random.Random(power)  # noqa: S311 - repeatable chance, no secret
    game = game_at(
        line(
            f"circe+{power}:b2,e5",
            f"{power.replace('c3', 'd1')}:b4,d1",
            "b3:1 c3:1 c2:3 a1:2 a3:1",
            rules=f"{TWO}&same_power_allowed=yes",
        )
    )
    for _ in range(20):
        offered = [action_text(action) for action in game.legal_actions()]
        assert len(set(offered)) == len(offered)
        assert not any("!" in text[1:] for text in offered)
        if game.outcome is not None:
            break
        game = game.play(chance.choice(game.legal_actions()))


def test_both_are_offered_by_their_cards_and_come_back_from_their_text() -> None:
    offered = [action_text(action) for action in game_at(SIDE_BY_SIDE).legal_actions()]
    assert "b2-b3!apollo" in offered
    assert "b2-b3!minotaur" in offered
    assert "b2-b3" not in offered
    assert [action_text(parse_action(text)) for text in offered] == offered


def test_what_was_played_is_written_with_its_card_only_where_that_is_needed() -> None:
    game = game_at(SIDE_BY_SIDE, "b2-b3!minotaur b3+b2!mortal")
    assert turn_text(ply.action for ply in game.plies) == "b2-b3!minotaur b3+b2"


def test_a_history_that_names_no_card_means_what_it_always_meant() -> None:
    game = Game.at(state_of(parse_position(SIDE_BY_SIDE))).after(parse_action("b2-b3"))
    assert action_text(game.plies[-1].action) == "b2-b3!apollo"
    game = Game.at(state_of(parse_position(OPEN.replace("prometheus+achilles", "achilles+prometheus"))))
    assert action_text(game.after(parse_action("b2+b3")).plies[-1].action) == "b2+b3!prometheus"
    with pytest.raises(IllegalAction):
        game.play(parse_action("b2+b3"))


@pytest.mark.parametrize("text", ["b2-c3!", "b2-c3!nobody", "resign=blue!apollo", "!ares!apollo", "b2-c3!apollo!pan"])
def test_a_card_that_cannot_be_named_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)
