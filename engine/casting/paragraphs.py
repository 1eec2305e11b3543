"""Where the rulings explain a reason: the numbers of the sections in ``docs/rulings`` that it follows from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.casting.catalogue import CARDS
from engine.reasons import Reason

REASONS: Mapping[str, str] = MappingProxyType(
    {
        **{str(card.power): str(card.number) for card in CARDS},
        "board": "G11",
        "build": "G1",
        "build.out_of_stock": "G6",
        "card": "G7",
        "card.asleep": "OPEN-36",
        "correct": "G14",
        "done": "G4",
        "draft": "G2",
        "draft.banned_pair": "G7",
        "draft.impossible_pair": "G7",
        "draft.not_for_fleece": "G9",
        "draft.not_for_players": "G17",
        "game_over": "G5",
        "hero": "G10",
        "hop": "32",
        "line": "G2",
        "log.action_cancelled": "39",
        "log.action_cancelled_somewhere": "39",
        "log.demand_void": "G7",
        "lose": "G4",
        "lose.no_workers": "OPEN-03",
        "move": "G1",
        "no_legal_finish": "G4",
        "no_legal_finish_build": "G4",
        "no_legal_finish_by": "G4",
        "no_legal_finish_own": "G4",
        "no_legal_finish_stock": "G6",
        "place": "G1",
        "position": "G2",
        "ram": "OPEN-34",
        "ram.away": "G9",
        "recycle": "G6",
        "step": "G3",
        "stuck": "G4",
        "token": "G1",
        "undo": "G14",
        "win": "G16",
        "win.carried": "OPEN-13",
        "win.last_standing": "G4",
        "win.moved_up": "G5",
        "worker": "G3",
    }
)
"""The section for each reason by its key, or by what the key begins with before the dot: a power, or a topic."""


def paragraph(key: str) -> str:
    """The number of the section that a reason with this key follows from, such as ``G5``, ``26`` or ``OPEN-34``.

    :raises KeyError: if no section is known for it.
    """
    return REASONS.get(key) or REASONS[key.partition(".")[0]]


def paragraphs(reason: Reason) -> tuple[str, ...]:
    """The numbers of all sections that a reason follows from: its own, and those of the powers that it names."""
    args = dict(reason.args)
    named = [paragraph(args["reason"])] if "reason" in args else []
    for name in ("causes", "power", "other"):
        powers = (cause.partition(" ")[0] for cause in args.get(name, "").split(","))
        named += [REASONS[power] for power in powers if power in REASONS]
    return tuple(dict.fromkeys((paragraph(reason.key), *named)))
