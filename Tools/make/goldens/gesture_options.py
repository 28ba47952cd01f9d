#!/usr/bin/env python3
"""Records how MediaPipe combines gesture classifiers and applies its classifier options, for
Tests/Hands/TegataHandsTests.

    gesture_options.py --bundle gesture_recognizer.task [--check]

writes, or with --check compares, Tests/Fixtures/gestures/options.json. Every case contains a gesture bundle whose
classifiers always return the same scores, the options for both classifiers, and MediaPipe's result for a rendered hand:
the gesture, no gesture, or the place where it fails. The bundle's other networks come from `--bundle`.

It needs mediapipe 1.2.2, ai-edge-litert (for the schema), flatbuffers, numpy and Pillow.
"""

import argparse
import io
import json
import multiprocessing
import sys
import zipfile
from pathlib import Path

import flatbuffers
import numpy as np
from tflite_models import Model, options_table

ROOT = Path(__file__).resolve().parents[3]
PICTURE = ROOT / "Tests" / "Fixtures" / "rendered" / "victory_left.png"
OUTPUT = ROOT / "Tests" / "Fixtures" / "gestures" / "options.json"
EMBEDDING = 128
# After this time, MediaPipe is considered to hang.
SECONDS = 30


# MARK: Classifiers


def metadata(files, threshold):
    """Returns the content of TFLITE_METADATA: labels, each with its locale or none, and a score threshold."""
    builder = flatbuffers.Builder(256)

    def vector(offsets):
        builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            builder.PrependUOffsetTRelative(offset)
        return builder.EndVector()

    def table(slots, fields):
        builder.StartObject(slots)
        for slot, kind, value in fields:
            if kind == "offset":
                builder.PrependUOffsetTRelativeSlot(slot, value, 0)
            elif kind == "byte":
                builder.PrependUint8Slot(slot, value, 0)
            else:
                builder.PrependFloat32Slot(slot, value, 0.0)
        return builder.EndObject()

    tables = []
    for name, locale in files:
        fields = [(0, "offset", builder.CreateString(name)), (2, "byte", 2)]
        if locale is not None:
            fields.append((3, "offset", builder.CreateString(locale)))
        tables.append(table(5, fields))
    associated = vector(tables)
    units = []
    if threshold is not None:
        options = table(1, [(0, "float", threshold)])
        units.append(table(2, [(0, "byte", 3), (1, "offset", options)]))
    process_units = vector(units)
    name = builder.CreateString("scores")
    output = table(7, [(0, "offset", name), (4, "offset", process_units), (6, "offset", associated)])
    input_name = builder.CreateString("embedding")
    input_tensor = table(7, [(0, "offset", input_name)])
    inputs, outputs = vector([input_tensor]), vector([output])
    subgraph = table(9, [(2, "offset", inputs), (3, "offset", outputs)])
    subgraphs = vector([subgraph])
    version = builder.CreateString("1.0.0")
    root = table(8, [(3, "offset", subgraphs), (7, "offset", version)])
    builder.Finish(root, b"M001")
    return bytes(builder.Output())


def classifier(case):
    """Returns a network that outputs `scores` for every input."""
    scores = np.asarray(case["scores"], np.float32)
    model = Model()
    embedding = model.tensor("hand_embedding", [1, EMBEDDING], "float32")
    weights = model.tensor(
        "weights", [len(scores), EMBEDDING], "float32", np.zeros((len(scores), EMBEDDING), np.float32).tobytes()
    )
    bias = model.tensor("bias", [len(scores)], "float32", scores.tobytes())
    output = model.tensor("scores", [1, len(scores)], "float32")
    model.operation(
        "FULLY_CONNECTED", [embedding, weights, bias], [output], 1, options_table("FullyConnectedOptions", {})
    )
    model.inputs, model.outputs = [embedding], [output]
    lists = case.get("labels")
    if lists is None and case.get("threshold") is None:
        return model.pack()
    lists = lists or []
    files = [(f"labels-{index}.txt", entry.get("locale")) for index, entry in enumerate(lists)]
    model.metadata["TFLITE_METADATA"] = metadata(files, case.get("threshold"))
    content = io.BytesIO(model.pack())
    with zipfile.ZipFile(content, "a", zipfile.ZIP_STORED) as archive:
        for (name, _), entry in zip(files, lists):
            archive.writestr(zipfile.ZipInfo(name), "\n".join(entry["names"]))
    return content.getvalue()


def bundle(base, case):
    """Returns `base` with the classifiers of a case."""

    def packed(members):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
            for name, data in members.items():
                archive.writestr(zipfile.ZipInfo(name), data)
        return content.getvalue()

    with zipfile.ZipFile(base) as outer:
        landmarker = outer.read("hand_landmarker.task")
        with zipfile.ZipFile(io.BytesIO(outer.read("hand_gesture_recognizer.task"))) as inner:
            members = {"gesture_embedder.tflite": inner.read("gesture_embedder.tflite")}
    for kind in ("canned", "custom"):
        if case.get(kind):
            members[f"{kind}_gesture_classifier.tflite"] = classifier(case[kind])
    for name in case.get("further", []):
        members[name] = classifier(case["canned"])
    return packed({"hand_landmarker.task": landmarker, "hand_gesture_recognizer.task": packed(members)})


# MARK: Cases


def named(scores, names=None, threshold=None, **more):
    """Returns a classifier with labels; by default `a`, `b` and so on."""
    names = names if names is not None else [chr(ord("a") + index) for index in range(len(scores))]
    return {
        "scores": scores,
        "labels": [{"names": names}],
        **({} if threshold is None else {"threshold": threshold}),
        **more,
    }


def cases():
    """Yields the name, the classifiers (canned and custom), and the options for each."""
    canned = named([0.2, 0.5, 0.3], ["None", "Fist", "Palm"])
    quiet = named([0.8, 0.1, 0.1], ["None", "Fist", "Palm"])
    own = named([0.1, 0.7, 0.2], ["None", "wave", "pinch"])
    unsure = named([0.9, 0.05, 0.05], ["None", "wave", "pinch"])
    lower = named([0.9, 0.05, 0.05], ["none", "wave", "pinch"])

    # The combination.
    yield "canned alone", {"canned": canned}
    yield "canned alone, None", {"canned": quiet}
    yield "custom first", {"canned": canned, "custom": own}
    yield "custom says None", {"canned": canned, "custom": unsure}
    yield "both say None", {"canned": quiet, "custom": unsure}
    yield "custom says none in lower case", {"canned": canned, "custom": lower}
    yield "canned says None, custom something", {"canned": quiet, "custom": own}
    yield "custom below its metadata's threshold", {"canned": canned, "custom": {**own, "threshold": 0.75}}
    yield (
        "custom exactly at its metadata's threshold",
        {"canned": canned, "custom": {**own, "scores": [0.1, 0.75, 0.2], "threshold": 0.75}},
    )
    yield "custom None below its threshold, canned None", {"canned": quiet, "custom": {**unsure, "threshold": 0.95}}
    yield "both below their thresholds", {"canned": {**canned, "threshold": 0.9}, "custom": {**own, "threshold": 0.9}}
    yield "canned below its threshold, custom None", {"canned": {**canned, "threshold": 0.9}, "custom": unsure}
    yield "canned without labels", {"canned": {"scores": [0.2, 0.5, 0.3]}}
    yield "canned without labels, custom None", {"canned": {"scores": [0.2, 0.5, 0.3]}, "custom": unsure}
    yield "custom without labels", {"canned": canned, "custom": {"scores": [0.2, 0.5, 0.3]}}
    yield "all scores 0", {"canned": named([0, 0, 0])}
    yield "custom all scores 0", {"canned": canned, "custom": named([0, 0, 0])}
    yield "all scores negative", {"canned": named([-1, -2, -0.5])}
    yield "a score is no number", {"canned": named([float("nan"), 0.5, 0.25])}
    yield "no score is a number", {"canned": named([float("nan")] * 3)}
    yield "infinite score", {"canned": named([0.5, float("inf"), 0.25])}
    yield "equal scores", {"canned": named([0.25, 0.5, 0.5, 0.5])}
    yield "equal scores, None first", {"canned": named([0.5, 0.5], ["None", "Fist"])}
    yield "equal scores, None last", {"canned": named([0.5, 0.5], ["Fist", "None"])}
    yield "one class", {"canned": named([0.5])}
    yield (
        "many classes",
        {"canned": named([0.001 * (index % 97) for index in range(300)], [f"class {index}" for index in range(300)])},
    )
    yield "empty label", {"canned": named([0.2, 0.5], ["a", ""])}
    yield "empty last label", {"canned": named([0.2, 0.5, 0.1], ["a", "b", ""])}
    yield "empty custom label", {"canned": canned, "custom": named([0.2, 0.5, 0.1], ["a", "", "c"])}
    yield "fewer labels than classes", {"canned": named([0.2, 0.5, 0.3], ["a", "b"])}
    yield "fewer labels than classes, best has none", {"canned": named([0.2, 0.3, 0.5], ["a", "b"])}
    yield "more labels than classes", {"canned": named([0.2, 0.5, 0.3], ["a", "b", "c", "d"])}
    yield "fewer custom labels than classes", {"canned": canned, "custom": named([0.2, 0.5, 0.3], ["a", "b"])}
    yield "labels twice", {"canned": named([0.2, 0.5, 0.3], ["a", "a", "b"])}
    yield "no classifier", {}
    yield "custom alone", {"custom": own}
    yield "further classifier", {"canned": canned, "further": ["other_gesture_classifier.tflite"]}

    # Score thresholds.
    for kind in ("canned", "custom"):
        both = {"canned": canned, "custom": own if kind == "custom" else unsure}
        limited = {**both, kind: {**both[kind], "threshold": 0.55 if kind == "canned" else 0.75}}
        for value in (0.0, -1.0, -0.0, 1e-6, 0.3, 0.6, 0.75, 0.8, 1.5, float("nan"), float("inf")):
            yield f"{kind} threshold {value} over metadata", {**limited, "options": {kind: {"scoreThreshold": value}}}
        for value in (0.0, 0.5, 0.7, 0.71, 1.0):
            yield f"{kind} threshold {value} without metadata", {**both, "options": {kind: {"scoreThreshold": value}}}
    yield "negative metadata threshold", {"canned": {**canned, "threshold": -1.0}}
    yield (
        "both thresholds",
        {
            "canned": canned,
            "custom": own,
            "options": {"custom": {"scoreThreshold": 0.8}, "canned": {"scoreThreshold": 0.45}},
        },
    )

    # Lists of classes.
    both = {"canned": canned, "custom": own}
    lists = {
        "best": ["wave", "Fist"],
        "another": ["pinch", "Palm"],
        "none": ["None"],
        "unknown": ["thumb"],
        "unknown and known": ["thumb", "pinch", "Palm"],
        "all": ["None", "wave", "pinch", "Fist", "Palm"],
        "twice": ["Palm", "Palm", "pinch"],
        "lower case": ["WAVE", "fist"],
        "empty name": [""],
        "empty": [],
    }
    for kind in ("canned", "custom"):
        for option in ("categoryAllowlist", "categoryDenylist"):
            for name, values in lists.items():
                bundle = {"canned": canned} if kind == "canned" else both
                yield f"{kind} {option}: {name}", {**bundle, "options": {kind: {option: values}}}
    for allow, deny in (
        (["Palm"], ["Palm"]),
        (["Palm"], ["Fist"]),
        (["thumb"], ["Fist"]),
        ([], ["Fist"]),
        (["Fist"], []),
    ):
        yield (
            f"allow {allow}, deny {deny}",
            {"canned": canned, "options": {"canned": {"categoryAllowlist": allow, "categoryDenylist": deny}}},
        )
    yield (
        "everything denied",
        {
            **both,
            "options": {"canned": {"categoryDenylist": lists["all"]}, "custom": {"categoryDenylist": lists["all"]}},
        },
    )
    yield "custom denied", {**both, "options": {"custom": {"categoryDenylist": lists["all"]}}}
    yield (
        "label twice, allowed",
        {"canned": named([0.2, 0.5, 0.3], ["a", "b", "a"]), "options": {"canned": {"categoryAllowlist": ["a"]}}},
    )
    yield (
        "label twice, denied",
        {"canned": named([0.2, 0.5, 0.3], ["a", "b", "b"]), "options": {"canned": {"categoryDenylist": ["b"]}}},
    )
    yield (
        "empty label allowed",
        {"canned": named([0.2, 0.5, 0.3], ["", "b", "c"]), "options": {"canned": {"categoryAllowlist": [""]}}},
    )
    yield (
        "allowlist without labels",
        {"canned": {"scores": [0.2, 0.8]}, "options": {"canned": {"categoryAllowlist": ["a"]}}},
    )
    yield (
        "denylist without labels",
        {"canned": {"scores": [0.2, 0.8]}, "options": {"canned": {"categoryDenylist": ["a"]}}},
    )
    yield (
        "empty lists without labels",
        {"canned": {"scores": [0.2, 0.8]}, "options": {"canned": {"categoryAllowlist": [], "categoryDenylist": []}}},
    )
    yield (
        "custom allowlist without custom labels",
        {"canned": canned, "custom": {"scores": [0.2, 0.8]}, "options": {"custom": {"categoryAllowlist": ["a"]}}},
    )
    yield (
        "custom options without custom classifier",
        {"canned": canned, "options": {"custom": {"categoryAllowlist": ["a"], "scoreThreshold": 0.9, "maxResults": 1}}},
    )
    yield (
        "allowlist and threshold",
        {"canned": canned, "options": {"canned": {"categoryAllowlist": ["Palm"], "scoreThreshold": 0.4}}},
    )

    # The number of results. With two or more results, the order of equal scores is undefined.
    for count in (-2147483648, -5, -1, 0, 1, 2, 3, 100, 2147483647):
        yield f"canned maxResults {count}", {"canned": canned, "options": {"canned": {"maxResults": count}}}
        yield f"custom maxResults {count}", {**both, "options": {"custom": {"maxResults": count}}}
    yield "maxResults 1, None best", {"canned": quiet, "options": {"canned": {"maxResults": 1}}}
    yield (
        "maxResults 1, equal scores",
        {"canned": named([0.25, 0.5, 0.5, 0.5]), "options": {"canned": {"maxResults": 1}}},
    )
    yield (
        "maxResults 1 and allowlist",
        {"canned": canned, "options": {"canned": {"maxResults": 1, "categoryAllowlist": ["Palm"]}}},
    )

    # Display names.
    translated = {
        "scores": [0.2, 0.5, 0.3],
        "labels": [
            {"names": ["None", "Fist", "Palm"]},
            {"names": ["Nichts", "Faust", "Hand"], "locale": "de"},
            {"names": ["nothing", "fist", "palm"], "locale": "en"},
        ],
    }
    yield "display names, default", {"canned": translated}
    for locale in ("de", "en", "fr", "", "DE"):
        yield (
            f"display names, locale {locale!r}",
            {"canned": translated, "options": {"canned": {"displayNamesLocale": locale}}},
        )
    wrong = {
        "scores": [0.2, 0.5, 0.3],
        "labels": [{"names": ["None", "Fist", "Palm"]}, {"names": ["Nichts", "Faust"], "locale": "de"}],
    }
    yield "too few display names, not chosen", {"canned": wrong}
    yield "too few display names, chosen", {"canned": wrong, "options": {"canned": {"displayNamesLocale": "de"}}}
    first = {
        "scores": [0.2, 0.5, 0.3],
        "labels": [{"names": ["Nichts", "Faust", "Hand"], "locale": "de"}, {"names": ["None", "Fist", "Palm"]}],
    }
    yield "the first labels have a locale", {"canned": first}
    yield "the first labels have the locale", {"canned": first, "options": {"canned": {"displayNamesLocale": "de"}}}


# MARK: MediaPipe


def recognizer_options(content, options):
    from mediapipe.tasks.python import BaseOptions, vision
    from mediapipe.tasks.python.components.processors import ClassifierOptions

    names = {
        "displayNamesLocale": "display_names_locale",
        "maxResults": "max_results",
        "scoreThreshold": "score_threshold",
        "categoryAllowlist": "category_allowlist",
        "categoryDenylist": "category_denylist",
    }
    given = {
        f"{kind}_gesture_classifier_options": ClassifierOptions(
            **{names[name]: value for name, value in values.items()}
        )
        for kind, values in options.items()
    }
    return vision.GestureRecognizerOptions(base_options=BaseOptions(model_asset_buffer=content), num_hands=1, **given)


def answer(image, content, options):
    """Returns the gesture, None for no gesture, or the place where it fails; and MediaPipe's message."""
    from mediapipe.tasks.python import vision

    try:
        recognizer = vision.GestureRecognizer.create_from_options(recognizer_options(content, options))
    except Exception as error:  # Every exception is a result.
        return {"fails": "creation"}, f"{type(error).__name__}: {error}"
    try:
        result = recognizer.recognize(image)
    except Exception as error:
        return {"fails": "recognition"}, f"{type(error).__name__}: {error}"
    if not result.gestures:
        return {"gesture": None}, ""
    (category,) = result.gestures[0]
    assert category.index == -1 and not category.display_name
    return {"gesture": {"name": category.category_name or "", "score": plain(category.score)}}, ""


def work(connection):
    """Sends results for bundles and options until there are no more. It runs in a separate process, because MediaPipe
    may abort or wait forever."""
    import mediapipe
    from PIL import Image

    pixels = np.ascontiguousarray(np.asarray(Image.open(PICTURE).convert("RGB")))
    image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)
    while True:
        content, options = connection.recv()
        connection.send(answer(image, content, options))


class Worker:
    def __init__(self):
        self.process = None

    def ask(self, content, options):
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.connection, other = context.Pipe()
            self.process = context.Process(target=work, args=(other,), daemon=True)
            self.process.start()
            other.close()
        self.connection.send((content, options))
        try:
            result = self.connection.recv() if self.connection.poll(SECONDS) else ({"fails": "never returns"}, "")
        except EOFError:
            result = {"fails": "process"}, ""
        if "fails" in result[0]:
            self.stop()
        return result

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def plain(value):
    """Replaces infinities and NaN by texts, because JSON does not support them."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return float(np.float32(value)) if np.isfinite(value) else str(value)
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundle", type=Path, required=True, help="gesture_recognizer.task")
    parser.add_argument("--check", action="store_true", help="compare with the stored file instead of writing")
    parser.add_argument("--verbose", action="store_true", help="print MediaPipe's messages")
    arguments = parser.parse_args()
    worker, lines = Worker(), []
    for name, case in cases():
        expected, message = worker.ask(bundle(arguments.bundle, case), case.get("options", {}))
        lines.append(json.dumps({"name": name, **plain(case), "expected": expected}))
        if arguments.verbose:
            print(name, "->", expected, message.splitlines()[:1], file=sys.stderr, flush=True)
    worker.stop()
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    if not arguments.check:
        OUTPUT.parent.mkdir(parents=True, exist_ok=True)
        OUTPUT.write_text(text)
    elif not OUTPUT.exists() or OUTPUT.read_text() != text:
        print("options.json: differs from MediaPipe's results; run this without --check", file=sys.stderr)
        return 1
    print(f"{len(lines)} cases", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
