"""The scripts around the fuzz targets: their seeds, and the table of their results."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FUZZ = Path(__file__).resolve().parents[3] / "Fuzz"
LOG = """INFO: Running with entropic power schedule (0xFF, 100).
#2\tINITED cov: {0} ft: 9 corp: 1/1b exec/s: 0 rss: 40Mb
#{1}\tNEW    cov: {2} ft: 11 corp: 2/3b lim: 4 exec/s: 0 rss: 40Mb L: 2/2 MS: 1 ChangeByte-
#{3}\tREDUCE cov: {2} ft: 11 corp: 2/3b lim: 4 exec/s: 0 rss: 40Mb L: 2/2 MS: 1 EraseBytes-
#{4}\tDONE   cov: {2} ft: 11 corp: 2/3b lim: 4 exec/s: 0 rss: 40Mb
Done {4} runs in 61 second(s)
stat::number_of_executed_units: {4}
stat::bytes_read: {5}
"""


class FuzzTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def table(self, *arguments):
        return subprocess.run([sys.executable, FUZZ / "coverage", *arguments], capture_output=True, text=True)

    def test_coverage_sums_the_runs_of_a_target(self):
        for name, text in {
            "zip/1.log": LOG.format(100, 60, 150, 80, 1000, 20_000),
            "zip/2.log": LOG.format(150, 500, 152, 600, 3000, 5),
            "csv/1.log": LOG.format(7, 30, 7, 40, 50, 100),
            "broken/1.log": "no line that counts\n",
        }.items():
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_text(text)
        done = self.table(self.folder)
        self.assertEqual(
            done.stdout.splitlines()[2:],
            [
                "| csv | 50 | 100 | 61 | 7 | 7 | 7 | 7 | 0 |",
                "| zip | 4,000 | 20,005 | 122 | 100 | 150 | 152 | 152 | 1,500 |",
                "| all | 4,050 | 20,105 | 183 | | | | | |",
            ],
        )
        self.assertEqual(self.table(self.folder, "csv").stdout.count("\n"), 4)

    def test_coverage_fails_without_logs(self):
        done = self.table(self.folder / "none")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("run Fuzz/run first", done.stderr)

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_seeds_are_the_same_each_time(self):
        seen = []
        for name in ("one", "two"):
            subprocess.run([sys.executable, FUZZ / "seeds", self.folder / name], check=True, capture_output=True)
            files = sorted(path for path in (self.folder / name).rglob("*") if path.is_file())
            seen.append({path.relative_to(self.folder / name): path.read_bytes() for path in files})
        self.assertEqual(seen[0], seen[1])
        dictionaries = {path.stem for path in (FUZZ / "Dictionaries").iterdir()}
        self.assertEqual({path.parts[0] for path in seen[0]}, dictionaries)


if __name__ == "__main__":
    unittest.main()
