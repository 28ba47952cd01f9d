"""Rectangles in images."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass
class Rect:
    """An upright rectangle in pixels."""

    left: int
    top: int
    bottom: int
    right: int


@dataclasses.dataclass
class RectF:
    """An upright rectangle in fractions of the image."""

    left: float
    top: float
    bottom: float
    right: float


@dataclasses.dataclass
class NormalizedRect:
    """A rotated rectangle in fractions of the image; the rotation is in radians, clockwise."""

    x_center: float
    y_center: float
    width: float
    height: float
    rotation: float | None = 0.0
    rect_id: int | None = None
