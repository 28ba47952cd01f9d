"""The points of hands."""

from __future__ import annotations

import dataclasses
from typing import Any

from ......_native import points


@dataclasses.dataclass
class Landmark:
    """A point in metres around the middle of the hand. What is not known of hands is None."""

    x: float | None = None
    y: float | None = None
    z: float | None = None
    visibility: float | None = None
    presence: float | None = None
    name: str | None = None


@dataclasses.dataclass
class NormalizedLandmark:
    """A point in fractions of the picture's width and height. What is not known of hands is None."""

    x: float | None = None
    y: float | None = None
    z: float | None = None
    visibility: float | None = None
    presence: float | None = None
    name: str | None = None


def _list(native: Any, count: int, kind: Any) -> list[list[Any]]:
    """Of each hand, as the library has it."""
    return [[kind(*point) for point in points(native[hand])] for hand in range(count)]
