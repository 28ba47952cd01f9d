"""Draws hands into images."""

from __future__ import annotations

import numpy as np

from ._errors import InvalidArgumentError
from ._results import HAND_CONNECTIONS, Result
from ._tracker import KnownCamera, camera_numbers

# The RGB colours of the palm and of the fingers from the thumb on.
_COLOURS = ((128, 128, 128), (255, 229, 180), (128, 64, 128), (255, 204, 0), (48, 255, 48), (21, 101, 192))
# The RGB colours of the axes across a palm, along it, and out of it.
_AXIS_COLOURS = ((255, 60, 60), (60, 220, 60), (70, 130, 255))


def hands(picture: np.ndarray, result: Result, *, width: float | None = None, bgr: bool = False) -> np.ndarray:
    """Draws the skeletons of all hands into the image, an array of height × width × 3 that is changed and returned.

    `width` is the line width in pixels; by default it suits the image. With `bgr`, blue comes first."""
    width = _width(picture, width)
    for landmarks in result.landmarks:
        points = landmarks[:, :2].astype(float) * (picture.shape[1], picture.shape[0])
        for index, (start, end) in enumerate(HAND_CONNECTIONS):
            colour = _COLOURS[0 if index < 6 else (index - 6) // 3 + 1]
            _line(picture, points[start], points[end], width / 2, colour[::-1] if bgr else colour)
        for point in points:
            _line(picture, point, point, width, (48, 48, 255) if bgr else (255, 48, 48))
    return picture


def axes(
    picture: np.ndarray, result: Result, camera: KnownCamera, *, width: float | None = None, bgr: bool = False
) -> np.ndarray:
    """Draws the axes of all palms into the image, which is changed and returned: red across the palm, green along it,
    and blue out of its inside, each as long as the palm. `camera` is the one that the tracker was created with. For
    the other arguments, see `hands`.
    """
    width = _width(picture, width)
    known = camera_numbers(camera)
    if isinstance(known, float):
        middle = np.array([picture.shape[1], picture.shape[0]]) / 2
        focal = middle[0] / np.tan(np.radians(known) / 2)
    else:
        focal, middle = np.array(known, float).reshape(2, 2)
    for hand in result:
        if hand.metric is None:
            continue
        length = np.linalg.norm(hand.metric.landmarks[9] - hand.metric.landmarks[0])
        ends = hand.metric.position + length * hand.metric.palm_axes
        # Draw axes that are nearer to the camera later. Nothing behind the camera is visible.
        for axis in np.argsort(-ends[:, 2]):
            if min(ends[axis, 2], hand.metric.position[2]) <= 0:
                continue
            start, end = (focal * place[:2] / place[2] + middle for place in (hand.metric.position, ends[axis]))
            colour = _AXIS_COLOURS[axis]
            _line(picture, start, end, width / 2, colour[::-1] if bgr else colour)
    return picture


def _width(picture: np.ndarray, width: float | None) -> float:
    """Returns the line width; raises an error if the image cannot be drawn into."""
    if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.shape[2] < 3 or picture.dtype != np.uint8:
        raise InvalidArgumentError(
            "the image is not an array of height × width × 3 with uint8; convert Pillow images with"
            " numpy.array(image.convert('RGB'))"
        )
    return width or max(1.0, max(picture.shape[:2]) / 200)


def _line(picture: np.ndarray, start: np.ndarray, end: np.ndarray, radius: float, colour: tuple[int, ...]) -> None:
    """Colours all pixels whose centres are within the radius of the line."""
    if not np.isfinite(start).all() or not np.isfinite(end).all():
        return
    # Clip first, because coordinates outside the image may be larger than integers.
    size = (picture.shape[1], picture.shape[0])
    low = np.clip(np.floor(np.minimum(start, end) - radius), 0, size).astype(int)
    high = np.clip(np.ceil(np.maximum(start, end) + radius) + 1, 0, size).astype(int)
    if (low >= high).any():
        return
    x = np.arange(low[0], high[0])[None, :] + 0.5 - start[0]
    y = np.arange(low[1], high[1])[:, None] + 0.5 - start[1]
    direction = end - start
    length = max(float(direction @ direction), 1e-9)
    along = np.clip((x * direction[0] + y * direction[1]) / length, 0, 1)
    near = (x - along * direction[0]) ** 2 + (y - along * direction[1]) ** 2 <= radius * radius
    picture[low[1] : high[1], low[0] : high[0], :3][near] = colour
