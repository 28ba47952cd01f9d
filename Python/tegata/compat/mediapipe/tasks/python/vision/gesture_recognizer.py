"""Finds the landmarks of hands and recognises their gestures."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable

from ....._native import GestureRecognizerCallback, whole
from ....._native import GestureRecognizerOptions as _NativeOptions
from ....._native import GestureRecognizerResult as _NativeResult
from ..components.containers import category as category_lib
from ..components.containers import landmark as landmark_lib
from ..components.processors.classifier_options import ClassifierOptions
from ..core.base_options import BaseOptions
from ..core.task import Task, check_mode
from .core.image import Image
from .core.image_processing_options import ImageProcessingOptions
from .core.vision_task_running_mode import VisionTaskRunningMode


@dataclasses.dataclass
class GestureRecognizerResult:
    """The hands of an image and their gestures. If no gesture counts, all lists are empty; hands without one have no
    element in `gestures`."""

    gestures: list[list[category_lib.Category]]
    handedness: list[list[category_lib.Category]]
    hand_landmarks: list[list[landmark_lib.NormalizedLandmark]]
    hand_world_landmarks: list[list[landmark_lib.Landmark]]


@dataclasses.dataclass
class GestureRecognizerOptions:
    """The options of a recogniser."""

    base_options: BaseOptions
    running_mode: VisionTaskRunningMode = VisionTaskRunningMode.IMAGE
    num_hands: int = 1
    min_hand_detection_confidence: float = 0.5
    min_hand_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    canned_gesture_classifier_options: ClassifierOptions = dataclasses.field(default_factory=ClassifierOptions)
    custom_gesture_classifier_options: ClassifierOptions = dataclasses.field(default_factory=ClassifierOptions)
    result_callback: Callable[[GestureRecognizerResult, Image, int], None] | None = None


class GestureRecognizer(Task):
    """Recognises gestures in images, videos and live streams."""

    _name, _verb = "MpGestureRecognizer", "Recognize"
    _Result, _Callback = _NativeResult, GestureRecognizerCallback

    @classmethod
    def create_from_model_path(cls, model_path: str) -> GestureRecognizer:
        """Creates a recogniser for single images and one hand."""
        return cls.create_from_options(GestureRecognizerOptions(BaseOptions(model_asset_path=model_path)))

    @classmethod
    def create_from_options(cls, options: GestureRecognizerOptions) -> GestureRecognizer:
        """Creates a recogniser."""
        check_mode(options.running_mode, options.result_callback)
        native = _NativeOptions(
            base_options=options.base_options._native(),
            running_mode=options.running_mode._number,
            num_hands=whole(options.num_hands),
            min_hand_detection_confidence=options.min_hand_detection_confidence,
            min_hand_presence_confidence=options.min_hand_presence_confidence,
            min_tracking_confidence=options.min_tracking_confidence,
            canned_gestures_classifier_options=options.canned_gesture_classifier_options._native(),
            custom_gestures_classifier_options=options.custom_gesture_classifier_options._native(),
        )
        return cls(native, options.result_callback)

    @staticmethod
    def _converted(result: Any) -> GestureRecognizerResult:
        return GestureRecognizerResult(
            category_lib._list(result.gestures, result.gestures_count),
            category_lib._list(result.handedness, result.handedness_count),
            landmark_lib._list(result.hand_landmarks, result.hand_landmarks_count, landmark_lib.NormalizedLandmark),
            landmark_lib._list(result.hand_world_landmarks, result.hand_world_landmarks_count, landmark_lib.Landmark),
        )

    def recognize(
        self, image: Image, image_processing_options: ImageProcessingOptions | None = None
    ) -> GestureRecognizerResult:
        """Returns the hands of a single image and their gestures."""
        return self._image(image, image_processing_options)

    def recognize_for_video(
        self, image: Image, timestamp_ms: int, image_processing_options: ImageProcessingOptions | None = None
    ) -> GestureRecognizerResult:
        """Returns the hands of the next frame of a video and their gestures. Times must increase."""
        return self._video(image, timestamp_ms, image_processing_options)

    def recognize_async(
        self, image: Image, timestamp_ms: int, image_processing_options: ImageProcessingOptions | None = None
    ) -> None:
        """Sends the next frame of a live stream. The callback receives the result."""
        self._stream(image, timestamp_ms, image_processing_options)
