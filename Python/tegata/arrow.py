"""Videos as streams of Arrow record batches, for archives that engines such as Ray and Spark process; needs pyarrow.

import pyarrow.parquet
import tegata.arrow

pyarrow.parquet.write_table(tegata.arrow.track("video.mp4").read_all(), "video.parquet")
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._errors import TegataError, needed
from ._results import Result
from ._tracker import Model, Tracker
from ._video import Source
from ._video import track as _track

pa = needed("pyarrow", "arrow")

_POINTS = pa.list_(pa.float32())

#: One row per hand and frame. A frame without hands has one row in which everything from `hand` on is null.
SCHEMA = pa.schema(
    [
        # The name of the video.
        pa.field("source", pa.string(), nullable=False),
        # The index of the frame, from 0 on, and its time; null only in a row with an error.
        ("frame", pa.int64()),
        ("milliseconds", pa.int64()),
        # The index of the hand in the frame, from 0 on.
        ("hand", pa.int32()),
        # The ID, which is the same for a hand in all frames.
        ("id", pa.int64()),
        # "Right" or "Left", and the confidence of that.
        ("handedness", pa.string()),
        ("handedness_score", pa.float32()),
        # The confidence that there is a hand.
        ("presence", pa.float32()),
        # x, y and z of 21 points in order: as fractions of the image, and in metres.
        ("landmarks", _POINTS),
        ("world_landmarks", _POINTS),
        # The gesture; null unless requested.
        ("gesture", pa.string()),
        ("gesture_score", pa.float32()),
        # The reason why the rest of this video is missing.
        ("error", pa.string()),
    ]
)


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
    """Returns the hands of each frame of a video, like `tegata.track`, in batches of `SCHEMA`. Frames are processed as
    batches are requested.

    - `source`, `model`, `tracker`, `options`: the arguments of `tegata.track`.
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
    return pa.RecordBatchReader.from_batches(SCHEMA, _batches(results, called, frames_per_batch, records_errors))


def _text(text: str) -> str:
    """Returns a file name without parts that are not UTF-8, because Arrow's strings are UTF-8."""
    return text.encode("utf-8", "replace").decode()


def _batches(results: Iterator[Result], name: str, count: int, records_errors: bool) -> Iterator[pa.RecordBatch]:
    first, frames, error = 0, [], None
    try:
        for result in results:
            frames.append(result)
            if len(frames) == count:
                yield _batch(frames, first, name)
                first, frames = first + count, []
    # Warning filters may turn a problem of a video into an error.
    except (TegataError, RuntimeWarning) as thrown:
        if not records_errors:
            raise
        error = _text(str(thrown))
    if frames:
        yield _batch(frames, first, name)
    if error is not None:
        yield pa.RecordBatch.from_pylist([{"source": name, "error": error}], SCHEMA)


def _batch(frames: list[Result], first: int, name: str) -> pa.RecordBatch:
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

    def points(field: str) -> pa.Array:
        ends = np.concatenate([[0], np.cumsum(~is_empty)]).astype(np.int32) * 63
        offsets = pa.array(ends, pa.int32(), mask=np.append(is_empty, False))
        return pa.ListArray.from_arrays(offsets, pa.array(hands[field].reshape(-1), pa.float32()))

    names = [gesture for result in frames for gesture in result.gestures or [None]]
    ids = hands["id"][places] if len(hands) else np.zeros(len(places), np.int64)
    total = len(is_empty)
    has_no_gesture = np.array([gesture is None for gesture in names])
    return pa.RecordBatch.from_arrays(
        [
            pa.array([name] * total, pa.string()),
            pa.array(first + np.repeat(np.arange(len(frames)), rows), pa.int64()),
            pa.array(np.repeat([result.milliseconds for result in frames], rows), pa.int64()),
            pa.array((np.arange(total) - np.repeat(starts, rows)).astype(np.int32), pa.int32(), mask=is_empty),
            pa.array(ids, pa.int64(), mask=is_empty | (ids < 0)),
            pa.array(
                np.where(column(hands["handedness"], pa.int32()).fill_null(0), "Left", "Right"),
                pa.string(),
                mask=is_empty,
            ),
            column(hands["handedness_score"], pa.float32()),
            column(hands["presence"], pa.float32()),
            points("landmarks"),
            points("world_landmarks"),
            pa.array(names, pa.string()),
            column(hands["gesture_score"], pa.float32(), is_empty | has_no_gesture),
            pa.nulls(total, pa.string()),
        ],
        schema=SCHEMA,
    )
