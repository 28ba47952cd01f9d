"""The parts of results."""

from . import category, landmark, rect
from .category import Category
from .landmark import Landmark, NormalizedLandmark
from .rect import NormalizedRect, Rect
