"""The landmarks of one hand with their rectangle."""

from __future__ import annotations

import dataclasses

from .category import Category
from .landmark import Landmark, NormalizedLandmark
from .rect import NormalizedRect


@dataclasses.dataclass
class LandmarksDetectionResult:
    """The landmarks of one hand, its handedness and its rectangle."""

    landmarks: list[NormalizedLandmark] | None
    categories: list[Category] | None
    world_landmarks: list[Landmark] | None
    rect: NormalizedRect
