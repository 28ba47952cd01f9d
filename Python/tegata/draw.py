"""Draws hands into pictures."""

from __future__ import annotations

import numpy as np

from ._results import HAND_CONNECTIONS, Result

# Red, green and blue of the palm, and of the fingers from the thumb on.
_COLOURS = ((128, 128, 128), (255, 229, 180), (128, 64, 128), (255, 204, 0), (48, 255, 48), (21, 101, 192))


def hands(picture: np.ndarray, result: Result, *, width: float | None = None, bgr: bool = False) -> np.ndarray:
    """Draws the skeletons of all hands into the picture, an array of height × width × 3 that is changed and returned.

    `width` is that of lines in pixels, by default one that suits the picture; with `bgr` blue comes first."""
    if picture.ndim != 3 or picture.shape[2] < 3 or picture.dtype != np.uint8:
        raise ValueError("pictures to draw into are arrays of height × width × 3 with uint8")
    width = width or max(1.0, max(picture.shape[:2]) / 200)
    for landmarks in result.landmarks:
        points = landmarks[:, :2].astype(float) * (picture.shape[1], picture.shape[0])
        for index, (start, end) in enumerate(HAND_CONNECTIONS):
            colour = _COLOURS[0 if index < 6 else (index - 6) // 3 + 1]
            _line(picture, points[start], points[end], width / 2, colour[::-1] if bgr else colour)
        for point in points: _line(picture, point, point, width, (48, 48, 255) if bgr else (255, 48, 48))
    return picture


def _line(picture: np.ndarray, start: np.ndarray, end: np.ndarray, radius: float, colour: tuple[int, ...]) -> None:
    """All pixels whose middle is not farther than the radius from the line."""
    if not np.isfinite(start).all() or not np.isfinite(end).all(): return
    low = np.clip(np.floor(np.minimum(start, end) - radius), 0, None).astype(int)
    high = np.minimum(np.ceil(np.maximum(start, end) + radius).astype(int) + 1, (picture.shape[1], picture.shape[0]))
    if (low >= high).any(): return
    x = np.arange(low[0], high[0])[None, :] + 0.5 - start[0]
    y = np.arange(low[1], high[1])[:, None] + 0.5 - start[1]
    direction = end - start
    length = max(float(direction @ direction), 1e-9)
    along = np.clip((x * direction[0] + y * direction[1]) / length, 0, 1)
    near = (x - along * direction[0]) ** 2 + (y - along * direction[1]) ** 2 <= radius * radius
    picture[low[1] : high[1], low[0] : high[0], :3][near] = colour
