"""Writes hands of videos as a dataset for training robots, in LeRobot's format v3.0.

    python -m tegata.lerobot VIDEO… -o DIRECTORY --task TEXT --camera DEGREES

Each video is an episode. Needs `tegata[arrow]`, and ffmpeg with libx264.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Union

import numpy as np

from . import arrow
from ._errors import InvalidArgumentError, MissingError, TegataError, UnreadableError, needed
from ._results import BENT_JOINTS, FINGER_STATES
from ._video import frames

pa = needed("pyarrow", "arrow")
compute = needed("pyarrow.compute", "arrow")
dataset = needed("pyarrow.dataset", "arrow")
parquet = needed("pyarrow.parquet", "arrow")

Rows = Union[str, "os.PathLike[str]", Iterable[Any]]

_SIDES = ("left", "right")
_VIDEO = "observation.images.camera"
_FINGERS = ("thumb", "index", "middle", "ring", "little")
_LANDMARKS = ["wrist"] + [
    name
    for finger in range(0, 15, 3)
    for name in (*BENT_JOINTS[finger : finger + 3], BENT_JOINTS[finger].rsplit("_", 1)[0] + "_tip")
]
_OPENXR = ["palm", "wrist"] + [
    f"{finger}_{bone}"
    for finger in _FINGERS
    for bone in ("metacarpal", "proximal", "intermediate", "distal", "tip")
    if (finger, bone) != ("thumb", "intermediate")
]
# OpenXR's tips of the thumb and the index finger.
_TIPS = [5, 10]
# The names of the values of each feature of a hand whose column has numbers or finger states.
_NAMES = {
    "landmarks": [f"{name}_{axis}" for name in _LANDMARKS for axis in "xyz"],
    "world_landmarks": [f"{name}_{axis}" for name in _LANDMARKS for axis in "xyz"],
    "joint_positions": [f"{name}_{axis}" for name in _OPENXR for axis in "xyz"],
    "joint_orientations": [f"{name}_q{axis}" for name in _OPENXR for axis in "xyzw"],
    "finger_states": list(_FINGERS),
}
_STATE = [
    f"{side}_{name}"
    for side in _SIDES
    for name in (*(f"wrist_{axis}" for axis in ("x", "y", "z", "qx", "qy", "qz", "qw")), "pinch")
]
_STATE_TEXT = (
    "position and orientation of each wrist, and the distance between the tips of thumb and index finger; a wrist's -z"
    " axis points to the fingers, and its y axis out of the back of the hand"
)
_INDICES = {
    "timestamp": "time since the start of the episode, in seconds",
    "frame_index": "number of the frame in its episode",
    "episode_index": "number of the episode",
    "index": "number of the frame in the dataset",
    "task_index": "number of the task",
}
# Directories have at most so many files, and a file grows to about so many bytes.
_MOST_FILES, _MOST_BYTES = 1000, 100 << 20
_QUANTILES = {"q01": 0.01, "q10": 0.1, "q50": 0.5, "q90": 0.9, "q99": 0.99}
# The largest distance of a frame from its place at a constant rate, in frames.
_TOLERANCE = 0.5
# The number of images of an episode whose colours count, and their size in pixels.
_IMAGES, _IMAGE_SIDE = 100, 150


def write(rows: Rows, output: str | os.PathLike[str], task: str | Mapping[str, str]) -> dict[str, str]:
    """Writes rows of `tegata.arrow.track` and the videos to which they belong as a LeRobot dataset of format v3.0.
    Returns the names of the videos that are left out, with the reasons.

    - `rows`: paths of Parquet files or of their directory, or tables, each with all rows of one or more videos. They
      need the columns of `joints` with a known `camera`; `events` are optional. `source` must be the path of the video.
    - `output`: the directory to write. It must not exist.
    - `task`: what the hands do, in words; for several tasks, a dictionary with the `source` of each video.
    """
    path, left_out = Path(output), {}
    # The directory gets its name when it is complete.
    root = path.with_name(f".{path.name}.part")
    for place in (path, root):
        if place.exists():
            raise InvalidArgumentError(f"{place}: already exists; delete it, or choose another output")
    root.mkdir(parents=True)
    try:
        written = _Dataset(root)
        for name, table in _videos(rows):
            try:
                text = task if isinstance(task, str) else task.get(name, "")
                if not text.strip():
                    raise InvalidArgumentError("it has no task; say in words what the hands do")
                written.add(name, text, table)
            except (TegataError, RuntimeWarning) as error:
                left_out[name] = str(error).removeprefix(f"{name}: ")
        if not written.lengths:
            reasons = [f"{name}: {reason}" for name, reason in left_out.items()]
            raise InvalidArgumentError(reasons[0] if reasons else "there are no videos")
        written.finish()
        root.rename(path)
    except BaseException:
        shutil.rmtree(root, ignore_errors=True)
        raise
    return left_out


def _videos(rows: Rows) -> Iterator[tuple[str, Any]]:
    """Yields each video's name and rows."""
    paths: Any = [rows] if isinstance(rows, (str, os.PathLike, pa.Table, pa.RecordBatchReader)) else rows
    if (
        not isinstance(paths, (list, tuple))
        or not paths
        or not all(isinstance(path, (str, os.PathLike)) for path in paths)
    ):
        for table in paths:
            table = table if isinstance(table, pa.Table) else table.read_all()
            for name in compute.unique(table["source"]).to_pylist():
                yield name, table.filter(compute.equal(table["source"], name))
        return
    try:
        # Either files or a directory.
        found = dataset.dataset([os.fspath(path) for path in paths] if len(paths) > 1 else paths[0], format="parquet")
        for name in sorted(compute.unique(found.to_table(columns=["source"])["source"]).to_pylist()):
            yield name, found.to_table(filter=dataset.field("source") == name)
    except FileNotFoundError as error:
        raise MissingError(f"{error}; check the path") from None
    except (pa.ArrowException, KeyError) as error:
        raise UnreadableError(f"the rows cannot be read ({error}); write them with tegata.arrow again") from None


class _Files:
    """Numbered Parquet files below a directory. A new one begins when the last one is large."""

    def __init__(self, root: Path) -> None:
        self._root, self._number = root, 0
        self._writer: Any = None

    def place(self) -> tuple[int, int]:
        """Returns the numbers of the directory and file to which the next table is written."""
        if self._writer is not None and self._path().stat().st_size >= _MOST_BYTES:
            self.close()
            self._number += 1
        return divmod(self._number, _MOST_FILES)

    def _path(self) -> Path:
        chunk, file = divmod(self._number, _MOST_FILES)
        return self._root / f"chunk-{chunk:03d}" / f"file-{file:03d}.parquet"

    def append(self, table: Any) -> None:
        if self._writer is None:
            self._path().parent.mkdir(parents=True, exist_ok=True)
            self._writer = parquet.ParquetWriter(self._path(), table.schema)
        self._writer.write_table(table)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None


class _Dataset:
    """A dataset that grows by episodes."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._data, self._episodes = _Files(root / "data"), _Files(root / "meta" / "episodes")
        self._rate: Fraction | None = None
        self._size: tuple[int, int] | None = None
        self._tasks: dict[str, int] = {}
        self._statistics: dict[str, dict[str, np.ndarray]] = {}
        self.lengths: list[int] = []

    def add(self, name: str, task: str, table: Any) -> None:
        """Adds a video. An error leaves the dataset as it was."""
        times, values = _episode(table)
        count, number, first = len(times), len(self.lengths), sum(self.lengths)
        # A short video may fit several rates.
        rate = self._rate if self._rate is not None and _distance(times, self._rate)[0] <= _TOLERANCE else _rate(times)
        if self._rate not in (None, rate):
            raise InvalidArgumentError(
                f"it has {float(rate):g} frames per second, but the dataset {float(self._rate or 0):g}; write it to"
                " another dataset"
            )
        chunk, file = divmod(number, _MOST_FILES)
        video = self._root / "videos" / _VIDEO / f"chunk-{chunk:03d}" / f"file-{file:03d}.mp4"
        video.parent.mkdir(parents=True, exist_ok=True)
        try:
            size, colours = _encode(name, times, rate, video, self._size)
        except BaseException:
            video.unlink(missing_ok=True)
            raise
        self._rate, self._size = rate, size
        task_index = self._tasks.setdefault(task, len(self._tasks))
        values |= {
            "timestamp": (np.arange(count) / float(rate)).astype(np.float32),
            "frame_index": np.arange(count),
            "episode_index": np.full(count, number),
            "index": np.arange(first, first + count),
            "task_index": np.full(count, task_index),
        }
        statistics = {_VIDEO: colours} | {feature: _summary(array) for feature, array in values.items()}
        data_place, place = self._data.place(), self._episodes.place()
        self._data.append(pa.table({feature: _column(array) for feature, array in values.items()}))
        row: dict[str, Any] = {
            "episode_index": number,
            "tasks": [task],
            "length": count,
            "source": name,
            "data/chunk_index": data_place[0],
            "data/file_index": data_place[1],
            "dataset_from_index": first,
            "dataset_to_index": first + count,
            f"videos/{_VIDEO}/chunk_index": chunk,
            f"videos/{_VIDEO}/file_index": file,
            f"videos/{_VIDEO}/from_timestamp": 0.0,
            f"videos/{_VIDEO}/to_timestamp": count / float(rate),
            "meta/episodes/chunk_index": place[0],
            "meta/episodes/file_index": place[1],
        }
        for feature, summary in statistics.items():
            row |= {f"stats/{feature}/{key}": numbers.tolist() for key, numbers in summary.items()}
            known = self._statistics.get(feature)
            self._statistics[feature] = summary if known is None else _merged(known, summary)
        self._episodes.append(pa.Table.from_pylist([row]))
        self.lengths.append(count)

    def finish(self) -> None:
        """Writes the rest of the metadata."""
        self._data.close()
        self._episodes.close()
        assert self._rate is not None and self._size is not None
        height, width = self._size
        total = len(self.lengths)
        meta = self._root / "meta"
        info = {
            "codebase_version": "v3.0",
            "robot_type": "human",
            "total_episodes": total,
            "total_frames": sum(self.lengths),
            "total_tasks": len(self._tasks),
            "chunks_size": _MOST_FILES,
            "data_files_size_in_mb": _MOST_BYTES >> 20,
            "video_files_size_in_mb": 200,
            "fps": int(self._rate) if self._rate.denominator == 1 else float(self._rate),
            "splits": {"train": f"0:{total}"},
            "data_path": "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet",
            "video_path": "videos/{video_key}/chunk-{chunk_index:03d}/file-{file_index:03d}.mp4",
            "features": _features(height, width, self._rate),
            "coordinate_frames": arrow.FRAMES,
        }
        (meta / "info.json").write_text(json.dumps(info, indent=4) + "\n", encoding="utf-8")
        statistics = {
            feature: {key: values.tolist() for key, values in summary.items()}
            for feature, summary in self._statistics.items()
        }
        (meta / "stats.json").write_text(json.dumps(statistics, indent=4) + "\n", encoding="utf-8")
        # pandas takes the texts for the index of the table.
        columns = [
            {"name": name, "field_name": name, "pandas_type": kind, "numpy_type": numpy, "metadata": None}
            for name, kind, numpy in [("task_index", "int64", "int64"), ("task", "unicode", "object")]
        ]
        tasks = pa.table({"task_index": list(self._tasks.values()), "task": list(self._tasks)})
        note = {"index_columns": ["task"], "column_indexes": [], "columns": columns}
        parquet.write_table(tasks.replace_schema_metadata({"pandas": json.dumps(note)}), meta / "tasks.parquet")


def _features(height: int, width: int, rate: Fraction) -> dict[str, Any]:
    """Returns the features of a dataset, with the descriptions of their columns."""
    state = {
        "dtype": "float32",
        "shape": [len(_STATE)],
        "names": _STATE,
        "unit": "m, quaternion x, y, z, w",
        "frame": "camera",
    }
    made: dict[str, Any] = {
        _VIDEO: {
            "dtype": "video",
            "shape": [height, width, 3],
            "names": ["height", "width", "channels"],
            "description": "video",
            "info": {
                "video.height": height,
                "video.width": width,
                "video.codec": "h264",
                "video.pix_fmt": _pixel_format(height, width),
                "video.is_depth_map": False,
                "video.fps": int(rate),
                "video.channels": 3,
                "has_audio": False,
            },
        },
        "observation.state": {**state, "description": _STATE_TEXT},
        "action": {**state, "description": "`observation.state` of the next frame; in the last frame, of the same one"},
    }
    columns = arrow.schema(joints=True, events=True)
    for side in _SIDES:
        for name in ("presence", *_NAMES, "gesture", "events"):
            names = _NAMES.get(name)
            metadata = {key.decode(): text.decode() for key, text in columns.field(name).metadata.items()}
            feature: dict[str, Any] = {"dtype": "float32", "shape": [len(names or [0])], "names": names, **metadata}
            if name == "presence":
                feature["description"] += "; 0 without it, when other numbers are interpolated and texts empty"
            elif name == "finger_states":
                feature |= {
                    "dtype": "int64",
                    "unit": ", ".join(f"{code} {state}" for code, state in enumerate(FINGER_STATES)),
                }
                feature["description"] = "state of each finger"
            elif name in ("gesture", "events"):
                feature["dtype"] = "string"
                feature["description"] = "gesture" if name == "gesture" else "events of the hand, separated by commas"
            # Programs take every name with "state" for the state of a robot.
            made[f"{side}.{'fingers' if name == 'finger_states' else name}"] = feature
    for name, text in _INDICES.items():
        kind = "float32" if name == "timestamp" else "int64"
        made[name] = {"dtype": kind, "shape": [1], "names": None, "description": text}
    return made


def _episode(table: Any) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Returns the times of a video's frames in milliseconds, and the values of all features that are no indices."""
    if not {*arrow.schema(joints=True).names} <= {*table.column_names}:
        raise InvalidArgumentError(
            "its rows have no joints; make them with joints=True and a camera, such as camera=70"
        )
    columns = arrow.schema(joints=True, events="events" in table.column_names)
    try:
        table = table.select(columns.names).cast(columns)
    except pa.ArrowException as error:
        raise InvalidArgumentError(
            f"its rows have other types than tegata.arrow's ({error}); make them again"
        ) from None
    if reasons := table["error"].drop_null().to_pylist():
        raise UnreadableError(reasons[0])
    table = table.sort_by([("frame", "ascending"), ("hand", "ascending")])
    of_frames = table.filter(compute.is_valid(table["frame"]))
    index = of_frames["frame"].to_numpy()
    hand = of_frames["hand"].fill_null(0).to_numpy()
    places, firsts = np.unique(index, return_index=True)
    count = len(places)
    if not np.array_equal(places, np.arange(count)):
        raise InvalidArgumentError("its rows lack frames; make them again")
    if np.any((np.diff(index) == 0) & (np.diff(hand) == 0)):
        raise InvalidArgumentError("its rows contain a hand twice; give each video's rows only once")
    times = of_frames["milliseconds"].fill_null(-1).to_numpy()[firsts]
    if (
        compute.all(compute.is_null(of_frames["wrist_position"])).as_py()
        and compute.any(compute.is_valid(of_frames["hand"])).as_py()
    ):
        raise InvalidArgumentError("its hands have no positions; make the rows with a camera, such as camera=70")
    made, states = {}, []
    for side in _SIDES:
        hands = of_frames.filter(
            compute.and_(
                compute.equal(of_frames["handedness"], side.capitalize()), compute.is_valid(of_frames["wrist_position"])
            )
        )
        # Of several hands of a side, the one with the highest confidence counts.
        order = np.lexsort((-hands["handedness_score"].to_numpy(), hands["frame"].to_numpy()))
        hands = hands.take(order)
        seen, firsts = np.unique(hands["frame"].to_numpy(), return_index=True)
        hands = hands.take(firsts)
        found = {name: _numbers(hands, name, len(names)) for name, names in _NAMES.items() if name != "finger_states"}
        filled = {name: _filled(values, seen, count) for name, values in found.items()}
        turns = [_numbers(hands, "wrist_orientation", 4)] + np.split(found["joint_orientations"], len(_OPENXR), 1)
        turns = [_filled_turns(values, seen, count) for values in turns]
        filled["joint_orientations"] = np.concatenate(turns[1:], 1)
        tips = filled["joint_positions"].reshape(count, -1, 3)[:, _TIPS]
        states += [
            _filled(_numbers(hands, "wrist_position", 3), seen, count),
            turns[0],
            np.linalg.norm(tips[:, 0] - tips[:, 1], axis=1, keepdims=True),
        ]
        presence = np.zeros(count, np.float32)
        presence[seen] = hands["presence"].fill_null(0).to_numpy()
        fingers = compute.index_in(compute.list_flatten(hands["finger_states"]), pa.array(FINGER_STATES))
        made[f"{side}.presence"] = presence
        made |= {f"{side}.{name}": values.astype(np.float32) for name, values in filled.items()}
        made[f"{side}.fingers"] = np.rint(
            _filled(_shaped(fingers, len(hands), 5, "finger_states"), seen, count)
        ).astype(np.int64)
        gestures = np.full(count, "", object)
        gestures[seen] = hands["gesture"].fill_null("").to_pylist()
        made[f"{side}.gesture"] = gestures
        made[f"{side}.events"] = np.full(count, "", object)
    state = np.concatenate(states, 1).astype(np.float32)
    if "events" in table.column_names:
        _add_events(table, count, made)
    return times, {"observation.state": state, "action": np.concatenate([state[1:], state[-1:]]), **made}


def _add_events(table: Any, count: int, made: dict[str, np.ndarray]) -> None:
    """Adds the events of each hand to the texts of its side."""
    sides = dict(zip(table["id"].to_pylist(), table["handedness"].to_pylist()))
    for index, events in zip(table["frame"].to_pylist(), table["events"].to_pylist()):
        # Events without a frame end with the video.
        place = count - 1 if index is None else index
        for event in filter(None, events or ()):
            is_of_hand = event["event"] in ("appeared", "disappeared")
            side = event["name"] if is_of_hand else sides.get(event["id"])
            text = event["event"] if is_of_hand else f"{event['event']} {event['name']}"
            if side is not None and (texts := made.get(f"{side.lower()}.events")) is not None:
                texts[place] = ", ".join(filter(None, [texts[place], text]))


def _numbers(hands: Any, name: str, length: int) -> np.ndarray:
    """Returns a column of lists as an array."""
    return _shaped(compute.list_flatten(hands[name]), len(hands), length, name)


def _shaped(values: Any, count: int, length: int, name: str) -> np.ndarray:
    numbers = values.to_numpy().astype(float)
    if len(numbers) != count * length or not np.isfinite(numbers).all():
        raise InvalidArgumentError(f"its rows have a {name} without {length} values; make them again")
    return numbers.reshape(count, length)


def _filled(values: np.ndarray, seen: np.ndarray, count: int) -> np.ndarray:
    """Returns values for all frames: interpolated between those that have some, and 0 if there are none."""
    if not len(seen):
        return np.zeros((count, values.shape[1]))
    return np.stack([np.interp(np.arange(count), seen, column) for column in values.T], axis=1)


def _filled_turns(turns: np.ndarray, seen: np.ndarray, count: int) -> np.ndarray:
    """Returns quaternions for all frames, without changes of sign."""
    if not len(seen):
        return np.tile([0.0, 0, 0, 1], (count, 1))
    jumps = np.where((turns[1:] * turns[:-1]).sum(1) < 0, -1, 1)
    filled = _filled(turns * np.cumprod([1, *jumps])[:, None], seen, count)
    return filled / np.linalg.norm(filled, axis=1, keepdims=True)


def _distance(times: np.ndarray, rate: Fraction) -> tuple[float, int]:
    """Returns the largest distance of a frame from its place at a rate, in frames, and the frame."""
    distances = np.abs(times - times[0] - np.arange(len(times)) * float(1000 / rate))
    frame = int(distances.argmax())
    # Times are rounded down to milliseconds.
    return max(0.0, float(distances[frame]) - 1) * float(rate) / 1000, frame


def _rate(times: np.ndarray) -> Fraction:
    """Returns the rate of a video, in frames per second."""
    if len(times) < 2:
        raise InvalidArgumentError("it has a single frame; an episode needs two or more")
    mean = 1000 * (len(times) - 1) / max(1, times[-1] - times[0])
    whole, ntsc = Fraction(round(mean)), Fraction(round(mean * 1.001) * 1000, 1001)
    any_rate = max(Fraction(mean).limit_denominator(100), Fraction(1, 100))
    rate = min([rate for rate in (whole, ntsc, any_rate) if rate > 0], key=lambda rate: _distance(times, rate)[0])
    distance, frame = _distance(times, rate)
    if distance > _TOLERANCE:
        raise InvalidArgumentError(
            f"frame {frame} is {distance:.1f} frames from its place at {float(rate):g} frames per second, and LeRobot's"
            f" format needs a constant rate; convert the video with ffmpeg -vf fps={max(1, round(mean))} and make the"
            " rows again"
        )
    return rate


def _pixel_format(height: int, width: int) -> str:
    # Half the colours need even sizes.
    return "yuv444p" if height % 2 or width % 2 else "yuv420p"


def _encode(
    name: str, times: np.ndarray, rate: Fraction, path: Path, expected: tuple[int, int] | None
) -> tuple[tuple[int, int], dict[str, np.ndarray]]:
    """Writes the frames of a video at a constant rate, so that each row has its frame. Returns their height and width,
    and a summary of their colours."""
    encoder: subprocess.Popen[bytes] | None = None
    size, colours, count = expected, [], 0
    with tempfile.TemporaryFile() as complaints:
        try:
            for count, (milliseconds, pixels) in enumerate(frames(name), 1):
                height, width = pixels.shape[:2]
                if count > len(times) or milliseconds != times[count - 1]:
                    raise InvalidArgumentError(
                        f"its rows belong to another video at frame {count - 1}; make them again"
                    )
                size = size or (height, width)
                if size != (height, width):
                    raise InvalidArgumentError(
                        f"it has {width}×{height} pixels, but the dataset {size[1]}×{size[0]}; write it to another"
                        " dataset"
                    )
                if encoder is None:
                    encoder = _encoder(path, height, width, rate, complaints)
                assert encoder.stdin is not None
                encoder.stdin.write(pixels.data)
                if (count - 1) % max(1, len(times) // _IMAGES) == 0:
                    step = max(1, min(height, width) // _IMAGE_SIDE)
                    colours.append(pixels[::step, ::step].reshape(-1, 3))
            if count != len(times):
                raise InvalidArgumentError(f"it has {count} frames, but rows for {len(times)}; make them again")
            assert encoder is not None and encoder.stdin is not None
            encoder.stdin.close()
            is_written = encoder.wait() == 0
        except BrokenPipeError:
            is_written = False
        finally:
            if encoder is not None:
                encoder.kill()
                encoder.wait()
        if not is_written:
            complaints.seek(0)
            said = complaints.read(1 << 16).decode(errors="replace").strip().splitlines()
            raise UnreadableError(f"ffmpeg cannot write it as H.264 ({said[-1] if said else 'it gave no reason'})")
    assert size is not None
    summary = _summary(np.concatenate(colours) / np.float32(255))
    return size, {
        key: np.array([len(colours)]) if key == "count" else values.reshape(3, 1, 1) for key, values in summary.items()
    }


def _encoder(path: Path, height: int, width: int, rate: Fraction, complaints: Any) -> subprocess.Popen[bytes]:
    words = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(rate), "-i", "pipe:0"]
    # Every second image is complete, because training reads images in any order.
    words += ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", "2", "-bf", "0"]
    words += ["-pix_fmt", _pixel_format(height, width), "-video_track_timescale", str(rate.numerator * 100)]
    command = ["ffmpeg", "-v", "error", *words, "-movflags", "+faststart", str(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stderr=complaints)


def _column(values: np.ndarray) -> Any:
    """Returns a feature's values as a column."""
    if values.dtype == object:
        return pa.array(values.tolist(), pa.string())
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])


def _summary(values: np.ndarray) -> dict[str, np.ndarray]:
    """Returns the statistics of a feature. For texts, they are the ones of 1 where there is a text, and 0 elsewhere."""
    if values.dtype == object:
        values = values != ""
    values = values.reshape(len(values), -1).astype(float)
    quantiles = np.quantile(values, list(_QUANTILES.values()), axis=0)
    return {
        "min": values.min(0),
        "max": values.max(0),
        "mean": values.mean(0),
        "std": values.std(0),
        "count": np.array([len(values)]),
        **dict(zip(_QUANTILES, quantiles)),
    }


def _merged(first: dict[str, np.ndarray], second: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Returns the statistics of two parts together; quantiles are means, as in LeRobot."""
    count = first["count"] + second["count"]
    share = float(second["count"][0] / count[0])
    mixed = {key: first[key] * (1 - share) + second[key] * share for key in ("mean", *_QUANTILES)}
    squares = [part["std"] ** 2 + (part["mean"] - mixed["mean"]) ** 2 for part in (first, second)]
    return {
        "min": np.minimum(first["min"], second["min"]),
        "max": np.maximum(first["max"], second["max"]),
        "std": np.sqrt(squares[0] * (1 - share) + squares[1] * share),
        "count": count,
        **mixed,
    }


def _camera(text: str) -> float | tuple[float, ...]:
    numbers = tuple(map(float, text.split(",")))
    return numbers[0] if len(numbers) == 1 else numbers


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tegata.lerobot", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("videos", nargs="+", metavar="VIDEO")
    parser.add_argument("-o", "--output", required=True, metavar="DIRECTORY", help="directory to write")
    parser.add_argument("--task", required=True, metavar="TEXT", help="what the hands do, in words")
    parser.add_argument(
        "--camera",
        required=True,
        type=_camera,
        metavar="DEGREES|FX,FY,CX,CY",
        help="horizontal field of view, or focal lengths and centre in pixels",
    )
    parser.add_argument("--palm-width", type=float, metavar="METRES", help="width of the palm [default: 0.06]")
    parser.add_argument("--model", help="path of the model bundle")
    parser.add_argument("--no-gestures", action="store_true", help="do not recognise gestures")
    arguments = parser.parse_args()
    options = {
        "gestures": not arguments.no_gestures,
        "events": True,
        "joints": True,
        "offline": True,
        "camera": arguments.camera,
        "palm_width": arguments.palm_width,
    }
    rows = (arrow.track(video, arguments.model, records_errors=True, **options) for video in arguments.videos)
    try:
        left_out = write(rows, arguments.output, arguments.task)
    except TegataError as error:
        print(f"tegata: {error}", file=sys.stderr)
        return 1
    for name, reason in left_out.items():
        print(f"tegata: {name} is left out: {reason}", file=sys.stderr)
    return int(bool(left_out))


if __name__ == "__main__":
    sys.exit(main())
