"""What a task is given, and how it answers."""

from __future__ import annotations

import enum


class VisionTaskRunningMode(enum.Enum):
    """What a task is given, and how it answers."""

    IMAGE = "IMAGE"
    VIDEO = "VIDEO"
    LIVE_STREAM = "LIVE_STREAM"

    @property
    def _number(self) -> int:
        return {"IMAGE": 1, "VIDEO": 2, "LIVE_STREAM": 3}[self.value]
