"""The landmarks of hands."""

from __future__ import annotations

import dataclasses
from typing import Any

from ......_native import points


@dataclasses.dataclass
class Landmark:
    """A point in metres from the centre of the hand. Values that hands do not have are None."""

    x: float | None = None
    y: float | None = None
    z: float | None = None
    visibility: float | None = None
    presence: float | None = None
    name: str | None = None


@dataclasses.dataclass
class NormalizedLandmark:
    """A point in fractions of the image's width and height. Values that hands do not have are None."""

    x: float | None = None
    y: float | None = None
    z: float | None = None
    visibility: float | None = None
    presence: float | None = None
    name: str | None = None


def _list(native: Any, count: int, kind: Any) -> list[list[Any]]:
    """Returns the landmarks of each hand from the library's result."""
    return [[kind(*point) for point in points(native[hand])] for hand in range(count)]
