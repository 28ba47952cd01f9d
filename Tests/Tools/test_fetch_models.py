"""Tools/fetch-models, run as a user runs it, against a small project with a manifest and wheels of its own."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "Tools" / "fetch-models"
DETECTOR = b"detector" * 100
LANDMARKS = b"landmarks" * 100
EMBEDDER = b"embedder" * 100
MODIFIED = "2023-04-26T00:00:00"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def archive(members, compression=zipfile.ZIP_DEFLATED):
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", compression) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return output.getvalue()


def bundle(members):
    """What the recipe of the manifest must give, written without the tool."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as file:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, (2023, 4, 26, 0, 0, 0))
            entry.create_system = 3
            file.writestr(entry, data)
    return output.getvalue()


BUNDLE = bundle({"hand_detector.tflite": DETECTOR, "inner.task": bundle({"gesture_embedder.tflite": EMBEDDER})})
MODELS = {
    "tflite/detector.tflite": (DETECTOR, {"package": "tiny-models", "path": "tiny_models/detector.tflite"}),
    "tflite/landmarks.tflite": (LANDMARKS, {"package": "tiny-models", "path": "tiny_models/landmarks.tflite"}),
    "tflite/embedder.tflite": (EMBEDDER, {"address": "ADDRESS", "path": "gesture_embedder.tflite"}),
    "whole.task": (
        BUNDLE,
        {
            "assemble": {
                "modified": MODIFIED,
                "members": {
                    "hand_detector.tflite": "tflite/detector.tflite",
                    "inner.task": {
                        "modified": MODIFIED,
                        "members": {"gesture_embedder.tflite": "tflite/embedder.tflite"},
                    },
                },
            }
        },
    ),
}
IN_PACKAGES = ["tflite/detector.tflite", "tflite/landmarks.tflite"]


class FetchModelsTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.models = self.folder / "Models"
        self.tool = self.folder / "Tools" / "fetch-models"
        self.tool.parent.mkdir()
        self.models.mkdir()
        (self.folder / "wheels").mkdir()
        (self.folder / "mine").mkdir()
        shutil.copy(TOOL, self.tool)
        self.write_manifest()
        self.write_wheel(DETECTOR, LANDMARKS)

    def write_manifest(self):
        models = [
            {"name": name, "size": len(data), "sha256": sha256(data), "source": source}
            for name, (data, source) in MODELS.items()
        ]
        packages = {"tiny-models": {"version": "1.0", "size": 1000, "platform": "manylinux_2_28_x86_64", "python": "3.11"}}
        (self.models / "manifest.json").write_text(json.dumps({"packages": packages, "models": models}))

    def write_wheel(self, detector, landmarks):
        information = "tiny_models-1.0.dist-info"
        members = {
            "tiny_models/detector.tflite": detector,
            "tiny_models/landmarks.tflite": landmarks,
            f"{information}/METADATA": "Metadata-Version: 2.1\nName: tiny-models\nVersion: 1.0\n",
            f"{information}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{information}/RECORD": "",
        }
        (self.folder / "wheels" / "tiny_models-1.0-py3-none-any.whl").write_bytes(archive(members))

    def run_tool(self, *arguments):
        environment = dict(os.environ, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(self.folder / "wheels"))
        return subprocess.run(
            [sys.executable, str(self.tool), *map(str, arguments)], env=environment, capture_output=True, text=True, check=False
        )

    def stored(self):
        files = {str(path.relative_to(self.models)) for path in self.models.rglob("*") if path.is_file()}
        return files - {"manifest.json", ".verified.json"}

    def assert_stored(self, names):
        self.assertEqual(self.stored(), set(names))
        for name in names:
            self.assertEqual((self.models / name).read_bytes(), MODELS[name][0])

    def test_packages_fill_the_folder(self):
        result = self.run_tool()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_stored(IN_PACKAGES)
        self.assertIn("missing: tflite/embedder.tflite, whole.task", result.stderr)
        self.assertIn("download ADDRESS and run Tools/fetch-models --from FILE for tflite/embedder.tflite", result.stderr)

    def test_second_run_touches_nothing(self):
        self.run_tool()
        shutil.rmtree(self.folder / "wheels")
        before = (self.models / IN_PACKAGES[0]).stat().st_mtime_ns
        result = self.run_tool("--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual((self.models / IN_PACKAGES[0]).stat().st_mtime_ns, before)

    def test_wrong_bytes_in_a_package_leave_nothing(self):
        self.write_wheel(b"something else", LANDMARKS)
        result = self.run_tool()
        self.assertEqual(result.returncode, 1)
        for part in ("tflite/detector.tflite", sha256(DETECTOR), sha256(b"something else"), "nothing was stored"):
            self.assertIn(part, result.stderr)
        self.assert_stored([])

    def test_wrong_bytes_of_a_file_of_that_name_leave_nothing(self):
        (self.folder / "mine" / "detector.tflite").write_bytes(b"x" * len(DETECTOR))
        result = self.run_tool("--from", self.folder / "mine" / "detector.tflite")
        self.assertEqual(result.returncode, 1)
        self.assertIn(sha256(DETECTOR), result.stderr)
        self.assert_stored([])

    def test_damaged_stored_file_is_an_error(self):
        self.run_tool()
        (self.models / IN_PACKAGES[0]).write_bytes(DETECTOR[:-1])
        result = self.run_tool()
        self.assertEqual(result.returncode, 1)
        self.assertIn("wrong SHA-256", result.stderr)
        self.assertIn("delete the file", result.stderr)

    def test_from_folder_and_archives_in_archives(self):
        deep = self.folder / "mine" / "deep"
        deep.mkdir()
        (deep / "under another name").write_bytes(LANDMARKS)
        (deep / "published.task").write_bytes(archive({"a.task": archive({"b.tflite": EMBEDDER}), "c": DETECTOR}))
        result = self.run_tool("--from", self.folder / "mine")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_stored(MODELS)

    def test_from_takes_a_whole_bundle(self):
        (self.folder / "mine" / "whole.task").write_bytes(BUNDLE)
        result = self.run_tool("--from", self.folder / "mine" / "whole.task", "whole.task")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("whole.task", self.stored())

    def test_from_skips_damaged_archives(self):
        damaged = bytearray(archive({"detector.tflite": DETECTOR}))
        damaged[60] ^= 255
        (self.folder / "mine" / "damaged.zip").write_bytes(damaged)
        (self.folder / "mine" / "good.zip").write_bytes(archive({"detector.tflite": DETECTOR}))
        result = self.run_tool("--from", self.folder / "mine", "tflite/detector.tflite")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("damaged.zip: skipped", result.stderr)

    def test_from_without_any_model_is_an_error(self):
        (self.folder / "mine" / "notes.txt").write_text("nothing")
        result = self.run_tool("--from", self.folder / "mine")
        self.assertEqual(result.returncode, 1)
        self.assertIn("holds none of", result.stderr)

    def test_missing_path_and_unknown_name_are_errors(self):
        self.assertIn("no such file or folder", self.run_tool("--from", self.folder / "absent").stderr)
        result = self.run_tool("absent.task")
        self.assertEqual(result.returncode, 1)
        self.assertIn("not in the manifest", result.stderr)

    def test_named_model_that_stays_missing_is_an_error(self):
        self.assertEqual(self.run_tool("tflite/embedder.tflite").returncode, 1)

    def test_unreachable_package_says_what_to_do(self):
        shutil.rmtree(self.folder / "wheels")
        result = self.run_tool()
        self.assertEqual(result.returncode, 1)
        self.assertIn("could not download tiny-models==1.0", result.stderr)
        self.assertIn("--from FILE", result.stderr)
        self.assert_stored([])

    def test_into_another_folder(self):
        result = self.run_tool("--into", self.folder / "elsewhere", "tflite/detector.tflite")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.folder / "elsewhere/tflite/detector.tflite").read_bytes(), DETECTOR)
        self.assert_stored([])


class ManifestTests(unittest.TestCase):
    manifest = json.loads((TOOL.parent.parent / "Models" / "manifest.json").read_text())

    def test_every_model_says_what_it_is_and_where_it_comes_from(self):
        for model in self.manifest["models"]:
            with self.subTest(model["name"]):
                self.assertEqual(model["licence"], "Apache-2.0")
                self.assertRegex(model["sha256"], "^[0-9a-f]{64}$")
                self.assertGreater(model["size"], 0)
                self.assertTrue(model["description"])
                source = model["source"]
                self.assertTrue({"package", "assemble", "address"} & set(source))
                if "package" in source:
                    self.assertIn(source["package"], self.manifest["packages"])

    def test_recipes_name_the_members_that_the_bundle_has(self):
        hashes = {model["name"]: model["sha256"] for model in self.manifest["models"]}

        def compare(recipe, members):
            self.assertEqual(list(recipe["members"]), [member["name"] for member in members])
            for part, member in zip(recipe["members"].values(), members):
                if isinstance(part, str):
                    self.assertEqual(hashes[part], member["sha256"])
                else:
                    compare(part, member["members"])

        for model in self.manifest["models"]:
            if "assemble" in model["source"]:
                compare(model["source"]["assemble"], model["members"])


if __name__ == "__main__":
    unittest.main()
