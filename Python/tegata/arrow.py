"""Videos as streams of Arrow record batches, for archives that engines such as Ray and Spark work on; needs pyarrow.

    import pyarrow.parquet
    import tegata.arrow

    pyarrow.parquet.write_table(tegata.arrow.track("video.mp4").read_all(), "video.parquet")
"""

from __future__ import annotations

import os
from typing import Any, Iterator

import numpy as np
import pyarrow as pa

from ._errors import TegataError
from ._results import Result
from ._tracker import Model, Tracker
from ._video import Source
from ._video import track as _track

_POINTS = pa.list_(pa.float32())

#: A row for each hand of each frame. A frame without hands has one row, too, in which everything from `hand` on is null.
SCHEMA = pa.schema([
    # The video, as it was named.
    pa.field("source", pa.string(), nullable=False),
    # The number of the frame, from 0 on, and its time; null only in a row that says what went wrong.
    ("frame", pa.int64()),
    ("milliseconds", pa.int64()),
    # The place of the hand in the frame, from 0 on.
    ("hand", pa.int32()),
    # The same number for the same hand in all frames.
    ("id", pa.int64()),
    # "Right" or "Left", and how sure that is.
    ("handedness", pa.string()),
    ("handedness_score", pa.float32()),
    # How sure it is that there is a hand.
    ("presence", pa.float32()),
    # x, y and z of 21 points one after the other: fractions of the picture, and metres.
    ("landmarks", _POINTS),
    ("world_landmarks", _POINTS),
    # What the hand shows, if asked for.
    ("gesture", pa.string()),
    ("gesture_score", pa.float32()),
    # Why there is nothing more of this video.
    ("error", pa.string()),
])


def track(
    source: Source, model: Model = None, *, name: str | None = None, frames_per_batch: int = 256, records_errors: bool = False,
    tracker: Tracker | None = None, **options: Any,
) -> pa.RecordBatchReader:
    """The hands of every frame of a video, as `tegata.track` finds them, in batches of `SCHEMA`. Frames are looked at as batches are asked for.

    - `name`: what `source` is called in the rows; the path, unless given.
    - `frames_per_batch`: how many frames a batch is made of.
    - `records_errors`: a video that cannot be read, or not to its end, is no exception but a last row with an `error`, so that one such video does not
      end the work on many.
    - `tracker`, and all other options: those of `tegata.track`.
    """
    if frames_per_batch < 1: raise ValueError(f"frames_per_batch is {frames_per_batch}; ask for at least 1")
    called = _text(name if name is not None else os.fspath(source) if isinstance(source, (str, os.PathLike)) else str(source))
    results = _track(source, model, tracker=tracker, **options)
    return pa.RecordBatchReader.from_batches(SCHEMA, _batches(results, called, frames_per_batch, records_errors))


def _text(text: str) -> str:
    """Without the parts of file names that are no UTF-8, which Arrow's strings are."""
    return text.encode("utf-8", "replace").decode()


def _batches(results: Iterator[Result], name: str, count: int, records_errors: bool) -> Iterator[pa.RecordBatch]:
    first, frames, error = 0, [], None
    try:
        for result in results:
            frames.append(result)
            if len(frames) == count:
                yield _batch(frames, first, name)
                first, frames = first + count, []
    # What was wrong with a video may be an error by the filters of warnings.
    except (TegataError, RuntimeWarning) as thrown:
        if not records_errors: raise
        error = _text(str(thrown))
    if frames: yield _batch(frames, first, name)
    if error is not None: yield pa.RecordBatch.from_pylist([{"source": name, "error": error}], SCHEMA)


def _batch(frames: list[Result], first: int, name: str) -> pa.RecordBatch:
    counts = np.array([len(result) for result in frames])
    # A frame without hands has a row, but nothing in it.
    rows = np.maximum(counts, 1)
    is_empty = np.repeat(counts == 0, rows)
    starts = np.cumsum(rows) - rows
    hands = np.concatenate([result._hands for result in frames])
    places = np.maximum(np.cumsum(~is_empty) - 1, 0)

    def column(values: np.ndarray, kind: pa.DataType, is_null: np.ndarray = is_empty) -> pa.Array:
        """Of one value for each hand."""
        chosen = values[places] if len(values) else np.zeros(len(places), values.dtype)
        return pa.array(chosen, kind, mask=is_null)

    def points(field: str) -> pa.Array:
        ends = np.concatenate([[0], np.cumsum(~is_empty)]).astype(np.int32) * 63
        offsets = pa.array(ends, pa.int32(), mask=np.append(is_empty, False))
        return pa.ListArray.from_arrays(offsets, pa.array(hands[field].reshape(-1), pa.float32()))

    names = [gesture for result in frames for gesture in (result.gestures or [None])]
    ids = hands["id"][places] if len(hands) else np.zeros(len(places), np.int64)
    total = len(is_empty)
    has_no_gesture = np.array([gesture is None for gesture in names])
    return pa.RecordBatch.from_arrays(
        [
            pa.array([name] * total, pa.string()), pa.array(first + np.repeat(np.arange(len(frames)), rows), pa.int64()),
            pa.array(np.repeat([result.milliseconds for result in frames], rows), pa.int64()),
            pa.array((np.arange(total) - np.repeat(starts, rows)).astype(np.int32), pa.int32(), mask=is_empty),
            pa.array(ids, pa.int64(), mask=is_empty | (ids < 0)),
            pa.array(np.where(column(hands["handedness"], pa.int32()).fill_null(0), "Left", "Right"), pa.string(), mask=is_empty),
            column(hands["handedness_score"], pa.float32()), column(hands["presence"], pa.float32()),
            points("landmarks"), points("world_landmarks"), pa.array(names, pa.string()),
            column(hands["gesture_score"], pa.float32(), is_empty | has_no_gesture), pa.nulls(total, pa.string()),
        ],
        schema=SCHEMA)
