"""The findings of `tegata doctor` on machines that lack something. Needs the release build."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, ROOT, TEGATA

MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
HANDS = MODELS / "hand_landmarker.task"


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
class DoctorTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.programs = self.folder / "bin"
        self.programs.mkdir()

    def doctor(self, **variables):
        """Returns the report in JSON, the exit status and the line on standard error."""
        environment = {"HOME": str(self.folder), "PATH": str(self.programs), **variables}
        answer = subprocess.run(
            [TEGATA, "doctor", "--json"], capture_output=True, text=True, env=environment, cwd=self.folder
        )
        self.assertEqual(answer.stdout.count("\n"), 1)
        return json.loads(answer.stdout), answer.returncode, answer.stderr

    def ffmpeg(self, version):
        path = self.programs / "ffmpeg"
        path.write_text(f"#!/bin/sh\necho ffmpeg version {version} Copyright\n")
        path.chmod(0o755)

    def remedies(self, answer):
        return [fault["remedy"] for fault in answer["missing"]]

    def test_fails_without_a_hand_landmarker(self):
        answer, status, error = self.doctor(TEGATA_MODELS=str(self.folder))
        self.assertEqual((status, answer["handBundle"], answer["bundles"]), (1, None, []))
        self.assertRegex(error, rf"^tegata: hand_landmarker.task: not in {self.folder}; run Tools/make/models .*\n$")
        name = "hand_landmarker.task"
        self.assertIn(f"{ROOT}/Tools/make/models --into {self.folder} {name}", self.remedies(answer))

    @unittest.skipUnless(HANDS.is_file(), "hand_landmarker.task is missing")
    def test_succeeds_with_only_a_hand_landmarker(self):
        (self.folder / "hand_landmarker.task").symlink_to(HANDS)
        answer, status, error = self.doctor(TEGATA_MODELS=str(self.folder))
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(answer["handBundle"], f"{self.folder}/hand_landmarker.task")
        self.assertEqual(answer["gestureBundle"], None)
        self.assertEqual(
            answer["bundles"],
            [
                {
                    "path": answer["handBundle"],
                    "bytes": 7819105,
                    "known": True,
                    "usable": True,
                    "description": "Google's hand landmarker, version 1",
                }
            ],
        )
        self.assertIn("sudo apt install ffmpeg", self.remedies(answer))

    def test_reports_programs_and_processors(self):
        self.ffmpeg("7.1-static")
        answer, _, _ = self.doctor(TEGATA_ISA="baseline")
        self.assertEqual(answer["ffmpeg"], {"version": "7.1-static", "problem": None})
        self.assertEqual(answer["processor"]["used"], "baseline")
        self.assertIn("baseline" if os.uname().machine == "x86_64" else "neon", answer["processor"]["levels"])
        self.assertEqual(answer["threads"], len(os.sched_getaffinity(0)))
        self.ffmpeg("4.4")
        answer, _, _ = self.doctor(TEGATA_ISA="sse9")
        self.assertIn("sudo apt install ffmpeg", self.remedies(answer))
        self.assertIn("unset TEGATA_ISA", self.remedies(answer))
        self.assertIsNone(answer["processor"]["used"])

    def test_searches_the_folder_of_the_user(self):
        data = self.folder / ".local/share/tegata"
        data.mkdir(parents=True)
        (data / "mine.task").write_bytes(b"no bundle")
        answer, _, _ = self.doctor()
        self.assertIn(str(data), answer["folders"])
        mine = next(bundle for bundle in answer["bundles"] if bundle["path"] == f"{data}/mine.task")
        self.assertEqual((mine["known"], mine["usable"], mine["bytes"]), (False, False, 9))

    @unittest.skipUnless(HANDS.is_file(), "hand_landmarker.task is missing")
    def test_installed_programs_find_models_next_to_and_above_them(self):
        """Copies the program to a folder without the sources, so that it does not find their models."""
        program = self.folder / "prefix/bin/tegata"
        program.parent.mkdir(parents=True)
        shutil.copy(TEGATA, program)
        picture = RENDERED / "victory_left.png"

        def detect():
            environment = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": ""}
            environment.pop("TEGATA_MODELS", None)
            return subprocess.run(
                [program, "detect", picture], capture_output=True, text=True, env=environment, cwd=self.folder
            )

        for folder in ("prefix/bin", "prefix/share/tegata", ".local/share/tegata", "Models"):
            with self.subTest(folder):
                model = self.folder / folder / "hand_landmarker.task"
                model.parent.mkdir(parents=True, exist_ok=True)
                model.symlink_to(HANDS)
                answer = detect()
                model.unlink()
                self.assertEqual((answer.returncode, answer.stderr), (0, ""))
                self.assertIn("Left", answer.stdout)
        if not any(Path(folder).exists() for folder in ("/usr/share/tegata", "/usr/local/share/tegata")):
            answer = detect()
            self.assertEqual(answer.returncode, 1)
            for folder in (f"{program.parent}", f"{self.folder}/prefix/share/tegata", "/usr/share/tegata or Models"):
                self.assertIn(folder, answer.stderr)
            self.assertEqual(answer.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
