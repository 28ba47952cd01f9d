"""Videos as streams of Arrow record batches, for archives that engines such as Ray and Spark process; needs pyarrow.

import pyarrow.parquet
import tegata.arrow

pyarrow.parquet.write_table(tegata.arrow.track("video.mp4").read_all(), "video.parquet")
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ._errors import TegataError, needed
from ._results import FINGER_STATES, Result
from ._tracker import Model, Tracker
from ._video import Source
from ._video import track as _track

pa = needed("pyarrow", "arrow")

_NUMBERS = pa.list_(pa.float32())
_STATES = pa.list_(pa.string())
_EVENT = pa.struct([("id", pa.int64()), ("event", pa.string()), ("name", pa.string()), ("duration_ms", pa.int64())])
#: The coordinate frames of columns, by their names in the metadata: the directions of x, y and z, and the origin.
FRAMES = {
    "image": "right, down and away from the camera; from the top left corner, with depths from the wrist",
    "hand": "right, down and away from the camera; from the centre of the hand",
    "camera": "right, down and away from the camera; from its centre",
    "openxr": "right, up and towards the camera; from its centre if the camera is known, or else from the hand's",
}


def _field(
    name: str, kind: pa.DataType, description: str, unit: str = "", frame: str = "", is_nullable: bool = True
) -> pa.Field:
    """Returns a column whose metadata says what it contains, in which unit and coordinate frame."""
    metadata = {"description": description, "unit": unit, "frame": frame}
    return pa.field(name, kind, is_nullable, {key: text for key, text in metadata.items() if text})


#: One row per hand and frame. A frame without hands has one row in which everything from `hand` to `error` is null.
#: The metadata of each column has a `description` and, if they apply, a `unit` and a `frame` of `FRAMES`.
SCHEMA = pa.schema(
    [
        _field("source", pa.string(), "name of the video", is_nullable=False),
        _field("frame", pa.int64(), "index of the frame, from 0; null only in a row with an error or the last events"),
        _field("milliseconds", pa.int64(), "time of the frame; null where `frame` is", "ms"),
        _field("hand", pa.int32(), "index of the hand in the frame, from 0"),
        _field("id", pa.int64(), "ID, which is the same for a hand in all frames"),
        _field("handedness", pa.string(), "`Right` or `Left`"),
        _field("handedness_score", pa.float32(), "confidence of the handedness", "0 to 1"),
        _field("presence", pa.float32(), "confidence that there is a hand", "0 to 1"),
        _field("landmarks", _NUMBERS, "x, y and z of the 21 landmarks in order", "fraction", "image"),
        _field("world_landmarks", _NUMBERS, "x, y and z of the 21 landmarks in order", "m", "hand"),
        _field("gesture", pa.string(), "gesture; null unless requested"),
        _field("gesture_score", pa.float32(), "confidence of the gesture", "0 to 1"),
        _field("error", pa.string(), "reason why the rest of this video is missing"),
    ]
)
#: The columns that `joints` adds; null if the landmarks do not form a hand.
JOINTS = pa.schema(
    [
        _field("wrist_position", _NUMBERS, "x, y and z of the wrist; null if the camera is not known", "m", "camera"),
        _field(
            "wrist_orientation",
            _NUMBERS,
            "orientation of the wrist, whose -z axis points to the fingers and whose y axis points out of the back of"
            " the hand; null if the camera is not known",
            "quaternion x, y, z, w",
            "camera",
        ),
        _field("joint_positions", _NUMBERS, "x, y and z of OpenXR's 26 joints in order", "m", "openxr"),
        _field(
            "joint_orientations",
            _NUMBERS,
            "orientations of OpenXR's 26 joints in order, with the same axes as the wrist's",
            "quaternion x, y, z, w",
            "openxr",
        ),
        _field("finger_states", _STATES, "`extended`, `between` or `curled` for each finger from the thumb on"),
    ]
)
#: The column that `events` adds.
EVENTS = pa.schema(
    [
        _field(
            "events",
            pa.list_(_EVENT),
            "events of the frame, in its first row; events that end with the video are in a last row without a frame",
        )
    ]
)
# The columns that an image does not have.
_OF_VIDEOS = {"source", "frame", "milliseconds", "id", "error"}


def schema(joints: bool | None = None, events: bool | None = None) -> pa.Schema:
    """Returns the columns of `track` with these options of the tracker."""
    return pa.schema([*SCHEMA, *(JOINTS if joints else ()), *(EVENTS if events else ())])


def track(
    source: Source,
    model: Model = None,
    *,
    name: str | None = None,
    frames_per_batch: int = 256,
    records_errors: bool = False,
    tracker: Tracker | None = None,
    **options: Any,
) -> pa.RecordBatchReader:
    """Returns the hands of each frame of a video, like `tegata.track`, in batches. Frames are processed as batches are
    requested.

    - `source`, `model`, `tracker`, `options`: the arguments of `tegata.track`. The options `joints` and `events` of the
      tracker add columns.
    - `name` (the path): the name of `source` in the rows.
    - `frames_per_batch` (256): the number of frames in a batch.
    - `records_errors` (False): if a video cannot be read to its end, add a last row with an `error` instead of raising
      an exception, so that one such video does not end the work on many.
    """
    if frames_per_batch < 1:
        raise ValueError(f"frames_per_batch is {frames_per_batch}; use at least 1")
    called = _text(
        name if name is not None else os.fspath(source) if isinstance(source, (str, os.PathLike)) else str(source)
    )
    results = _track(source, model, tracker=tracker, **options)
    columns = schema(
        options.get("joints") if tracker is None else tracker._has_joints,
        options.get("events") or options.get("finger_events") if tracker is None else tracker._has_events,
    )
    return pa.RecordBatchReader.from_batches(
        columns, _batches(results, called, frames_per_batch, records_errors, columns)
    )


def last_events(end: Result, name: str, columns: pa.Schema) -> pa.RecordBatch:
    """Returns the row with the events that end with a video, from the result of `Tracker.finish`; no row if there are
    none."""
    has_row = "events" in columns.names and end.events
    return _batch([end], 0, _text(name), columns) if has_row else pa.RecordBatch.from_pylist([], columns)


def detect(
    images: Iterable[Any], model: Model = None, *, tracker: Tracker | None = None, **options: Any
) -> pa.ListArray:
    """Returns the hands of each image of a column, like `Tracker.detect`: lists of structs with the fields of `SCHEMA`
    that describe a hand, and null for an image that is None.

    - `images`: paths of files, Pillow images, or arrays with red first.
    - `model` (the installed model): the `model` of `Tracker`.
    - `tracker` (a new one): an existing tracker.
    - `options`: all other arguments of `Tracker`.
    """
    own = tracker or Tracker(model, **options)
    try:
        results = [None if image is None else own.detect(image) for image in images]
    finally:
        if tracker is None:
            own.close()
    found = [result for result in results if result is not None]
    rows = _batch(found, 0, "", SCHEMA) if found else pa.RecordBatch.from_pylist([], SCHEMA)
    hands = rows.filter(rows["hand"].is_valid())
    names = [name for name in SCHEMA.names if name not in _OF_VIDEOS]
    structs = pa.StructArray.from_arrays([hands[name] for name in names], fields=[SCHEMA.field(name) for name in names])
    ends = np.cumsum([0, *(0 if result is None else len(result) for result in results)])
    missing = np.array([*(result is None for result in results), False])
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32(), mask=missing), structs)


def _text(text: str) -> str:
    """Returns a file name without parts that are not UTF-8, because Arrow's strings are UTF-8."""
    return text.encode("utf-8", "replace").decode()


def _batches(
    results: Iterator[Result], name: str, count: int, records_errors: bool, columns: pa.Schema
) -> Iterator[pa.RecordBatch]:
    first, frames, error = 0, [], None
    try:
        for result in results:
            frames.append(result)
            if len(frames) == count:
                yield _batch(frames, first, name, columns)
                first, frames = first + count, []
    # Warning filters may turn a problem of a video into an error.
    except (TegataError, RuntimeWarning) as thrown:
        if not records_errors:
            raise
        error = _text(str(thrown))
    if frames:
        yield _batch(frames, first, name, columns)
    if error is not None:
        yield pa.RecordBatch.from_pylist([{"source": name, "error": error}], columns)


def _batch(frames: list[Result], first: int, name: str, columns: pa.Schema) -> pa.RecordBatch:
    counts = np.array([len(result) for result in frames])
    # A frame without hands has one empty row.
    rows = np.maximum(counts, 1)
    is_empty = np.repeat(counts == 0, rows)
    starts = np.cumsum(rows) - rows
    hands = np.concatenate([result._hands for result in frames])
    places = np.maximum(np.cumsum(~is_empty) - 1, 0)

    def column(values: np.ndarray, kind: pa.DataType, is_null: np.ndarray = is_empty) -> pa.Array:
        """Returns a column of one value for each hand."""
        chosen = values[places] if len(values) else np.zeros(len(places), values.dtype)
        return pa.array(chosen, kind, mask=is_null)

    def lists(values: np.ndarray, is_known: np.ndarray | None = None) -> pa.Array:
        """Returns a column of a list for each hand, which is null for hands whose values are not known."""
        is_null = is_empty.copy()
        if is_known is not None:
            values, is_null[~is_empty] = values[is_known], ~is_known
        length = int(np.prod(values.shape[1:]))
        ends = np.concatenate([[0], np.cumsum(~is_null)]).astype(np.int32) * length
        offsets = pa.array(ends, pa.int32(), mask=np.append(is_null, False))
        return pa.ListArray.from_arrays(offsets, pa.array(values.reshape(-1)))

    def joint_columns() -> list[pa.Array]:
        joints = np.concatenate([result._joints for result in frames])
        is_hand = joints["confidence"] > 0
        is_placed = is_hand & np.concatenate([result._metric["is_known"] for result in frames]).astype(bool)
        x, y, z, w = joints["orientations"][:, 1].T
        return [
            lists(joints["positions"][:, 1] * np.float32([1, -1, -1]), is_placed),
            # Half a turn about the x axis leads from OpenXR's axes to the camera's.
            lists(np.stack([w, -z, y, -x], axis=1), is_placed),
            lists(joints["positions"], is_hand),
            lists(joints["orientations"], is_hand),
            lists(np.array(FINGER_STATES)[joints["finger_states"]], is_hand),
        ]

    def event_column() -> pa.Array:
        rows: list[list[dict[str, Any]] | None] = [None] * total
        for start, result in zip(starts, frames):
            rows[start] = [
                {"id": event.hand_id, "event": event.kind, "name": event.name, "duration_ms": event.duration_ms}
                for event in result.events
            ] or None
        return pa.array(rows, EVENTS.field("events").type)

    names = [gesture for result in frames for gesture in result.gestures or [None]]
    ids = hands["id"][places] if len(hands) else np.zeros(len(places), np.int64)
    total = len(is_empty)
    has_no_time = np.repeat([result.milliseconds is None for result in frames], rows)
    has_no_gesture = np.array([gesture is None for gesture in names])
    return pa.RecordBatch.from_arrays(
        [
            pa.array([name] * total, pa.string()),
            pa.array(first + np.repeat(np.arange(len(frames)), rows), pa.int64(), mask=has_no_time),
            pa.array(np.repeat([result.milliseconds or 0 for result in frames], rows), pa.int64(), mask=has_no_time),
            pa.array((np.arange(total) - np.repeat(starts, rows)).astype(np.int32), pa.int32(), mask=is_empty),
            pa.array(ids, pa.int64(), mask=is_empty | (ids < 0)),
            pa.array(
                np.where(column(hands["handedness"], pa.int32()).fill_null(0), "Left", "Right"),
                pa.string(),
                mask=is_empty,
            ),
            column(hands["handedness_score"], pa.float32()),
            column(hands["presence"], pa.float32()),
            lists(hands["landmarks"]),
            lists(hands["world_landmarks"]),
            pa.array(names, pa.string()),
            column(hands["gesture_score"], pa.float32(), is_empty | has_no_gesture),
            pa.nulls(total, pa.string()),
            *(joint_columns() if "joint_positions" in columns.names else ()),
            *([event_column()] if "events" in columns.names else ()),
        ],
        schema=columns,
    )
