"""The commands in the pages run, and print the output that the pages show.

The commands of each page run in order, in a separate folder. A block without a language after a command is its output:
speeds vary, and "…" stands for any text; a page may show a part of the output. Needs a release build, ffmpeg and the
models.
ffmpeg and the models.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import ROOT, TEGATA

MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:\./Tools/run|tegata|ffmpeg) [^0-9]")
# Commands that need a camera, a network, root, the reader's own files or several minutes.
ELSEWHERE = re.compile(
    r"/dev/|rtsp:|URL|sudo|ffplay|untrusted|videos"
    r" -name|\.tegata|draw-poses|completions|~/|photo|--man|doctor|bench|swift run|scp |other/|[A-Z]{4,}"
)
VIDEO = "ffmpeg -v error -loop 1 -i Tests/Fixtures/rendered/two_hands_mixed.png -t 2 -r 10 -pix_fmt yuv420p hands.mp4"


def blocks(page):
    """Yields the command blocks that can run, each with its output; None if the page shows none."""
    text = page.read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    for index, fence in enumerate(fences):
        if fence[1] not in ("", "sh") or not COMMAND.match(fence[2]) or ELSEWHERE.search(fence[2]):
            continue
        after = fences[index + 1] if index + 1 < len(fences) else None
        output = None
        if after and after[1] in ("", "text") and not COMMAND.match(after[2]):
            between = text[fence.end() : after.start()]
            if between.count("\n") <= 9 and "\n#" not in between:
                output = after[2]
        yield re.sub(r"^\./Tools/run", "tegata", fence[2], flags=re.MULTILINE), output


def pieces(text):
    """Yields the parts of the shown output, which the real output must contain in this order; speeds vary."""
    for part in re.split(r"…|\n", text):
        yield re.sub(
            r"[\\\d,]+(?:\\\.\d+)?(?=\\ (?:images|frames)\\ per\\ second)", r"[\\d.,]+", re.escape(part.strip())
        )


@unittest.skipIf(shutil.which("ffmpeg") is None, "ffmpeg is missing")
@unittest.skipUnless(TEGATA.is_file(), "tegata is not built; run swift build -c release")
@unittest.skipUnless((MODELS / "gesture_recognizer.task").is_file(), "models are missing")
class PageTests(unittest.TestCase):
    def test_commands_print_what_pages_show(self):
        count = 0
        for page in PAGES:
            found = list(blocks(page))
            if page.name == "options.md" or not found:
                continue
            with tempfile.TemporaryDirectory() as folder:
                for name in ("Tests", "Examples"):
                    (Path(folder) / name).symlink_to(ROOT / name)
                (Path(folder) / "Models").symlink_to(MODELS.resolve())
                environment = {
                    **os.environ,
                    "PATH": f"{TEGATA.parent}:{os.environ['PATH']}",
                    "TEGATA_MODELS": str(MODELS.resolve()),
                    "COLUMNS": "80",
                }
                options = dict(cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True, timeout=120)
                if "hands.mp4" in "".join(script for script, _ in found):
                    subprocess.run(VIDEO, shell=True, check=True, **options)
                for script, output in found:
                    with self.subTest(page=page.name, command=script.splitlines()[0]):
                        quiet = re.sub(r"^ffmpeg ", "ffmpeg -v error -y ", script, flags=re.MULTILINE)
                        done = subprocess.run(
                            ["bash", "-c", quiet], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options
                        )
                        if output is None:
                            self.assertEqual(done.returncode, 0, done.stdout)
                        else:
                            self.assertRegex(done.stdout, re.compile(".*?".join(pieces(output)), re.DOTALL))
                        count += 1
        self.assertGreater(count, 25)


if __name__ == "__main__":
    unittest.main()
