"""`tegata train` when it is interrupted: it leaves no incomplete file, keeps its state if requested, and resumes to the
same bytes.

Needs the release build, but no networks, because it trains on rows of landmarks. Without it the tests are skipped.
"""

import math
import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TEGATA = ROOT / ".build" / "release" / "tegata"


def rows(count, seed=1):
    """Returns the class number and 21 points of hands with straight or bent fingers."""
    chance = random.Random(seed)
    lines = []
    for number in range(3 * count):
        label, angle = number % 3, chance.uniform(-0.3, 0.3)
        values = [0, 0]
        for finger in range(5):
            direction = 0.35 * (finger - 2) + angle
            for joint in range(1, 5):
                length = 0.25 * joint if finger <= label else 0.45 - 0.05 * joint
                values += [
                    length * math.sin(direction) + chance.gauss(0, 0.02),
                    -length * math.cos(direction) + chance.gauss(0, 0.02),
                ]
        lines.append(",".join(map(str, [label, *values])))
    return "\n".join(lines) + "\n"


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
class TrainTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "rows.csv").write_text(rows(40))

    def command(self, *words):
        return [
            TEGATA,
            "train",
            "pose",
            "rows.csv",
            "-o",
            "poses.tegata",
            "--validation",
            "0.2",
            "--threads",
            "1",
            *words,
        ]

    def run_train(self, *words, **options):
        return subprocess.run(self.command(*words), cwd=self.folder, capture_output=True, text=True, **options)

    def interrupt(self, *words, after=0.4):
        process = subprocess.Popen(
            self.command(*words), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        return process.returncode, errors

    def files(self):
        return {path.name for path in self.folder.iterdir()}

    def test_rejects_checkpoints_that_are_not_files(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "null").symlink_to("/dev/null")
        for name in ("pipe", "null"):
            done = self.run_train("--checkpoint", name, "--iterations", "5")
            self.assertEqual(
                (done.returncode, done.stderr),
                (
                    2,
                    (
                        f"tegata: --checkpoint {name}: is not a file, and checkpoints are deleted at the end; choose"
                        " another name\n"
                    ),
                ),
            )
            self.assertTrue(os.path.lexists(self.folder / name))

    def test_keeps_a_link_to_a_checkpoint_and_deletes_the_state(self):
        (self.folder / "link").symlink_to("state")
        words = ("--iterations", "4000", "--checkpoint", "link", "-q")
        self.assertEqual(self.interrupt(*words)[0], -signal.SIGINT)
        self.assertEqual(self.files(), {"rows.csv", "link", "state"})
        self.assertEqual(self.run_train(*words).returncode, 0)
        self.assertEqual(self.files(), {"rows.csv", "link", "poses.tegata"})
        self.assertTrue((self.folder / "link").is_symlink())

    def test_rejects_the_state_of_another_training(self):
        for name, seed in (("one", "1"), ("two", "2")):
            self.assertEqual(self.run_train("--iterations", "50", "--seed", seed, "-o", f"{name}.tegata").returncode, 0)
        words = ("--iterations", "4000", "--checkpoint", "state")
        self.assertEqual(self.interrupt(*words, "--from", "one.tegata")[0], -signal.SIGINT)
        for start in (("--from", "two.tegata"), ()):
            with self.subTest(start):
                other = self.run_train(*words, *start)
                self.assertEqual(other.returncode, 1)
                self.assertIn("state: belongs to a training run with different data or options", other.stderr)
        done = self.run_train(*words, "--from", "one.tegata")
        self.assertRegex(done.stderr, r"state: resuming at iteration [0-9]+")

    def test_does_not_overwrite_labels_next_to_the_data(self):
        labels = self.folder / "rows_label.csv"
        labels.write_text("a\nb\nc\n")
        done = subprocess.run(
            [TEGATA, "train", "pose", "rows.csv", "-o", labels.name], cwd=self.folder, capture_output=True, text=True
        )
        self.assertEqual(
            (done.returncode, done.stderr),
            (2, f"tegata: --output {labels.name}: would overwrite an input file; choose another name\n"),
        )
        self.assertEqual(labels.read_text(), "a\nb\nc\n")

    def test_reports_file_names_that_are_not_utf8(self):
        for label in ("fist", "palm"):
            (self.folder / "poses" / label).mkdir(parents=True)
            for number in range(2):
                shutil.copy(self.folder / "rows.csv", self.folder / "poses" / label / f"{number}.csv")
        os.close(os.open(os.fsencode(self.folder / "poses" / "fist") + b"/gr\xf6sse.png", os.O_CREAT))
        done = subprocess.run(
            [TEGATA, "train", "pose", "poses", "-o", "poses.tegata", "--iterations", "5"],
            cwd=self.folder,
            capture_output=True,
        )
        self.assertIn(b"the name is not UTF-8, so it is skipped; rename it", done.stderr)

    def test_writes_nothing_if_interrupted(self):
        status, errors = self.interrupt("--iterations", "1000000", "--html", "report.html")
        self.assertEqual(status, -signal.SIGINT)
        self.assertRegex(
            errors,
            r"^tegata: interrupted after [0-9]+ iterations, and poses.tegata was not written; add --checkpoint FILE to"
            r" be able to resume\n$",
        )
        self.assertEqual(self.files(), {"rows.csv"})

    def test_resumes_to_the_same_bytes(self):
        iterations = ("--iterations", "4000")
        status, errors = self.interrupt(*iterations, "--checkpoint", "state")
        self.assertEqual(status, -signal.SIGINT)
        self.assertRegex(errors, r"run the same command again to resume from state\n$")
        self.assertEqual(self.files(), {"rows.csv", "state"})
        other = self.run_train("--iterations", "4001", "--checkpoint", "state")
        self.assertEqual(other.returncode, 1)
        self.assertIn(
            "state: belongs to a training run with different data or options; use the same ones, or delete the file",
            other.stderr,
        )
        done = self.run_train(*iterations, "--checkpoint", "state")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"state: resuming at iteration [0-9]+")
        self.assertEqual(self.files(), {"rows.csv", "poses.tegata"})
        first = (self.folder / "poses.tegata").read_bytes()
        self.assertEqual(self.run_train(*iterations).returncode, 0)
        self.assertEqual((self.folder / "poses.tegata").read_bytes(), first)

    def test_keeps_the_older_file_if_the_disk_fills_up(self):
        (self.folder / "poses.tegata").write_text("older")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        done = self.run_train("--iterations", "20", preexec_fn=limit)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(
            done.stderr,
            r"^tegata: poses.tegata: cannot be written \(.*\); check the directory, its permissions and the free disk"
            r" space",
        )
        self.assertEqual((self.folder / "poses.tegata").read_text(), "older")
        self.assertEqual(self.files(), {"rows.csv", "poses.tegata"})

    def test_checks_outputs_before_it_trains(self):
        done = subprocess.run(
            [TEGATA, "train", "pose", "rows.csv", "-o", "missing/poses.tegata", "--iterations", "1000000"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing/poses.tegata: cannot be written", done.stderr)


if __name__ == "__main__":
    unittest.main()
