"""Draws landmarks like MediaPipe, with OpenCV. Landmarks come from tasks or messages; lines are objects with two ends,
or pairs."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .._errors import needed

WHITE_COLOR = (224, 224, 224)
BLACK_COLOR = (0, 0, 0)
RED_COLOR = (0, 0, 255)
GREEN_COLOR = (0, 128, 0)
BLUE_COLOR = (255, 0, 0)

# A landmark below either value is not drawn.
_LEAST_VISIBILITY = _LEAST_PRESENCE = 0.5


@dataclasses.dataclass
class DrawingSpec:
    """A colour with blue first, and sizes in pixels."""

    color: tuple[int, int, int] = WHITE_COLOR
    thickness: int = 2
    circle_radius: int = 2


def normalized_to_pixel_coordinates(
    normalized_x: float, normalized_y: float, image_width: int, image_height: int
) -> tuple[int, int] | None:
    """Returns the pixel that contains a point; None for points outside the image."""
    for value in (normalized_x, normalized_y):
        if not (0 <= value <= 1 or math.isclose(value, 0) or math.isclose(value, 1)):
            return None
    return (
        min(math.floor(normalized_x * image_width), image_width - 1),
        min(math.floor(normalized_y * image_height), image_height - 1),
    )


def _is_seen(landmark: Any) -> bool:
    for name, least in (("visibility", _LEAST_VISIBILITY), ("presence", _LEAST_PRESENCE)):
        # In messages, fields that are not set are 0.
        is_set = landmark.HasField(name) if hasattr(landmark, "HasField") else getattr(landmark, name) is not None
        if is_set and getattr(landmark, name) < least:
            return False
    return True


def _ends(connections: Iterable[Any] | None, count: int) -> Iterator[tuple[int, int]]:
    for connection in connections or ():
        start, end = (connection.start, connection.end) if hasattr(connection, "start") else connection
        if not (0 <= start < count and 0 <= end < count):
            raise ValueError(
                f"Landmark index is out of range. Invalid connection from landmark #{start} to landmark #{end}."
            )
        yield start, end


def draw(
    image: Any,
    landmarks: Sequence[Any],
    connections: Iterable[Any] | None,
    landmark_spec: Any,
    connection_spec: Any,
    draws_landmarks: bool = True,
) -> None:
    cv2 = needed("cv2")

    if image.shape[2] != 3:
        raise ValueError("Input image must contain three channel bgr data.")
    rows, columns = image.shape[:2]
    places: dict[int, tuple[int, int]] = {}
    for index, landmark in enumerate(landmarks):
        place = normalized_to_pixel_coordinates(landmark.x, landmark.y, columns, rows) if _is_seen(landmark) else None
        if place is not None:
            places[index] = place
    for start, end in _ends(connections, len(landmarks)):
        if start in places and end in places:
            spec = connection_spec[(start, end)] if isinstance(connection_spec, Mapping) else connection_spec
            cv2.line(image, places[start], places[end], spec.color, spec.thickness)
    if not draws_landmarks or not landmark_spec:
        return
    for index, place in places.items():
        spec = landmark_spec[index] if isinstance(landmark_spec, Mapping) else landmark_spec
        rim = max(spec.circle_radius + 1, int(spec.circle_radius * 1.2))
        cv2.circle(image, place, rim, WHITE_COLOR, spec.thickness)
        cv2.circle(image, place, spec.circle_radius, spec.color, spec.thickness)


def plot(
    landmarks: Sequence[Any],
    connections: Iterable[Any] | None,
    landmark_spec: DrawingSpec,
    connection_spec: DrawingSpec,
    elevation: int,
    azimuth: int,
) -> None:
    """Shows the landmarks in space, with matplotlib."""
    plt = needed("matplotlib.pyplot")

    def shade(spec: DrawingSpec) -> tuple[float, ...]:
        return tuple(value / 255 for value in spec.color[::-1])

    plt.figure(figsize=(10, 10))
    axes = plt.axes(projection="3d")
    axes.view_init(elev=elevation, azim=azimuth)
    places = {
        index: (-landmark.z, landmark.x, -landmark.y) for index, landmark in enumerate(landmarks) if _is_seen(landmark)
    }
    for x, y, z in places.values():
        axes.scatter3D(xs=[x], ys=[y], zs=[z], color=shade(landmark_spec), linewidth=landmark_spec.thickness)
    for start, end in _ends(connections, len(landmarks)):
        if start in places and end in places:
            x, y, z = zip(places[start], places[end])
            axes.plot3D(xs=x, ys=y, zs=z, color=shade(connection_spec), linewidth=connection_spec.thickness)
    plt.show()


_PALM, _THUMB, _INDEX, _MIDDLE, _RING, _PINKY = range(6)
# The colours of points; lines of the palm are grey.
_COLOURS = ((48, 48, 255), (180, 229, 255), (128, 64, 128), (0, 204, 255), (48, 255, 48), (192, 101, 21))
_PALM_LINES = (128, 128, 128)


def hand_landmarks_style(landmarks: Sequence[Any]) -> dict[Any, DrawingSpec]:
    """Returns the default style by landmark, for the members of an enumeration in the order of the landmarks."""
    parts = [
        _PALM,
        _PALM,
        *[_THUMB] * 3,
        *(part for finger in (_INDEX, _MIDDLE, _RING, _PINKY) for part in (_PALM, finger, finger, finger)),
    ]
    return {landmark: DrawingSpec(_COLOURS[part], -1, 5) for landmark, part in zip(landmarks, parts)}


def hand_connections_style(connections: Sequence[tuple[int, int]]) -> dict[tuple[int, int], DrawingSpec]:
    """Returns the default style of lines: the six of the palm first, then three for each finger."""
    return {
        connection: DrawingSpec(_PALM_LINES, 3) if index < 6 else DrawingSpec(_COLOURS[(index - 6) // 3 + 1], 2)
        for index, connection in enumerate(connections)
    }
