"""One of the hands at a virtual board: it does one thing after another as time passes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from hardware.virtual.journey import Journey
from hardware.virtual.motion import Action
from hardware.virtual.wood_scene import VirtualScene
from hardware.virtual.world import HandError


class HandTask:
    """An action given to a hand: whether it is done, what was wrong with it, and when it began and ended, in ms of the
    board's clock."""

    __slots__ = ("action", "began", "done", "ended", "error")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.began = 0.0
        self.ended = 0.0
        self.done = False
        self.error: HandError | None = None

    def check(self) -> None:
        """Say that the action could not be done.

        :raises HandError: if so.
        """
        if self.error is not None:
            raise self.error


class Hand:
    """A hand, with what it is to do."""

    def __init__(self) -> None:
        self._queue: deque[HandTask] = deque()
        self._errand: HandTask | None = None
        self._journey: Journey | None = None
        self._elapsed = 0.0

    @property
    def idle(self) -> bool:
        """Whether it has nothing to do."""
        return self._errand is None and not self._queue

    @property
    def moves(self) -> str | None:
        """The name of the thing that it moves now."""
        return None if self._journey is None else self._journey.what or None

    def give(self, errand: HandTask) -> None:
        """Let it do this after what it does already."""
        self._queue.append(errand)

    def pass_time(self, ms: float, now: float, scene: VirtualScene, others: Collection[Hand]) -> bool:
        """Let it act for so long in this scene, until ``now`` on the board's clock; what one thing leaves of the time
        goes to the next. ``others`` are the other hands there. Whether anything came to its end, well or not."""
        ended, left = False, ms
        while True:
            if self._errand is None:
                if not self._queue:
                    return ended
                self._errand = self._queue.popleft()
                self._errand.began = now - left
                self._elapsed = 0.0
                if not self._begins(self._errand, scene, others):
                    ended = True
                    continue
            journey = self._journey
            if journey is None:
                return ended
            self._elapsed += left
            if self._elapsed < journey.duration:
                scene.become(journey.during(scene.world, self._elapsed))
                return ended
            left = self._elapsed - journey.duration
            self._errand.ended = now - left
            self._end(journey, scene)
            ended = True

    def _begins(self, errand: HandTask, scene: VirtualScene, others: Collection[Hand]) -> bool:
        try:
            journey = scene.begun(errand.action)
            _check_free(journey, others)
        except HandError as error:
            self._finish(error)
            return False
        self._journey = journey
        return True

    def _end(self, journey: Journey, scene: VirtualScene) -> None:
        try:
            scene.become(journey.after(scene.world))
        except HandError as error:
            # The other hand was there first: what this one moves stays in it.
            self._finish(error)
        else:
            self._finish(None)

    def _finish(self, error: HandError | None) -> None:
        if self._errand is not None:
            self._errand.error = error  # raised by `check`, in the thread that asked
            self._errand.done = True
        self._errand = self._journey = None


def _check_free(journey: Journey, others: Collection[Hand]) -> None:
    if journey.what and any(other.moves == journey.what for other in others):
        raise HandError(f"another hand moves {journey.what}")
