"""The tasks for hands."""

from ....._missing import missing as _missing
from . import core, drawing_styles, drawing_utils, gesture_recognizer, gesture_recognizer_result, hand_landmarker
from .core.image_processing_options import ImageProcessingOptions
from .core.vision_task_running_mode import VisionTaskRunningMode as RunningMode
from .gesture_recognizer import GestureRecognizer, GestureRecognizerOptions, GestureRecognizerResult
from .hand_landmarker import HandLandmarker, HandLandmarkerOptions, HandLandmarkerResult, HandLandmarksConnections

__getattr__ = _missing(__name__)
