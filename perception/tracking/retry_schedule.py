"""When a board at rest that is not understood is judged again, and when it is decoded without the reference."""

from __future__ import annotations

from perception.decision_limits import DecisionLimits

_LONGEST_RETRY_WAIT = 8000
_LONGEST_COLD_WAIT = 16_000


class RetrySchedule:
    """Times of one board, in ms of its clock. ``unclear_since`` is since when it has been at rest and unclear (None:
    it is decoded or moving). Since the last reading that was decoded, frames were lost (``frames_missing``), or a rest
    has ended unclear (``rest_missed``), in which workers may have stood elsewhere."""

    def __init__(self, limits: DecisionLimits) -> None:
        self._limits = limits
        self._tried_at = 0
        self._awaits_tremor = False
        self._cold_started_at, self._cold_starts = 0, 0
        self.unclear_since: int | None = None
        self.frames_missing = self.rest_missed = False

    def is_due(self, at: int, *, has_reference: bool) -> bool:
        """Whether a reading is judged now: at once, or, if it was unclear, after a while."""
        if self.unclear_since is None:
            return True
        unclear = at - self.unclear_since
        soon = self._limits.tremor_wait if self._awaits_tremor else self._limits.patience
        if unclear < soon and has_reference:
            wait = self._limits.retry
        else:
            wait = min(max(self._limits.patience, unclear // 2), _LONGEST_RETRY_WAIT)
        return at - self._tried_at >= wait

    def needs_cold_start(self, at: int) -> bool:
        """Whether to decode the board without the reference: frames are missing, or it has been unclear for long."""
        if self.frames_missing or self.unclear_since is None:
            return self.frames_missing
        patience = min(self._limits.cold_start_after << self._cold_starts, _LONGEST_COLD_WAIT)
        return at - max(self.unclear_since, self._cold_started_at) >= patience

    def judge_at_once(self) -> None:
        """Judge the next reading, however soon it comes."""
        self._tried_at = -_LONGEST_COLD_WAIT

    def has_judged(self, at: int) -> bool:
        """Whether the reading at this time was judged."""
        return at <= self._tried_at

    def judged(self, at: int) -> None:
        """A reading is being judged."""
        self._tried_at = at

    def cold_started(self, at: int) -> None:
        """A reading is being decoded without the reference."""
        self._cold_started_at, self._cold_starts, self.frames_missing = at, self._cold_starts + 1, False

    def moved(self, at: int) -> None:
        """The board moves: what was unclear is over."""
        self.went_on()
        self._cold_starts, self._tried_at = 0, at

    def went_on(self) -> None:
        """A rest that was judged is over, and stayed unclear if it still is."""
        self.rest_missed |= self.unclear_since is not None
        self.unclear_since = None

    def stayed_unclear(self, since: int, *, awaits_tremor: bool) -> None:
        """The reading of a rest that began at ``since`` is unclear; it ``awaits_tremor`` if a longer rest would show
        that of a hand."""
        if self.unclear_since is None:
            self.unclear_since = since
        self._awaits_tremor = awaits_tremor

    def decoded(self) -> None:
        """A reading was decoded."""
        self.unclear_since, self.frames_missing, self.rest_missed, self._cold_starts = None, False, False, 0
