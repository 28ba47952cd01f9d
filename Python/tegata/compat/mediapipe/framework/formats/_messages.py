"""Messages with the names, numbers and types of MediaPipe's, created on demand from descriptors in a separate pool."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from ....._errors import needed

descriptor_pb2, descriptor_pool, message_factory = (
    needed(f"google.protobuf.{name}") for name in ("descriptor_pb2", "descriptor_pool", "message_factory")
)

_FLOAT, _INT32, _STRING, _MESSAGE = 2, 5, 9, 11
_LANDMARK = [(name, number, _FLOAT, "") for number, name in enumerate(("x", "y", "z", "visibility", "presence"), 1)]
_TYPES: dict[str, list[tuple[str, int, int, str]]] = {
    "Landmark": _LANDMARK,
    "LandmarkList": [("landmark", 1, _MESSAGE, "Landmark")],
    "NormalizedLandmark": _LANDMARK,
    "NormalizedLandmarkList": [("landmark", 1, _MESSAGE, "NormalizedLandmark")],
    "Classification": [
        ("index", 1, _INT32, ""),
        ("score", 2, _FLOAT, ""),
        ("label", 3, _STRING, ""),
        ("display_name", 4, _STRING, ""),
    ],
    "ClassificationList": [("classification", 1, _MESSAGE, "Classification")],
}


@cache
def _pool() -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="tegata/hands.proto", package="mediapipe", syntax="proto2")
    for name, fields in _TYPES.items():
        message = file.message_type.add(name=name)
        for field, number, kind, of in fields:
            added = message.field.add(name=field, number=number, type=kind, label=3 if of else 1)
            if of:
                added.type_name = f".mediapipe.{of}"
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return pool


def message_class(name: str, module: str) -> Any:
    """Returns the class of a message, which is pickled by its name in the module."""
    described = _pool().FindMessageTypeByName(f"mediapipe.{name}")
    # Debian 12 has protobuf 3.21, where the function has another name.
    made = getattr(message_factory, "GetMessageClass", None) or message_factory.MessageFactory(_pool()).GetPrototype
    kind = made(described)
    kind.__module__ = module
    return kind
