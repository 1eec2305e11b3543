"""Measures what each mechanism of the reading is worth: games at the virtual board with and without it.

``python -m tools.benchmarks.reading_ablation`` plays the same games, of careful hands, of sloppy ones, and with a fault
of the board in each, once as they are and once without each mechanism in turn. It stores what it finds in
``reading_ablation.json``, and a run that was interrupted goes on. ``--table`` prints the table of what is stored.

A mechanism is taken out in the process that plays, by replacing the function that asks for it. There is no such option
in the product. While the games are played as they are, each mechanism is watched: a game in which it never gave
another answer than what would take its place is the same without it, and is not played again.
"""

from __future__ import annotations

import argparse
import gc
import inspect
import multiprocessing
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, field
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any, Final

import msgspec

from perception.arrangements import Verdict
from perception.counted_work import TaskSteps, run_to_end
from perception.limits import DecisionThresholds
from perception.tracking.touches import MissedTouch
from thera.command_parser import CommandParser
from thera.commands.simulate_command import add_arguments, open_simulated_board
from thera.simulator.game_simulation import play_game
from thera.simulator.simulated_board import GAMES_AT_A_BOARD
from thera.simulator.simulation_options import GameSpec, game_specs
from thera.simulator.simulation_record import GameRecord, SimulationSummary

FILE: Final = Path(__file__).with_suffix(".json")

GROUPS: Final = {
    "careful": (),
    "sloppy": ("--clumsiness", "0.2"),
    "faults": ("--faults", "all"),
}
"""The kinds of games, with what is given to ``thera simulate`` for each."""

ALIKE: Final = ("--powers", "random", "--frame-rate", "50")


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A part of the reading that can be taken out by itself, and what it is for.

    It is taken out by what is ``replaced``: names below ``perception`` with what takes their place. The ``code``, by
    such names, and the ``constants`` would go with it.
    """

    name: str
    purpose: str
    replaced: tuple[tuple[str, object], ...]
    code: tuple[str, ...]
    constants: str = ""
    by_effect: bool = False
    noticed: tuple[str, Callable[[Any], bool]] | None = None

    @property
    def lines(self) -> int:
        """The number of lines of its code."""
        return sum(len(inspect.getsourcelines(_source(each))[0]) for each in self.code)

    @property
    def is_there(self) -> bool:
        """Whether all that is replaced and noticed is there.

        :raises AttributeError: if it is not.
        """
        noticed = () if self.noticed is None else (self.noticed[0],)
        return all(_owner(path) for path in (*(path for path, _ in self.replaced), *noticed))

    def take_out(self) -> None:
        """Take it out of this process."""
        for path, by in self.replaced:
            owner, name = _owner(path)
            setattr(owner, name, by)

    def watch(self, at_work: set[str]) -> None:
        """Let this process note its name where it is ``at_work``."""
        if self.by_effect:
            at_work.add(self.name)
            return

        def note(_: object) -> None:
            at_work.add(self.name)

        if self.noticed is not None:
            path, shows = self.noticed
            owner, name = _owner(path)
            setattr(owner, name, _watched(getattr(owner, name), lambda answer, *_, **__: shows(answer), note))
            return
        functions = ((path, by) for path, by in self.replaced if callable(by) or isinstance(by, property))
        for path, by in functions:  # a number only counts where one of these gives another answer
            owner, name = _owner(path)
            setattr(owner, name, _watched(getattr(owner, name), _differs_from(by), note))


def _owner(path: str) -> tuple[object, str]:
    """Return what has the name of this path, such as ``sensors.drift:ZeroSteps.learn``, and its own name there."""
    module, _, names = path.partition(":")
    owner: object = import_module(f"perception.{module}")
    *outer, name = names.split(".")
    for each in outer:
        owner = getattr(owner, each)
    if not hasattr(owner, name):
        raise AttributeError(f"perception has no {path} that could be taken out or watched")
    return owner, name


def _watched(code: Any, shows: Callable[..., bool], note: Callable[[object], None]) -> Any:  # noqa: ANN401 - any function
    """Return a function or property that does the same, and notes each answer that ``shows`` something."""
    if isinstance(code, property):
        return property(_watched(code.fget, shows, note))

    def watched(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
        answer = code(*arguments, **named)
        if isinstance(answer, Generator):
            return steps(answer, *arguments, **named)
        if shows(answer, *arguments, **named):
            note(answer)
        return answer

    def steps(task: TaskSteps[Any], *arguments: Any, **named: Any) -> TaskSteps[Any]:  # noqa: ANN401 - as above
        answer = yield from task
        if shows(answer, *arguments, **named):
            note(answer)
        return answer

    return watched


def _differs_from(by: Any) -> Callable[..., bool]:  # noqa: ANN401 - a function or a property
    """Return whether an answer is another than this would give."""
    function: Callable[..., Any] = getattr(by, "fget", by)

    def differs(answer: object, *arguments: Any, **named: Any) -> bool:  # noqa: ANN401 - as it is called
        other = function(*arguments, **named)
        if isinstance(other, Generator):
            other = run_to_end(other)
        return bool(answer != other)

    return differs


def _source(path: str) -> Any:  # noqa: ANN401 - what `inspect` takes: a module, a class or a function
    if ":" not in path:
        return import_module(f"perception.{path}")
    owner, name = _owner(path)
    found = getattr(owner, name)
    return getattr(found, "fget", None) or getattr(found, "func", found)


# ---- what takes the place of a mechanism


def _gives(value: object) -> Callable[..., Any]:
    """Return a function that gives this value, whatever it is asked."""
    return lambda *_, **__: value


def _ends_with(value: object) -> Callable[..., TaskSteps[Any]]:
    """Return a function whose task ends at once, with this value."""

    def steps(*_: object, **__: object) -> TaskSteps[Any]:
        yield from ()
        return value

    return steps


NO, NO_STEPS = _gives(False), _ends_with(False)  # noqa: FBT003 - what is given


def _second(*arguments: object, **_: object) -> Any:  # noqa: ANN401 - whatever was given
    return arguments[1]


def _verdict_as_it_was(_self: object, _change: object, verdict: object) -> TaskSteps[Any]:
    yield from ()
    return verdict


def _present_ratio(_self: object, _magnet: object, _since: int, ratio: float, _expected: object) -> float:
    return ratio


def _plain_if_clear(plain: Verdict, _disturbed: object, thresholds: DecisionThresholds) -> Verdict | None:
    return plain if thresholds.is_clear(plain) else None


def _missed_beside_magnet(touch: MissedTouch | None) -> bool:
    return touch is not None and touch.on_ground is None


def _missed_while_rocking(touch: MissedTouch | None) -> bool:
    return touch is not None and touch.on_ground is not None


NO_COST: Final = (
    ("interference.limits:TWO_AT_ONCE", 0.0),
    ("interference.limits:PUT_DOWN", 0.0),
    ("interference.limits:DROPPED", 0.0),
    ("interference.limits:UNSEEN_FAILURE", 0.0),
    ("tracking.limits:JUMP_COST", 0.0),
)

# ---- the mechanisms

MECHANISMS: Final[tuple[Mechanism, ...]] = (
    Mechanism(
        "way down",
        "a hand was seen to put the worker down: it has not fallen, and no magnet beside the board is all there is",
        (
            ("tracking.descent_detector:DescentDetector.came_down", NO_STEPS),
            ("tracking.interference_detector:DESCENT_SEEN", 0.0),
            ("interference.limits:DESCENT_SEEN", 0.0),
        ),
        (
            "tracking.descent_detector:DescentDetector",
            "tracking.descent_detector:_apart",
            "tracking.descent_detector:_looked_at",
            "tracking.interference_detector:InterferenceDetector._was_seen",
            "tracking.interference_detector:InterferenceDetector._was_put_down",
            "tracking.interference_detector:MagnetBesideDetector.saw_down_in",
            "tracking.descent_detector:FallDetector._was_seen",
        ),
        "LOOKS RISE LAST_RISE NEAR_PLACE FARTHEST_STEP SEEN_MISFIT LANDING_LOOKS "
        "UNKNOWN_BESIDE MOTION_NOISE DESCENT_SEEN",
    ),
    Mechanism(
        "came unseen",
        "a worker high on a tower at the rim that no hand was seen to put down may be a magnet beside the board",
        (("tracking.change_decoder:ChangeDecoder.came_unseen", NO_STEPS),),
        (
            "tracking.change_decoder:ChangeDecoder.came_unseen",
            "tracking.descent_detector:DescentDetector.may_have_come_down",
        ),
        "POSSIBLE_MISFIT STOOD",
    ),
    Mechanism(
        "falls",
        "a worker far off the middle that no hand was seen to put down may lie there",
        (
            ("tracking.descent_detector:FallDetector.may_have_fallen", NO_STEPS),
            ("tracking.interference_detector:MagnetBesideDetector._may_have_fallen", NO_STEPS),
        ),
        (
            "tracking.descent_detector:FallDetector",
            "tracking.descent_detector:_Case",
            "tracking.interference_detector:MagnetBesideDetector._may_have_fallen",
        ),
        "ASKEW UNSEEN_ASKEW LIES PERHAPS_FALLEN",
    ),
    Mechanism(
        "touches missed beside a magnet",
        "touches are decoded again once the magnet beside the board is known",
        (("tracking.touches:MissedTouches.explain", _gives(None)),),
        ("tracking.touches:MissedTouches.explain", "tracking.touches:MissedTouches.watch"),
        "MOST_MISSED",
        noticed=("tracking.touches:MissedTouches.take", _missed_beside_magnet),
    ),
    Mechanism(
        "touches of the ground that rock",
        "a worker so low over the ground touches it, though nothing rests",
        (("tracking.touches:MissedTouches.watch_ground", _gives(None)),),
        (
            "tracking.touches:MissedTouches.watch_ground",
            "tracking.touches:RockingTouch",
            "tracking.touches:RockingTouches",
            "tracking.change_decoder:ChangeDecoder._touches_ground",
        ),
        "ROCKED",
        noticed=("tracking.touches:MissedTouches.take", _missed_while_rocking),
    ),
    Mechanism(
        "touch evidence",
        "what several rests of a worker over a square show adds up",
        (("tracking.hover_detector:TouchEvidence.total", _present_ratio),),
        (
            "tracking.hover_detector:TouchEvidence",
            "tracking.hover_detector:_Rests",
            "tracking.hover_detector:_is_answer",
        ),
        "ANSWERED",
    ),
    Mechanism(
        "answers",
        "hands that were asked to touch hardly hover again",
        (("tracking.hover_detector:_is_answer", NO),),
        ("tracking.hover_detector:_is_answer",),
        "ANSWERED",
    ),
    Mechanism(
        "ended rests",
        "a brief rest is decoded once it is known what follows",
        (("tracking.limits:FOLLOWED", 0),),
        ("tracking.rests:DecodingQueue.followed", "tracking.rests:DecodingQueue.end_rest"),
        "FOLLOWED",
        by_effect=True,
    ),
    Mechanism(
        "coincidence",
        "interference hardly appears just when a magnet of the game moves",
        NO_COST,
        (
            "interference.interference_decoder:Coincidence",
            "interference.interference_decoder:charged",
            "interference.interference_decoder:_touch",
        ),
        "TWO_AT_ONCE PUT_DOWN DROPPED UNSEEN_FAILURE JUMP_COST",
        by_effect=True,
    ),
    Mechanism(
        "magnet beside the board",
        "a magnet a hand's breadth from the rim is found while a worker touches or comes down",
        (("tracking.interference_detector:MagnetBesideDetector.explain", _ends_with(None)),),
        (
            "interference.magnet_beside",
            "tracking.interference_detector:MagnetBesideDetector",
            "tracking.interference_detector:high_landings",
            "tracking.interference_detector:on_other_levels",
        ),
        "FAINT_LEVEL NEAREST FURTHEST BESIDE_DISTANCES BESIDE_HEIGHT BESIDE_MOMENT STRONGEST_BESIDE CERTAIN PUSHED "
        "PUSH_PENALTY CLOSER_FIT EXPLAINED_SHARE MISFIT_LEFT LIKELIER_THAN_MOVED RIM_ONLY_GAIN BESIDE_SPOTS "
        "BESIDE_STEPS BESIDE_ROUNDS CLOSE_GUESSES HOPELESS_GUESS NEAR_MARGIN LOOK_AGAIN",
    ),
    Mechanism(
        "hiding rule",
        "interference takes no 2 mT off a sensor where a worker comes down, and no magnet adds as much",
        (
            ("tracking.limits:HIDDEN_FIELD", inf),
            ("interference.limits:STRONGEST_BESIDE", inf),
        ),
        (),
        "HIDDEN_FIELD STRONGEST_BESIDE",
        by_effect=True,
    ),
    Mechanism(
        "excuses",
        "a failing sensor does not excuse a bad fit, and no magnet comes from nowhere",
        (("tracking.interference_detector:InterferenceDetector._is_excuse", NO),),
        ("tracking.interference_detector:InterferenceDetector._is_excuse",),
        "HIDDEN_FIELD",
    ),
    Mechanism(
        "landings by what sensors feel",
        "beside a magnet a landing is tried where sensors feel most",
        (("tracking.interference_detector:FeltLandings.find", _ends_with([])),),
        ("tracking.interference_detector:FeltLandings",),
        "LANDING_SQUARES",
    ),
    Mechanism(
        "doubt of a magnet's field",
        "sensors near a magnet count less, since no fit explains them quite",
        (("interference.limits:NOTABLE_DOUBT", inf),),
        ("interference.interference_fit:_fitted_with_doubt",),
        "NOTABLE_DOUBT",
        by_effect=True,
    ),
    Mechanism(
        "interference that is gone",
        "a change is also explained as if the known interference were gone",
        (("tracking.change_decoder:ChangeDecoder.is_better", NO_STEPS),),
        ("tracking.change_decoder:ChangeDecoder.is_better",),
    ),
    Mechanism(
        "may lie",
        "a worker that is felt no more than one on its side is doubtful",
        (("interference.interference_fit:InterferenceFitter.may_lie", NO),),
        (
            "interference.interference_fit:InterferenceFitter.may_lie",
            "interference.interference_fit:InterferenceFitter._felt_lying",
        ),
        "LYING_FACTOR LYING_MARGIN",
    ),
    Mechanism(
        "exchanged sensors",
        "two sensors whose wires are exchanged are read in their right order",
        (
            ("interference.interference_fit:InterferenceFitter.exchanged", _gives(())),
            ("interference.interference_decoder:InterferenceDecoder._landed_on_exchanged", _gives(())),
            ("interference.interference_decoder:InterferenceDecoder._charged_for_asymmetry", _second),
        ),
        (
            "interference.interference_fit:InterferenceFitter.exchanged",
            "interference.interference_fit:InterferenceFitter.crossed",
            "interference.interference_decoder:InterferenceDecoder._landed_on_exchanged",
            "interference.interference_decoder:InterferenceDecoder._charged_for_asymmetry",
            "interference.interference_fit:_always_exchanged",
            "interference.interference_fit:_just_exchanged",
            "interference.interference_fit:_crossed",
            "interference.interference_fit:_misfit_saved",
            "sensors.sensor_filter:SensorHealth.compare",
            "sensors.sensor_filter:SensorHealth.exchange",
            "sensors.sensor_filter:SensorHealth.suspect_exchange",
            "sensors.sensor_filter:SensorHealth.as_wired",
        ),
        "EXCHANGED_PRIOR RIGHTED_PRIOR EXCHANGE_PARTNERS UNKNOWN_ZERO TELLING_GAP SINGLE_SENSOR_FIELD",
        by_effect=True,
    ),
    Mechanism(
        "failing sensors with any arrangement",
        "a sensor that fails is tried with all likely arrangements, not only with those that are near",
        (("interference.interference_decoder:InterferenceDecoder._further_hints", _ends_with([])),),
        (
            "interference.interference_decoder:InterferenceDecoder._further_hints",
            "recognition.recogniser:Recogniser.may_explain",
        ),
        "FAILING_AT_ONCE",
    ),
    Mechanism(
        "sensors that fall silent",
        "a sensor that has changed and shows no noise may have died",
        (("sensors.sensor_filter:SensorFilter.silent", _gives(frozenset())),),
        ("sensors.sensor_filter:SensorFilter.silent", "tracking.rest_decoder:RestDecoder.without"),
        "SILENT_CHANGE",
    ),
    Mechanism(
        "frozen sensors",
        "a sensor that shows one value for longer than noise allows fails",
        (("sensors.movement:SensorStatistics.frozen", _gives(frozenset())),),
        ("sensors.movement:SensorStatistics.frozen", "sensors.movement:SensorStatistics._improbable_run"),
        "NEVER SHORTEST_RUN LEAST_SAME LIVELY",
    ),
    Mechanism(
        "noisy sensors",
        "a sensor that is far noisier than the others fails",
        (("sensors.movement:SensorStatistics.noisy", property(_gives(frozenset()))),),
        (
            "sensors.movement:SensorStatistics.noisy",
            "sensors.movement:SensorStatistics.is_quiet",
            "sensors.movement:_shaking",
        ),
        "TOO_LOUD HARMLESS LOUD_TOGETHER CARRIED_TREMBLES WORN_TREMBLES PRESSED_TREMBLES",
    ),
    Mechanism(
        "jumps",
        "no hand moves a magnet from one frame to the next",
        (("sensors.sensor_filter:SensorFilter.jumped", property(NO)),),
        (),
        "JUMP_COST QUICKEST_HAND RESTED_FRAMES ABRUPT",
    ),
    Mechanism(
        "zero steps",
        "the zeros of sensors step as lights change, and this is learned",
        (
            ("sensors.drift:ZeroSteps.learn", _gives(None)),
            ("sensors.drift:ZeroSteps.note", _gives(None)),
        ),
        (
            "sensors.drift:ZeroSteps",
            "sensors.drift:DriftFollower.learn_steps",
            "sensors.drift:DriftFollower._note_lights",
            "tracking.change_decoder:ChangeDecoder.but_for_lights",
        ),
        "FAR_FIELD LARGEST_LIT_STEP LIT_RATE LIT_FIRST LIT_KEPT LIT_CLEAR LIT_MOST LIT_UNSURE LIT_FOR LIT_AFTER",
        by_effect=True,
    ),
    Mechanism(
        "steps that lights cause again",
        "what lights have shifted together they shift together again",
        (("sensors.drift:ZeroSteps.note", _gives(None)),),
        (
            "sensors.drift:ZeroSteps.note",
            "sensors.drift:ZeroSteps.explained",
            "sensors.drift:DriftFollower._note_lights",
            "tracking.change_decoder:ChangeDecoder.but_for_lights",
        ),
        "LIT_KEPT LIT_CLEAR LIT_MOST LIT_UNSURE LIT_FOR LIT_AFTER",
        by_effect=True,
    ),
    Mechanism(
        "drift of the reference",
        "the reference follows a board that rests",
        (("sensors.drift:following_drift", lambda reference, _: reference),),
        ("sensors.drift:following_drift",),
        "FASTEST_DRIFT",
    ),
    Mechanism(
        "steps too small to end a rest",
        "a step that is too small to end a rest ends it a second later",
        (("sensors.drift:has_stepped", NO),),
        ("sensors.drift:has_stepped",),
        "LEAST_STEP",
    ),
    Mechanism(
        "workers that have come to rest",
        "sensors under workers are read again when none rocks any more",
        (("sensors.drift:DriftFollower._calmed", lambda _self, reference, _believed: reference),),
        ("sensors.drift:DriftFollower._calmed",),
        "CALM",
    ),
    Mechanism(
        "pushed workers",
        "what the sensor under a worker feels more or less alone is the worker's, and not its zero's",
        (
            ("recognition.scoring:_with_pushed", lambda placed, *_: placed),
            ("interference.limits:PUSHED", 0),
        ),
        ("recognition.scoring:_with_pushed", "recognition.recogniser:Recogniser.explain_pushed"),
        "ZERO_STEP CLEAR_STEP LONE_STEP PUSHED PUSH_PENALTY",
        by_effect=True,
    ),
    Mechanism(
        "moved on its square",
        "a worker that stays may stand elsewhere on its square",
        (
            ("recognition.scoring:Scoring._try_moved_on_square", _ends_with(None)),
            ("recognition.scoring:_with_another_touched", _gives([])),
        ),
        ("recognition.scoring:Scoring._try_moved_on_square", "recognition.scoring:_with_another_touched"),
        by_effect=True,
    ),
    Mechanism(
        "another one lifted",
        "one worker may be lifted while another comes down",
        (("recognition.scoring:_with_another_gone", _gives([])),),
        ("recognition.scoring:_with_another_gone", "recognition.scoring:Scoring._seems_all_lifted"),
        by_effect=True,
    ),
    Mechanism(
        "other levels",
        "a tower may be higher or lower than the game has it",
        (("recognition.scoring:_on_other_levels", _gives([])),),
        ("recognition.scoring:_on_other_levels", "recognition.scoring:Scoring._hand_is_low"),
        "OTHER_LEVEL LEVELS_OFF CLOSE_RIVAL",
        by_effect=True,
    ),
    Mechanism(
        "a landing beside a hand",
        "one worker comes down while a hand holds another",
        (("recognition.scoring:Scoring._try_landing_beside_hands", _ends_with(None)),),
        (
            "recognition.scoring:Scoring._try_landing_beside_hands",
            "recognition.scoring:Scoring._best_with_hands",
            "recognition.scoring:Scoring._most_promising",
            "recognition.scoring:Scoring._has_many_hands",
        ),
        "WIDE",
        by_effect=True,
    ),
    Mechanism(
        "a hand beside new magnets",
        "a hand is also tried beside a worker that came down",
        (("recognition.scoring:Scoring._promising_with_hand", property(_gives([]))),),
        ("recognition.scoring:Scoring._promising_with_hand",),
        "HOPEFUL_EXPLANATIONS HAND_COST",
    ),
    Mechanism(
        "tables of hands over the board",
        "a search for a hand also begins at places all over the board",
        (("fitting.limits:HAND_GRID", ()),),
        ("fitting.magnet_fit:_hand_places",),
        "HAND_GRID HAND_GRID_SPREAD",
        by_effect=True,
    ),
    Mechanism(
        "fits that go on",
        "a fit begins where that of nearly the same reading ended",
        (("recognition.scoring:ReadingDifference.begin_at", _gives(None)),),
        ("recognition.scoring:ReadingDifference.begin_at", "recognition.scoring:_is_near"),
        "SAME_FIELD",
        by_effect=True,
    ),
    Mechanism(
        "lower just before or after",
        "a worker that was lower just before or after stood on no wood",
        (("tracking.hover_detector:was_lower", NO),),
        ("tracking.hover_detector:was_lower", "tracking.hover_detector:HoverDetector._at_the_middle"),
        "LOWER_NOISES CENTRED",
    ),
    Mechanism(
        "between landing and lift",
        "a touch may bounce when it begins and rise when it ends",
        (("tracking.hover_detector:still_between", _gives(-inf)),),
        ("tracking.hover_detector:still_between",),
        "SAME_WOOD_NOISES SHORTEST_STAND RAISED",
    ),
    Mechanism(
        "still throughout",
        "on a new block the whole rest after the landing looks like a touch",
        (("tracking.hover_detector:still_throughout", _gives(0.0)),),
        ("tracking.hover_detector:still_throughout",),
        "BOUNCES",
    ),
    Mechanism(
        "place of a touch",
        "a worker far off the middle is more likely in a hand that is higher over it",
        (("tracking.hover_detector:place_ratio", _gives(0.0)),),
        ("tracking.hover_detector:place_ratio",),
    ),
    Mechanism(
        "missing blocks",
        "a worker as high as the tower of the game may be in a hand, where a block is missing",
        (("tracking.hover_detector:HoverDetector._shakes", NO),),
        (
            "tracking.hover_detector:HoverDetector._shakes",
            "tracking.hover_detector:HoverDetector._perhaps_hovering",
            "tracking.hover_detector:was_lower",
            "tracking.hover_detector:still_between",
        ),
        "SHAKES HARDLY_AS_HIGH PRESSED_SHARE LONG_REST SEEN_TREMOR HEIGHT_STEP HEIGHT_STEPS",
    ),
    Mechanism(
        "passes by",
        "a worker high over its sensor seems to rest while it passes by",
        (("tracking.hover_detector:HoverDetector._may_pass_by", NO),),
        ("tracking.hover_detector:HoverDetector._may_pass_by",),
        "PASSED_BY PAUSED",
    ),
    Mechanism(
        "hardly standing",
        "a worker that is hardly as high as its tower, and far off the middle, may be in a hand low over it",
        (("tracking.hover_detector:HoverDetector.hardly_stands", NO),),
        (
            "tracking.hover_detector:HoverDetector.hardly_stands",
            "tracking.hover_detector:HoverDetector._odd",
            "tracking.change_decoder:ChangeDecoder.hardly_stands",
        ),
        "HARDLY_AS_HIGH",
    ),
    Mechanism(
        "stands if still",
        "a magnet that shows no tremor is in no hand",
        (("tracking.change_decoder:ChangeDecoder.standing_if_still", _verdict_as_it_was),),
        ("tracking.change_decoder:ChangeDecoder.standing_if_still", "tracking.hover_detector:put_down"),
    ),
    Mechanism(
        "a press is no motion",
        "a worker that a hand presses onto its square is at rest",
        (
            ("sensors.movement:wobble", _gives(0.0)),
            ("tracking.hover_detector:wobble", _gives(0.0)),
        ),
        ("sensors.movement:wobble",),
        "WOBBLE",
        by_effect=True,
    ),
    Mechanism(
        "interference without a reference",
        "a board of which nothing is known may have a magnet beside it or a failing sensor, too",
        (("tracking.cold_start:clearer_verdict", _plain_if_clear),),
        ("tracking.cold_start:ColdStart._explained_alone",),
    ),
)


# ---- what games show


@dataclass(frozen=True, slots=True)
class Counts:
    """What one game or some games showed: the ``steps`` that hands did; how many were ``wrong`` or got ``stuck``;
    phantoms, which no hand made; how many were ``asked`` about; touches that were ``missed``, and hovering hands that
    were ``believed``; mistakes of hands that stayed ``unnoticed``, and steps under false warnings (``warned``)."""

    steps: int = 0
    asked: int = 0
    wrong: int = 0
    stuck: int = 0
    phantoms: int = 0
    missed: int = 0
    believed: int = 0
    unnoticed: int = 0
    warned: int = 0

    @classmethod
    def of(cls, record: GameRecord) -> Counts:
        """Count what a game showed."""
        summary = SimulationSummary.of((record,), 0.0)
        total = summary.total
        return cls(
            steps=total.steps,
            asked=total.asked,
            wrong=total.wrong,
            stuck=total.stuck,
            phantoms=total.phantoms,
            missed=sum(each.missed for each in summary.touches.values()),
            believed=summary.hovers.believed,
            unnoticed=total.unnoticed,
            warned=total.warned,
        )

    @classmethod
    def together(cls, games: Iterable[Counts]) -> Counts:
        """Add up what games showed."""
        return cls(*(sum(values) for values in zip(*(astuple(each) for each in games), strict=True)))

    @property
    def asked_rate(self) -> float:
        """The questions in 10,000 steps."""
        return 10_000 * self.asked / self.steps if self.steps else 0.0

    def words(self) -> str:
        """What went wrong, for the table."""
        bad = [f"{value} {name}" for name, value in self._bad() if value]
        return f"{self.asked_rate:.1f} asked of {self.steps}" + "".join(f", {each}" for each in bad)

    def words_against(self, whole: Counts, share: float, steps: int) -> str:
        """What is more or less than with all mechanisms, for the table: the questions in 10,000 steps, if there were
        ``share`` times as many such games among all ``steps``; and what else these games showed."""
        bad = zip(self._bad(), whole._bad(), strict=True)
        more = [f"{now - then:+d} {name}" for (name, now), (_, then) in bad if now != then]
        rate = 10_000 * share * (self.asked - whole.asked) / steps
        return f"{rate:+.1f}" + "".join(f", {each}" for each in more)

    def _bad(self) -> tuple[tuple[str, int], ...]:
        names = ("wrong", "stuck", "phantoms", "missed", "believed", "unnoticed", "warned")
        return tuple((name, getattr(self, name)) for name in names)


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it is, and the mechanisms that were at work in it."""

    counts: Counts
    at_work: tuple[str, ...]


@dataclass(slots=True)
class Ablation:
    """What games showed, by the numbers of their seeds: as they are in each group, and without each mechanism in the
    games in which it was at work. ``lines`` and ``constants`` are those of each mechanism then."""

    games: dict[str, dict[int, Played]] = field(default_factory=dict)
    without: dict[str, dict[str, dict[int, Counts]]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)

    def at_work(self, name: str, group: str) -> list[int]:
        """Return the seeds of the games in which a mechanism was at work."""
        return [seed for seed, each in self.games.get(group, {}).items() if name in each.at_work]

    def table(self) -> list[str]:
        """Return the table in Markdown: what is lost without each mechanism, and in how many games it was at work."""
        whole = {group: Counts.together(each.counts for each in games.values()) for group, games in self.games.items()}
        lines = [
            "| without | lines | constants | " + " | ".join(whole) + " |",
            "|---|---|---|" + "---|" * len(whole),
            "| nothing | | | " + " | ".join(each.words() for each in whole.values()) + " |",
        ]
        for name in self.lines:
            cells = [self._cell(name, group, whole[group]) for group in whole]
            lines.append(f"| {name} | {self.lines[name]} | {self.constants[name]} | " + " | ".join(cells) + " |")
        return lines

    def _cell(self, name: str, group: str, whole: Counts) -> str:
        games, without = self.games[group], self.without.get(name, {}).get(group, {})
        at_work = self.at_work(name, group)
        played = [seed for seed in at_work if seed in without]
        if not at_work:
            return "never at work"
        if not played:
            return f"not played; at work in {len(at_work)} of {len(games)} games"
        then = Counts.together(games[seed].counts for seed in played)
        now = Counts.together(without[seed] for seed in played)
        words = now.words_against(then, len(at_work) / len(played), whole.steps)
        return f"{words} ({len(played)} of {len(at_work)} games of {len(games)})"


def read() -> Ablation:
    """Return what is stored."""
    return msgspec.json.decode(FILE.read_bytes(), type=Ablation) if FILE.exists() else Ablation()


def write(found: Ablation) -> None:
    """Store it."""
    FILE.write_bytes(msgspec.json.encode(found) + b"\n")


# ---- games

_at_work: set[str] = set()


def _watch() -> None:
    """Watch all mechanisms in this process."""
    for each in MECHANISMS:
        each.watch(_at_work)
    gc.freeze()


def _take_out(name: str) -> None:
    """Take a mechanism out of this process."""
    for each in MECHANISMS:
        if each.name == name:
            each.take_out()
    gc.freeze()


def _played(spec: GameSpec) -> tuple[int, Played]:
    """Return the seed of a game, what it showed, and which mechanisms were at work."""
    _at_work.clear()
    _at_work.update(each.name for each in MECHANISMS if each.by_effect)
    counts = Counts.of(play_game(spec, open_simulated_board))
    return spec.conditions.seed, Played(counts, tuple(sorted(_at_work)))


def _specs(group: str, seeds: Sequence[int]) -> list[GameSpec]:
    """Return the games of a group with these seeds."""
    parser = CommandParser()
    add_arguments(parser)
    first, last = min(seeds), max(seeds)
    words = ["--games", str(last - first + 1), "--seed", str(first), *ALIKE, *GROUPS[group]]
    wanted = set(seeds)
    return [each for each in game_specs(parser.parse_args(words)) if each.conditions.seed in wanted]


def _pool(jobs: int, begin: Callable[..., None], *arguments: str) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=begin, initargs=arguments)


def play_as_they_are(found: Ablation, group: str, seeds: Sequence[int], jobs: int) -> None:
    """Play the games of a group that are not known yet, and watch all mechanisms."""
    games = found.games.setdefault(group, {})
    new = [seed for seed in seeds if seed not in games]
    if new:
        with _pool(jobs, _watch) as pool:
            for seed, played in pool.map(_played, _specs(group, new), chunksize=GAMES_AT_A_BOARD):
                games[seed] = played
        write(found)


def play_without(found: Ablation, name: str, group: str, jobs: int, most: int) -> None:
    """Play the first games of a group in which a mechanism was at work without it, ``most`` at most."""
    known = found.without.get(name, {}).get(group, {})
    seeds = [seed for seed in found.at_work(name, group)[:most] if seed not in known]
    if seeds:
        counts = found.without.setdefault(name, {}).setdefault(group, {})
        with _pool(jobs, _take_out, name) as pool:
            for seed, played in pool.map(_played, _specs(group, seeds), chunksize=GAMES_AT_A_BOARD):
                counts[seed] = played.counts
        write(found)


def main() -> None:
    """Play and print."""
    names = [each.name for each in MECHANISMS]
    parser = argparse.ArgumentParser(description="Play games without each mechanism of the reading in turn.")
    parser.add_argument("--games", type=int, default=200, help="games of each group (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=6_000_000, help="the seed of the first game (default: %(default)s)")
    parser.add_argument("--only", action="append", choices=names, help="these mechanisms only")
    parser.add_argument("--group", action="append", choices=tuple(GROUPS), help="these groups only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time (default: %(default)s)")
    parser.add_argument("--most", type=int, default=200, help="games without each mechanism (default: %(default)s)")
    parser.add_argument("--table", action="store_true", help="play nothing, and print the table of what is stored")
    args = parser.parse_args()
    found = read()
    if not args.table:
        groups = args.group or list(GROUPS)
        for group in groups:
            play_as_they_are(found, group, range(args.seed, args.seed + args.games), args.jobs)
        for each in MECHANISMS:
            if args.only is None or each.name in args.only:
                found.lines[each.name], found.constants[each.name] = each.lines, len(each.constants.split())
                for group in groups:
                    play_without(found, each.name, group, args.jobs, args.most)
                print(found.table()[-1], flush=True)
        write(found)
    print("\n".join(found.table()))


if __name__ == "__main__":
    main()
