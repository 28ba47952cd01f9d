"""Commands in the pages print what the pages show.

A fenced block of commands of `tegata` on files that ship with the project, with the next fenced block as its output. Speeds vary, and "…" stands for
anything; a page may show a part of the output. Needs a release build and the models.
"""

import os
import re
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import ROOT, TEGATA

MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# A block of commands, at most three lines of text, and a block of output without a language.
PAIR = re.compile(r"^```(?:sh)?\n((?:(?:\./Tools/run|tegata) [^\n]*\n)+)```\n((?:[^\n`][^\n]*\n|\n){0,7}?)```(?:text)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pairs(page):
    for commands, _, output in PAIR.findall(page.read_text(encoding="utf-8")):
        lines = [re.sub(r"^\./Tools/run", "tegata", line) for line in commands.splitlines()]
        shipped = all(
            (ROOT / word).exists() for line in lines for word in shlex.split(line, comments=True) if word.startswith(("Tests/", "Examples/", "Models/")))
        # A classifier that other commands of the page make takes too long to train.
        if shipped and any("Tests/Fixtures" in line and ".tegata" not in line for line in lines): yield lines, output


def pieces(text):
    """The parts of what a page shows, which the output has in this order; speeds vary."""
    for part in re.split(r"…|\n", text):
        yield re.sub(r"[\\\d,]+(?:\\\.\d+)?(?=\\ (?:images|frames)\\ per\\ second)", r"[\\d.,]+", re.escape(part.strip()))


@unittest.skipUnless(TEGATA.is_file(), "tegata is not built; run swift build -c release")
@unittest.skipUnless((MODELS / "gesture_recognizer.task").is_file(), "models are missing")
class PageTests(unittest.TestCase):
    def test_commands_print_what_pages_show(self):
        count = 0
        for page in PAGES:
            with tempfile.TemporaryDirectory() as folder:
                for name in ("Tests", "Examples"): (Path(folder) / name).symlink_to(ROOT / name)
                (Path(folder) / "Models").symlink_to(MODELS.resolve())
                for lines, output in pairs(page):
                    with self.subTest(page=page.name, command=lines[0]):
                        script = "\n".join(lines)
                        environment = {**os.environ, "PATH": f"{TEGATA.parent}:{os.environ['PATH']}", "TEGATA_MODELS": str(MODELS.resolve()), "COLUMNS": "80"}
                        done = subprocess.run(
                            ["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=120)
                        self.assertRegex(done.stdout, re.compile(".*?".join(pieces(output)), re.DOTALL))
                        count += 1
        self.assertGreater(count, 10)


if __name__ == "__main__":
    unittest.main()
