#!/usr/bin/env python3
"""Records every intermediate of the reference hand pipelines, for Tests/Hands/TegataHandsTests.

    pipeline.py --reference reference_pipeline.py --bundle hand_landmarker.task [--check]

writes, or with --check compares, the recordings in Tests/Fixtures/recordings, made from the hands in
Tests/Fixtures/rendered.

    pipeline.py --reference … --bundle … --output FOLDER [--num-hands N] [--rotation D] [--legacy] [--video] FILE...

records your images or videos and stores their pixels next to them; `TEGATA_RECORDINGS=FOLDER swift test` then replays
them.

The reference is the numpy pipeline in the reference material next to the checkout. The legacy graph's is
reference_legacy.py in the same folder, with the functions of this machine's C library; its recordings also use the
hand_landmarker_lite.task next to the bundle. Needs numpy and ai-edge-litert, for images Pillow and for videos ffmpeg.
The networks' outputs are recorded, too, so replaying does not need a network.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"
RECORDINGS = ROOT / "Tests" / "Fixtures" / "recordings"
# Also record anchors that just fail to be candidates, so that the threshold is tested.
LOGIT_MARGIN = 1.0


def numbers(values):
    """Writes floats with the shortest decimals that give the same floats when read in double precision and rounded."""
    result = []
    for value in np.asarray(values, np.float32).reshape(-1):
        short = float(str(value))
        result.append(short if np.float32(short) == value else float(value))
    return result


def rectangle(rect):
    return numbers([rect[key] for key in ("x_center", "y_center", "width", "height", "rotation")])


def detection(found):
    return {"score": numbers([found["score"]])[0], "box": numbers(found["box"]), "keypoints": numbers(found["kp"])}


def palm_record(out, threshold):
    boxes, logits = out["palm_raw_boxes"].reshape(-1, 18), out["palm_raw_scores"].reshape(-1)
    near = np.nonzero(logits > np.log(threshold / (1 - threshold)) - LOGIT_MARGIN)[0]
    rects = out["hand_rects_all"] if out["palm_detections"] else []
    return {
        "matrix": out["palm_Minv"].reshape(-1).tolist(),
        "inputCRC": zlib.crc32(out["palm_input_u8"].tobytes()),
        "anchors": [{"index": int(i), "logit": numbers([logits[i]])[0], "values": numbers(boxes[i])} for i in near],
        "candidates": [{"index": found["index"], **detection(found)} for found in out["palm_candidates"]],
        "joined": [detection(found) for found in out["palm_nms"]],
        "palms": [detection(found) for found in out["palm_detections"]],
        "rectangles": [rectangle(rect) for rect in rects],
    }


def hand_record(hand):
    return {
        "rectangle": rectangle(hand["rect"]),
        "matrix": hand["Minv"].reshape(-1).tolist(),
        "inputCRC": zlib.crc32(hand["input_u8"].tobytes()),
        "rawLandmarks": numbers(hand["raw_landmarks"]),
        "presence": numbers(hand["raw_presence"])[0],
        "rightProbability": numbers(hand["raw_handedness"])[0],
        "rawWorld": numbers(hand["raw_world"]),
        "landmarks": numbers(hand["landmarks"]),
        "world": numbers(hand["world_landmarks"]),
        "tightRectangle": rectangle(hand["tight_rect"]),
        "nextRectangle": rectangle(hand["next_rect"]),
    }


def features_record(module, hand, width, height, rotation):
    index, label, score = hand["handedness"]
    values = module.gesture_inputs(
        hand["landmarks"], hand["world_landmarks"], (label, score), width, height, np.float32(-rotation * np.pi / 180)
    )
    return {"hand": numbers(values[0]), "rightProbability": numbers(values[1])[0], "world": numbers(values[2])}


def frame_record(module, pipeline, out, part, rotation, with_features):
    hands = out["hands_all"]
    record = {
        "part": part,
        "palm": palm_record(out, pipeline.min_detection) if "palm_input_u8" in out else None,
        "crops": [hand_record(hand) for hand in hands],
        "hands": [next(i for i, other in enumerate(hands) if other is hand) for hand in out["hands"]],
    }
    if with_features:
        record["features"] = [features_record(module, hand, part[2], part[3], rotation) for hand in out["hands"]]
    return record


def legacy_pipeline(module, bundle, num_hands, is_video):
    """Returns the legacy graph with the networks of a bundle."""
    members = module.tasks._read_bundle(str(bundle))
    palm, hand = (
        module.tasks._Net(members[name]) for name in ("hand_detector.tflite", "hand_landmarks_detector.tflite")
    )
    return module.LegacyPipeline(max_num_hands=num_hands, static_image_mode=not is_video, palm=palm, hand=hand)


def homography(module, region, side):
    """Returns the map from a tensor to a region."""
    corners = np.array([[0, side], [0, 0], [side, 0], [side, side]], np.float32)
    return module.tasks.invert3(module.tasks.perspective_transform(module.box_points(region), corners))


def completed(module, out, width, height):
    """Returns the legacy pipeline's results, with the values that only the tasks record."""
    if "palm_input_u8" in out:
        out["palm_Minv"] = homography(module, out["palm_roi"], 192)
        palms = out["palm_detections"]
        rects = module.tasks.palm_rects(palms, width, height, module.PALM_TARGET) if palms else []
        out["hand_rects_all"] = [module.tasks.transform_rect(rect, width, height, 2.6, -0.5) for rect in rects]
    for hand in out["hands_all"]:
        hand["Minv"] = homography(module, hand["roi"], 224)
        hand["raw_presence"] = hand["presence"]
    return out


def legacy_record(module, bundle, picture, frames, num_hands, is_video=False):
    pipeline = legacy_pipeline(module, bundle, num_hands, is_video)
    records = []
    for pixels, part in frames:
        out = completed(module, pipeline.process(pixels), part[2], part[3])
        records.append(frame_record(module, pipeline, out, part, 0, False))
    return {
        "picture": picture,
        "graph": "legacy",
        "bundle": bundle.name,
        "handCount": num_hands,
        "rotationDegrees": 0,
        "isVideo": is_video,
        "frames": records,
    }


def record(module, bundle, picture, frames, num_hands, rotation=0, is_video=False):
    """Records `frames`, which are pixels and their place in the stored image."""
    pipeline = module.RefPipeline(str(bundle))
    records = []
    for pixels, part in frames:
        if is_video:
            out = pipeline.run_video(pixels, num_hands, rotation)
        else:
            out = pipeline.run(pixels, num_hands, rotation)
        records.append(frame_record(module, pipeline, out, part, rotation, not is_video))
    return {
        "picture": picture,
        "handCount": num_hands,
        "rotationDegrees": rotation,
        "isVideo": is_video,
        "frames": records,
    }


def decoded(path):
    from PIL import Image

    return np.asarray(Image.open(path).convert("RGB"))


def video_frames(path):
    """Returns all frames, one below the other."""
    size = subprocess.run(
        [
            "ffprobe",
            "-v",
            "error",
            "-select_streams",
            "v:0",
            "-show_entries",
            "stream=width,height",
            "-of",
            "csv=p=0",
            path,
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    width, height = (int(number) for number in size.strip().split(",")[:2])
    command = ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    pixels = subprocess.run(command, check=True, capture_output=True).stdout
    return np.frombuffer(pixels, np.uint8).reshape(-1, width, 3), height


def rendered_part(name, part):
    x, y, width, height = part
    return np.ascontiguousarray(decoded(RENDERED / name)[y : y + height, x : x + width])


def rendered_recording(module, bundle, name, parts, recorded=record, **options):
    frames = [(rendered_part(name, part), list(part)) for part in parts]
    return recorded(module, bundle, {"file": f"../rendered/{name}"}, frames, **options)


def committed(module, legacy, bundle) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the recordings that are part of the project, by name."""
    whole = (0, 0, 384, 384)
    yield "victory", rendered_recording(module, bundle, "victory_left.png", [whole], num_hands=1)
    yield "no-hand", rendered_recording(module, bundle, "no_hand.png", [whole], num_hands=2)
    yield (
        "thumb-up-90",
        rendered_recording(module, bundle, "thumb_up_right.png", [(20, 0, 337, 381)], num_hands=1, rotation=90),
    )
    yield (
        "two-hands-270",
        rendered_recording(module, bundle, "two_hands_mixed.png", [(0, 16, 448, 401)], num_hands=2, rotation=-90),
    )
    # A camera that moves over two hands, sees one of them, jumps, sees nothing, and sees both again.
    moving = [(4 * i, 3 * i, 400, 380) for i in range(5)] + [(150 - 8 * i, 0, 250, 260) for i in range(3)]
    moving += [(0, 200, 260, 248), (0, 0, 120, 90), (10, 10, 420, 400), (12, 14, 420, 400)]
    yield "moving-two", rendered_recording(module, bundle, "two_hands_mixed.png", moving, num_hands=2, is_video=True)
    yield (
        "moving-one",
        rendered_recording(module, bundle, "two_hands_mixed.png", moving[3:7], num_hands=1, is_video=True),
    )

    def legacy_recording(bundle, *picture, **options):
        return rendered_recording(legacy, bundle, *picture, recorded=legacy_record, **options)

    lite = bundle.with_name("hand_landmarker_lite.task")
    wide, high = (0, 16, 448, 401), (20, 0, 337, 381)
    yield "legacy-no-hand", legacy_recording(bundle, "no_hand.png", [whole], num_hands=2)
    yield "legacy-victory", legacy_recording(bundle, "victory_left.png", [whole, (13, 7, 370, 290)], num_hands=1)
    yield "legacy-thumb-up-lite", legacy_recording(lite, "thumb_up_right.png", [whole, high], num_hands=1)
    yield "legacy-two-hands", legacy_recording(bundle, "two_hands_mixed.png", [wide, high], num_hands=2)
    yield "legacy-two-hands-lite", legacy_recording(lite, "two_hands_mixed.png", [wide], num_hands=2)
    yield "legacy-moving-two", legacy_recording(bundle, "two_hands_mixed.png", moving, num_hands=2, is_video=True)
    yield (
        "legacy-moving-one-lite",
        legacy_recording(lite, "two_hands_mixed.png", moving[3:8], num_hands=1, is_video=True),
    )


def as_text(recording):
    """Writes one line for each crop and for each part of a palm record, so that differences are readable."""

    def lines(value, depth):
        if isinstance(value, dict) and depth < 4:
            return "{\n" + ",\n".join(f'"{key}": {lines(item, depth + 1)}' for key, item in value.items()) + "\n}"
        if isinstance(value, list) and value and isinstance(value[0], dict) and depth < 4:
            return "[\n" + ",\n".join(lines(item, depth + 1) for item in value) + "\n]"
        return json.dumps(value)

    return lines(recording, 0) + "\n"


def own_recordings(module, legacy, arguments) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in map(Path, arguments.files):
        if arguments.video:
            pixels, height = video_frames(str(path))
        else:
            pixels = decoded(path)
            height = pixels.shape[0]
        parts = [[0, y, pixels.shape[1], height] for y in range(0, pixels.shape[0], height)]
        frames = ((np.ascontiguousarray(pixels[part[1] : part[1] + height]), part) for part in parts)
        raw = arguments.output / (path.name + ".rgb")
        raw.write_bytes(pixels.tobytes())
        picture = {"file": raw.name, "width": pixels.shape[1], "height": pixels.shape[0]}
        name = f"{path.name}-{arguments.num_hands}-{arguments.rotation}"
        if arguments.legacy:
            yield (
                name + "-legacy",
                legacy_record(legacy, arguments.bundle, picture, frames, arguments.num_hands, arguments.video),
            )
        else:
            yield (
                name,
                record(
                    module, arguments.bundle, picture, frames, arguments.num_hands, arguments.rotation, arguments.video
                ),
            )


def loaded(path):
    """Returns the module in a source file; it may import modules in its folder."""
    sys.path.insert(0, str(path.parent))
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", type=Path, required=True, help="the reference pipeline's source file")
    parser.add_argument("--bundle", type=Path, required=True, help="hand_landmarker.task")
    parser.add_argument("--check", action="store_true", help="compare with the stored files instead of writing")
    parser.add_argument("--output", type=Path, help="folder for recordings of FILEs")
    parser.add_argument("--num-hands", type=int, default=2)
    parser.add_argument("--rotation", type=int, default=0)
    parser.add_argument("--legacy", action="store_true", help="use the legacy graph, which does not support rotation")
    parser.add_argument("--video", action="store_true", help="the files are videos")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    if arguments.legacy and arguments.rotation:
        parser.error("--legacy does not support --rotation; leave one of them out")
    module = loaded(arguments.reference)
    legacy = loaded(arguments.reference.with_name("reference_legacy.py"))
    legacy.set_maths("libm")

    if arguments.files:
        if not arguments.output:
            parser.error("--output is missing; it is needed with FILEs")
        arguments.output.mkdir(parents=True, exist_ok=True)
        recordings, folder = own_recordings(module, legacy, arguments), arguments.output
    else:
        recordings, folder = committed(module, legacy, arguments.bundle), RECORDINGS
    differing = []
    for name, recording in recordings:
        path = folder / f"{name}.json"
        text = as_text(recording)
        if not arguments.check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            differing.append(name)
        print(f"{name}: {len(recording['frames'])} frames", file=sys.stderr)
    if differing:
        print(f"these recordings differ from the reference: {', '.join(differing)}", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
