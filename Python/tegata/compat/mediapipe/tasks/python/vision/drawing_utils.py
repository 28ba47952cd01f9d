"""Draws landmarks into images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....._drawing import BLACK_COLOR, BLUE_COLOR, GREEN_COLOR, RED_COLOR, WHITE_COLOR, DrawingSpec, draw, plot
from ....._drawing import normalized_to_pixel_coordinates as _normalized_to_pixel_coordinates
from ..components.containers.landmark import NormalizedLandmark


def draw_landmarks(
    image: Any,
    landmark_list: Sequence[NormalizedLandmark],
    connections: Sequence[Any] | None = None,
    landmark_drawing_spec: DrawingSpec | Mapping[int, DrawingSpec] | None = DrawingSpec(color=RED_COLOR),
    connection_drawing_spec: DrawingSpec | Mapping[tuple[int, int], DrawingSpec] = DrawingSpec(),
    is_drawing_landmarks: bool = True,
) -> None:
    """Draws landmarks and the lines between them into an image with three channels, blue first. Points outside the
    image are skipped."""
    if landmark_list:
        draw(image, landmark_list, connections, landmark_drawing_spec, connection_drawing_spec, is_drawing_landmarks)


def plot_landmarks(
    landmark_list: Sequence[NormalizedLandmark],
    connections: Sequence[Any] | None = None,
    landmark_drawing_spec: DrawingSpec = DrawingSpec(color=RED_COLOR, thickness=5),
    connection_drawing_spec: DrawingSpec = DrawingSpec(color=BLACK_COLOR, thickness=5),
    elevation: int = 10,
    azimuth: int = 10,
) -> None:
    """Shows landmarks in space, with matplotlib."""
    if landmark_list:
        plot(landmark_list, connections, landmark_drawing_spec, connection_drawing_spec, elevation, azimuth)
