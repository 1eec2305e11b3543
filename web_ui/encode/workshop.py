"""The workshop as JSON."""

from __future__ import annotations

from calibration.procedure_view import LiveReadings, WorkshopView
from web_ui.forms.json_values import Json, message_json, name_of


def readings_json(readings: LiveReadings) -> dict[str, Json]:
    """What the board measures, mT by square; ``fields`` is null while nobody looks at it."""
    fields = readings.fields
    return {
        "version": readings.version,
        "fields": None if fields is None else {name_of(number): round(field, 3) for number, field in enumerate(fields)},
        "clipped": [name_of(number) for number in sorted(readings.clipped)],
        "noisy": [name_of(number) for number in sorted(readings.noisy)],
        "noise": round(readings.noise, 4),
        "rate": round(readings.rate, 1),
        "missed": readings.missed,
        "button": readings.button,
    }


def workshop_json(workshop: WorkshopView) -> dict[str, Json]:
    """What is done in the workshop now."""
    return {
        "task": workshop.task.value,
        "step": workshop.step,
        "message": message_json(workshop.message),
        "lit": {name_of(number): meaning for number, meaning in workshop.lit},
        "notes": [message_json(note) for note in workshop.notes],
        "done": workshop.done,
        "total": workshop.total,
        "answers": list(workshop.answers),
        "names": workshop.names,
        "expected": None if workshop.expected is None else name_of(workshop.expected),
        "level": workshop.level,
        "resumed": workshop.resumed,
        "over": workshop.over,
    }
