"""Swift code in the documents is part of `Examples`, which the build compiles, whole or as an excerpt; the programs
run."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import BUILD, RENDERED, ROOT

PICTURE = RENDERED / "victory_left.png"
# The output of each program.
EXPECTED = {
    "Picture": r"Left <NormalizedLandmark: x=0\.\d+ .*>",
    "Pose": r"left hand, index finger at CGPoint\(x: 0\.36\d+, y: 0\.77\d+\), confidence 0\.99\d+",
    "Camera": r"0 hands in \d+ ns",
    "Network": r"-?\d+\.\d+",
    "Training": r'(?:.*\n)*accuracy 1\.0 of \["thumb", "victory"\]',
}


def unindented(code):
    """Returns the code with each line's leading spaces removed, because excerpts begin at the margin."""
    return "".join("\n" + line.strip() for line in code.splitlines()) + "\n"


def models():
    return Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")


class ReadmeTests(unittest.TestCase):
    def test_examples_are_programs(self):
        documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "Sources").glob("*/*/*.docc/**/*.md")]
        programs = [unindented(path.read_text(encoding="utf-8")) for path in (ROOT / "Examples").rglob("*.swift")]
        for document in documents:
            for block in re.findall(r"```swift\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL):
                # A package's manifest and its lines are not part of a program.
                if block.startswith((".package(", "// swift-tools-version:")):
                    continue
                with self.subTest(document=str(document.relative_to(ROOT)), block=block.splitlines()[0]):
                    self.assertTrue(
                        any(unindented(block) in program for program in programs), "no file of Examples has these lines"
                    )

    @unittest.skipUnless(shutil.which("swift"), "swift is missing")
    def test_manifests_depend_on_products_of_this_package(self):
        products = re.findall(r'\.(?:library|executable)\(\s*name: "(\w+)"', (ROOT / "Package.swift").read_text())
        for document in (ROOT / "docs").rglob("*.md"):
            for block in re.findall(r"```swift\n(// swift-tools-version.*?)```", document.read_text(), re.DOTALL):
                with self.subTest(document=document.name), tempfile.TemporaryDirectory() as folder:
                    self.assertIn('path: "../tegata"', block)
                    (Path(folder) / "Package.swift").write_text(block)
                    command = ["swift", "package", "--package-path", folder, "dump-package"]
                    done = subprocess.run(command, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    (target,) = json.loads(done.stdout)["targets"]
                    for dependency in target["dependencies"]:
                        self.assertIn(dependency["product"][0], products)

    @unittest.skipUnless(
        (BUILD / "example-picture").is_file(), "the examples are not built; run swift build -c release --build-tests"
    )
    @unittest.skipUnless((models() / "hand_landmarker.task").is_file(), "hand_landmarker.task is missing")
    def test_examples_run(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "photo.jpg").write_bytes(PICTURE.read_bytes())
            for file in ["hand_landmarker.task", "tflite/palm_detection_full.tflite"]:
                (Path(folder) / Path(file).name).symlink_to((models() / file).resolve())
            for label, name in [("thumb", "thumb_up_right"), ("victory", "victory_left")]:
                (Path(folder) / "poses" / label).mkdir(parents=True)
                for copy in range(3):
                    (Path(folder) / "poses" / label / f"{copy}.png").write_bytes(
                        (PICTURE.parent / f"{name}.png").read_bytes()
                    )
            for name, expected in EXPECTED.items():
                with self.subTest(name):
                    # Programs that take no arguments ignore this one.
                    answer = subprocess.run(
                        [BUILD / f"example-{name.lower()}", "photo.jpg"],
                        cwd=folder,
                        env={**os.environ, "TEGATA_MODELS": str(models().resolve())},
                        capture_output=True,
                        text=True,
                    )
                    self.assertEqual((answer.returncode, answer.stderr), (0, ""))
                    self.assertRegex(answer.stdout.strip(), f"^{expected}$")


if __name__ == "__main__":
    unittest.main()
