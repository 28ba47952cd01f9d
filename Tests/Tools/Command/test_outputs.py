"""The outputs of `tegata` never overwrite existing data or an input.

Needs the release build and the hand landmarker bundle. Without them the tests are skipped.
"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, TEGATA, models
from test_train import rows

PICTURE = RENDERED / "victory_left.png"
MODELS = models("hand_landmarker.task")


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, "hand_landmarker.task is missing")
class OutputTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_tegata(self, *words, folder=MODELS, through=(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE):
        """Returns the status and the messages."""
        done = subprocess.run(
            [*through, TEGATA, *words],
            cwd=self.folder,
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env=dict(os.environ, TEGATA_MODELS=str(folder)),
        )
        return done.returncode, done.stderr

    def test_writes_to_a_stream_that_is_a_file(self):
        log = self.folder / "log"
        log.write_text("earlier\n")
        with log.open("a") as stream:
            self.assertEqual(
                self.run_tegata("detect", PICTURE, "--json", "-q", "--summary", "/dev/stdout", stdout=stream), (0, "")
            )
        earlier, answer, summary = log.read_text().splitlines()
        self.assertEqual(
            (earlier, json.loads(answer)["source"], json.loads(summary)["inputs"]), ("earlier", str(PICTURE), 1)
        )

    def test_does_not_overwrite_standard_output(self):
        out = self.folder / "out"
        (self.folder / "link").symlink_to("out")
        for name in ("out", "link"):
            with out.open("w") as stream:
                status, errors = self.run_tegata("detect", PICTURE, "--json", "-q", "--coco", name, stdout=stream)
            self.assertEqual(
                (status, errors), (2, f"tegata: --coco {name}: already receives the results; choose another name\n")
            )
        with out.open("w") as stream:
            status, errors = self.run_tegata("detect", PICTURE, "--annotate", "-", "--coco", "out", stdout=stream)
        self.assertEqual(
            (status, errors), (2, "tegata: --coco out: already receives the results; choose another name\n")
        )
        with out.open("w") as stream:
            self.assertEqual(self.run_tegata("detect", PICTURE, "-q", "--coco", "out", stdout=stream), (0, ""))
        self.assertIn("annotations", json.loads(out.read_text()))

    def test_rejects_a_stream_as_the_output_of_an_encoder(self):
        log = self.folder / "log"
        log.write_text("earlier\n")
        (self.folder / "link.mp4").symlink_to("/dev/stdout")
        with log.open("a") as stream:
            status, errors = self.run_tegata("track", "missing.y4m", "--annotate", "link.mp4", stdout=stream)
        self.assertEqual((status, log.read_text()), (2, "earlier\n"))
        self.assertIn("--annotate link.mp4: is a stream of this process", errors)

    def test_does_not_overwrite_models(self):
        model = self.folder / "hand_landmarker.task"
        shutil.copy(MODELS / model.name, model)
        before = model.read_bytes()
        for options in ([], ["--model", model.name]):
            for output in ("--summary", "--coco", "--html", "--npy"):
                with self.subTest(output, options=options):
                    status, errors = self.run_tegata(
                        "detect", PICTURE, *options, output, model.name, folder=self.folder
                    )
                    self.assertEqual(
                        (status, errors),
                        (2, f"tegata: {output} {model.name}: would overwrite an input file; choose another name\n"),
                    )
                    self.assertEqual(model.read_bytes(), before)

    def test_does_not_overwrite_classifiers(self):
        (self.folder / "rows.csv").write_text(rows(20))
        words = ("train", "pose", "rows.csv", "-o", "poses.tegata", "--iterations", "20", "--validation", "none", "-q")
        self.assertEqual(self.run_tegata(*words), (0, ""))
        before = (self.folder / "poses.tegata").read_bytes()
        status, errors = self.run_tegata("recognize", PICTURE, "--poses", "poses.tegata", "--summary", "poses.tegata")
        self.assertEqual(
            (status, errors),
            (2, "tegata: --summary poses.tegata: would overwrite an input file; choose another name\n"),
        )
        self.assertEqual((self.folder / "poses.tegata").read_bytes(), before)

    def test_does_not_overwrite_standard_input(self):
        path = self.folder / "in.png"
        shutil.copy(PICTURE, path)
        with path.open("rb") as stream:
            status, errors = self.run_tegata("detect", "-", "--annotate", "in.png", stdin=stream)
        self.assertEqual(
            (status, errors), (2, "tegata: --annotate in.png: would overwrite an input file; choose another name\n")
        )
        self.assertEqual(path.read_bytes(), PICTURE.read_bytes())

    def test_does_not_overwrite_protected_files(self):
        # Drop root's capabilities, because root may write to everything.
        capabilities = "-dac_override,-dac_read_search"
        as_others = (
            ["setpriv", f"--bounding-set={capabilities}", f"--inh-caps={capabilities}"] if os.geteuid() == 0 else []
        )
        path = self.folder / "hands.json"
        path.write_text("keep")
        path.chmod(0o444)
        status, errors = self.run_tegata("detect", PICTURE, "--coco", "hands.json", through=as_others)
        self.assertEqual((status, path.read_text()), (1, "keep"))
        self.assertTrue(errors.startswith("tegata: hands.json: cannot be written (Permission denied); "), errors)

    def test_rejects_arrays_for_pipes_and_devices(self):
        os.mkfifo(self.folder / "pipe")
        with (self.folder / "log").open("w") as stream:
            for path in ("pipe", "/dev/null", "/dev/stdout"):
                for option in ("--npy", "--world-npy"):
                    with self.subTest(path, option=option):
                        status, errors = self.run_tegata("detect", PICTURE, option, path, stdout=stream)
                        self.assertEqual(status, 2)
                        self.assertTrue(
                            errors.startswith(f"tegata: {option} {path}: is a pipe, device or stream"), errors
                        )
        self.assertEqual((self.folder / "log").read_text(), "")


if __name__ == "__main__":
    unittest.main()
