"""Landmarks of hands as messages."""

from ._messages import message_class as _message_class

Landmark = _message_class("Landmark", __name__)
LandmarkList = _message_class("LandmarkList", __name__)
NormalizedLandmark = _message_class("NormalizedLandmark", __name__)
NormalizedLandmarkList = _message_class("NormalizedLandmarkList", __name__)
