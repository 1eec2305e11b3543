"""One of the hands at a virtual board, which carries out its tasks one after another as time passes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from hardware.hand_actions import HandAction, HandError
from hardware.virtual.journey import Journey
from hardware.virtual.wood_scene import VirtualScene


class HandTask:
    """An action for a hand: whether it is done, its error if it failed, its begin and end in ms of the board's clock,
    and the number of scans before its end, which is None until then."""

    __slots__ = ("action", "began", "done", "ended", "error", "scans_before")

    def __init__(self, action: HandAction) -> None:
        self.action = action
        self.began = 0.0
        self.ended = 0.0
        self.done = False
        self.error: HandError | None = None
        self.scans_before: int | None = None

    def check(self) -> None:
        """Raise the error of the action.

        :raises HandError: if it failed.
        """
        if self.error is not None:
            raise self.error


class Hand:
    """A hand with the queue of its tasks."""

    def __init__(self) -> None:
        self._queue: deque[HandTask] = deque()
        self._task: HandTask | None = None
        self._journey: Journey | None = None
        self._elapsed = 0.0

    @property
    def idle(self) -> bool:
        """Whether it has no task."""
        return self._task is None and not self._queue

    @property
    def moves(self) -> str | None:
        """The name of the piece that it moves now."""
        return None if self._journey is None else self._journey.what or None

    def give(self, task: HandTask) -> None:
        """Add a task after the present ones."""
        self._queue.append(task)

    def pass_time(self, ms: float, now: float, scene: VirtualScene, others: Collection[Hand]) -> bool:
        """Let it act for ``ms`` in this scene, until ``now`` on the board's clock. When a task ends early, the next one
        gets the rest of the time. ``others`` are the other hands there. Returns whether a task ended or failed."""
        ended, left = False, ms
        while True:
            if self._task is None:
                if not self._queue:
                    return ended
                self._task = self._queue.popleft()
                self._task.began = now - left
                self._elapsed = 0.0
                if not self._begins(self._task, scene, others):
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
            self._task.ended = now - left
            self._end(journey, scene)
            ended = True

    def _begins(self, task: HandTask, scene: VirtualScene, others: Collection[Hand]) -> bool:
        try:
            journey = scene.begun(task.action)
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
            # Another hand was there first, so the piece stays in this hand.
            self._finish(error)
        else:
            self._finish(None)

    def _finish(self, error: HandError | None) -> None:
        if self._task is not None:
            self._task.error = error  # raised by `check`, in the thread that gave the task
            self._task.done = True
        self._task = self._journey = None


def _check_free(journey: Journey, others: Collection[Hand]) -> None:
    if journey.what and any(other.moves == journey.what for other in others):
        raise HandError(f"another hand moves {journey.what}")
