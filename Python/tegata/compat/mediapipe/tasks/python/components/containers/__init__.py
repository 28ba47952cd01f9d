"""The parts of results."""

from . import category, landmark, landmark_detection_result, rect
from .category import Category
from .landmark import Landmark, NormalizedLandmark
from .landmark_detection_result import LandmarksDetectionResult
from .rect import NormalizedRect, Rect
