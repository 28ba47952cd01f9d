"""Finds the landmarks of hands."""

from __future__ import annotations

import dataclasses
import enum
from itertools import starmap
from typing import Any, Callable

from ......_results import HAND_CONNECTIONS as BONES
from ....._native import HandLandmarkerCallback, whole
from ....._native import HandLandmarkerOptions as _NativeOptions
from ....._native import HandLandmarkerResult as _NativeResult
from ..components.containers import category as category_lib
from ..components.containers import landmark as landmark_lib
from ..core.base_options import BaseOptions
from ..core.task import Task, check_mode
from .core.image import Image
from .core.image_processing_options import ImageProcessingOptions
from .core.vision_task_running_mode import VisionTaskRunningMode


class HandLandmark(enum.IntEnum):
    """The 21 landmarks of a hand."""

    WRIST = 0
    THUMB_CMC = 1
    THUMB_MCP = 2
    THUMB_IP = 3
    THUMB_TIP = 4
    INDEX_FINGER_MCP = 5
    INDEX_FINGER_PIP = 6
    INDEX_FINGER_DIP = 7
    INDEX_FINGER_TIP = 8
    MIDDLE_FINGER_MCP = 9
    MIDDLE_FINGER_PIP = 10
    MIDDLE_FINGER_DIP = 11
    MIDDLE_FINGER_TIP = 12
    RING_FINGER_MCP = 13
    RING_FINGER_PIP = 14
    RING_FINGER_DIP = 15
    RING_FINGER_TIP = 16
    PINKY_MCP = 17
    PINKY_PIP = 18
    PINKY_DIP = 19
    PINKY_TIP = 20


class HandLandmarksConnections:
    """The lines between the landmarks of a hand."""

    @dataclasses.dataclass
    class Connection:
        """A line between two landmarks."""

        start: int
        end: int

    HAND_CONNECTIONS = list(starmap(Connection, BONES))
    HAND_PALM_CONNECTIONS = HAND_CONNECTIONS[:6]
    HAND_THUMB_CONNECTIONS = HAND_CONNECTIONS[6:9]
    HAND_INDEX_FINGER_CONNECTIONS = HAND_CONNECTIONS[9:12]
    HAND_MIDDLE_FINGER_CONNECTIONS = HAND_CONNECTIONS[12:15]
    HAND_RING_FINGER_CONNECTIONS = HAND_CONNECTIONS[15:18]
    HAND_PINKY_FINGER_CONNECTIONS = HAND_CONNECTIONS[18:]


@dataclasses.dataclass
class HandLandmarkerResult:
    """The hands of an image; each list has an element per hand."""

    handedness: list[list[category_lib.Category]]
    hand_landmarks: list[list[landmark_lib.NormalizedLandmark]]
    hand_world_landmarks: list[list[landmark_lib.Landmark]]


@dataclasses.dataclass
class HandLandmarkerOptions:
    """The options of a landmarker."""

    base_options: BaseOptions
    running_mode: VisionTaskRunningMode = VisionTaskRunningMode.IMAGE
    num_hands: int = 1
    min_hand_detection_confidence: float = 0.5
    min_hand_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    result_callback: Callable[[HandLandmarkerResult, Image, int], None] | None = None


class HandLandmarker(Task):
    """Finds the landmarks of hands in images, videos and live streams."""

    _name, _verb = "MpHandLandmarker", "Detect"
    _Result, _Callback = _NativeResult, HandLandmarkerCallback

    @classmethod
    def create_from_model_path(cls, model_path: str) -> HandLandmarker:
        """Creates a landmarker for single images and one hand."""
        return cls.create_from_options(HandLandmarkerOptions(BaseOptions(model_asset_path=model_path)))

    @classmethod
    def create_from_options(cls, options: HandLandmarkerOptions) -> HandLandmarker:
        """Creates a landmarker."""
        check_mode(options.running_mode, options.result_callback)
        native = _NativeOptions(
            base_options=options.base_options._native(),
            running_mode=options.running_mode._number,
            num_hands=whole(options.num_hands),
            min_hand_detection_confidence=options.min_hand_detection_confidence,
            min_hand_presence_confidence=options.min_hand_presence_confidence,
            min_tracking_confidence=options.min_tracking_confidence,
        )
        return cls(native, options.result_callback)

    @staticmethod
    def _converted(result: Any) -> HandLandmarkerResult:
        return HandLandmarkerResult(
            category_lib._list(result.handedness, result.handedness_count),
            landmark_lib._list(result.hand_landmarks, result.hand_landmarks_count, landmark_lib.NormalizedLandmark),
            landmark_lib._list(result.hand_world_landmarks, result.hand_world_landmarks_count, landmark_lib.Landmark),
        )

    def detect(
        self, image: Image, image_processing_options: ImageProcessingOptions | None = None
    ) -> HandLandmarkerResult:
        """Returns the hands of a single image."""
        return self._image(image, image_processing_options)

    def detect_for_video(
        self, image: Image, timestamp_ms: int, image_processing_options: ImageProcessingOptions | None = None
    ) -> HandLandmarkerResult:
        """Returns the hands of the next frame of a video. Times must increase."""
        return self._video(image, timestamp_ms, image_processing_options)

    def detect_async(
        self, image: Image, timestamp_ms: int, image_processing_options: ImageProcessingOptions | None = None
    ) -> None:
        """Sends the next frame of a live stream. The callback receives the result."""
        self._stream(image, timestamp_ms, image_processing_options)
