"""The kind of input of a task, and the way in which it returns results."""

from __future__ import annotations

import enum


class VisionTaskRunningMode(enum.Enum):
    """The kind of input of a task, and the way in which it returns results."""

    IMAGE = "IMAGE"
    VIDEO = "VIDEO"
    LIVE_STREAM = "LIVE_STREAM"

    @property
    def _number(self) -> int:
        return {"IMAGE": 1, "VIDEO": 2, "LIVE_STREAM": 3}[self.value]
