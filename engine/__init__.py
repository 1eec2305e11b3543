"""The rules of Santorini as pure values: no input or output, no clock, no third-party import."""

from engine.actions import Action, Build, Done, Move, Piece, Place
from engine.casting.draft import Draft, DraftStage
from engine.errors import (
    DraftError,
    IllegalAction,
    InvalidSetup,
    NotationError,
    SantoriniError,
    TooManyTurns,
    UndoBarred,
)
from engine.game import Game, Ply
from engine.reasons import Reason
from engine.seats import HINDSIGHT, PUBLIC, Hindsight, Public, Seat, Viewer
from engine.setup import MORTAL, Bans, Player, PowerName, Profile, Setup
from engine.squares import Square, square, square_name
from engine.state import Outcome, State, StepKind
from engine.turns.turn_enumeration import CompleteTurn, complete_turns, perft
from engine.views import Prompt, SeenPlayer, SeenWorker, View, observe

__all__ = [
    "HINDSIGHT",
    "MORTAL",
    "PUBLIC",
    "Action",
    "Bans",
    "Build",
    "CompleteTurn",
    "Done",
    "Draft",
    "DraftError",
    "DraftStage",
    "Game",
    "Hindsight",
    "IllegalAction",
    "InvalidSetup",
    "Move",
    "NotationError",
    "Outcome",
    "Piece",
    "Place",
    "Player",
    "Ply",
    "PowerName",
    "Profile",
    "Prompt",
    "Public",
    "Reason",
    "SantoriniError",
    "Seat",
    "SeenPlayer",
    "SeenWorker",
    "Setup",
    "Square",
    "State",
    "StepKind",
    "TooManyTurns",
    "UndoBarred",
    "View",
    "Viewer",
    "complete_turns",
    "observe",
    "perft",
    "square",
    "square_name",
]
