"""The Swift examples of the documents are the programs in `Examples`, which the build compiles, and they run."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import BUILD, RENDERED, ROOT

PICTURE = RENDERED / "victory_left.png"
# What each prints.
EXPECTED = {
    "Picture": r"Left <NormalizedLandmark: x=0\.\d+ .*>",
    "Camera": r"0 hands in \d+ ns",
    "Network": r"-?\d+\.\d+",
    "Training": r'(?:.*\n)*accuracy 1\.0 of \["thumb", "victory"\]',
}


def models():
    return Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")


class ReadmeTests(unittest.TestCase):
    def test_examples_are_programs(self):
        documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "Sources").glob("*/*/*.docc/**/*.md")]
        programs = {(ROOT / "Examples" / name / "main.swift").read_text(encoding="utf-8"): name for name in EXPECTED}
        shown = set()
        for document in documents:
            for block in re.findall(r"```swift\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL):
                # The lines for a package's manifest are no program.
                if not block.startswith(".package("):
                    self.assertIn(block, programs, f"{document.relative_to(ROOT)} shows what is no program of Examples")
                    shown.add(programs[block])
        self.assertEqual(shown, set(EXPECTED))

    def test_readme_shows_a_program(self):
        program = (ROOT / "Examples" / "Picture" / "main.swift").read_text(encoding="utf-8")
        self.assertIn(f"```swift\n{program}```", (ROOT / "README.md").read_text(encoding="utf-8"))

    @unittest.skipUnless((BUILD / "example-picture").is_file(), "the examples are not built; run swift build -c release --build-tests")
    @unittest.skipUnless((models() / "hand_landmarker.task").is_file(), "hand_landmarker.task is missing")
    def test_examples_run(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "photo.jpg").write_bytes(PICTURE.read_bytes())
            for file in ["hand_landmarker.task", "tflite/palm_detection_full.tflite"]:
                (Path(folder) / Path(file).name).symlink_to((models() / file).resolve())
            for label, name in [("thumb", "thumb_up_right"), ("victory", "victory_left")]:
                (Path(folder) / "poses" / label).mkdir(parents=True)
                for copy in range(3):
                    (Path(folder) / "poses" / label / f"{copy}.png").write_bytes((PICTURE.parent / f"{name}.png").read_bytes())
            for name, expected in EXPECTED.items():
                with self.subTest(name):
                    answer = subprocess.run([BUILD / f"example-{name.lower()}"], cwd=folder, capture_output=True, text=True)
                    self.assertEqual((answer.returncode, answer.stderr), (0, ""))
                    self.assertRegex(answer.stdout.strip(), f"^{expected}$")


if __name__ == "__main__":
    unittest.main()
