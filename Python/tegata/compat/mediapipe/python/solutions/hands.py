"""The points of hands and the lines between them."""

from ...tasks.python.vision.hand_landmarker import HandLandmark
from .hands_connections import HAND_CONNECTIONS
