"""What the application has to know of whatever serves it."""

from __future__ import annotations

from dataclasses import dataclass

from web_ui.guard import NO_FRAME, OWN_FRAME
from web_ui.streams import BEAT_SECONDS


@dataclass(frozen=True, slots=True)
class Hosting:
    """How the application is served: for how many seconds a stream may hold whoever reads it (`web_ui.streams`), which
    pages may show ours in a frame (`web_ui.guard`), and whether other phones can open it at all."""

    stream_patience: float
    frames: str
    phones: bool


BY_THREADS = Hosting(BEAT_SECONDS, NO_FRAME, phones=True)
"""A server with a thread for each open stream."""
IN_PROCESS = Hosting(0.0, OWN_FRAME, phones=False)
"""A program without threads (`web_ui.in_process`), whose page stands in a frame of the page around it."""
