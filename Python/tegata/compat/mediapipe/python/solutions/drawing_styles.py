"""The default drawing styles."""

from ...tasks.python.vision.drawing_styles import get_default_hand_connections_style, get_default_hand_landmarks_style
