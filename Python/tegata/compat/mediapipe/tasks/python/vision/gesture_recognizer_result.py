"""The result of a gesture recogniser."""

from .gesture_recognizer import GestureRecognizerResult
