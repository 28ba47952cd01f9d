"""Networks that other engines run: the recipe for LiteRT, which gives Tegata's landmarks.

Needs the library (Tools/build/library), LiteRT and hand_landmarker.task. The recipe in C also needs LiteRT's headers,
in the folder $LITERT. Benchmarks/runners runs the other recipes.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from project import RENDERED, ROOT

MODEL = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models") / "hand_landmarker.task"
PACKAGES = ROOT / ".build" / "mediapipe"

MISSING = ""
if not (ROOT / ".build" / "library" / "lib" / "libtegata.so").is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif not (PACKAGES / "ai_edge_litert").is_dir() and importlib.util.find_spec("ai_edge_litert") is None:
    MISSING = "LiteRT is missing; Tools/test puts it into .build/mediapipe"
elif not MODEL.is_file():
    MISSING = "hand_landmarker.task is missing"

SCRIPT = """
import json, sys
import networks_litert, tegata
model, *pictures = sys.argv[1:]
with tegata.Tracker(model) as own, tegata.Tracker(networks=networks_litert.networks(model)) as other:
    for picture in pictures:
        print(json.dumps([tracker.detect(picture).landmarks.tolist() for tracker in (own, other)]))
"""


PATHS = [ROOT / "Python", ROOT / "Examples" / "Python", PACKAGES]


def tegata(*words):
    """Runs Python code with the package and the recipes."""
    return subprocess.run(
        [sys.executable, "-c", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS))},
        capture_output=True,
        text=True,
    )


@unittest.skipIf(MISSING, MISSING)
class NetworkTests(unittest.TestCase):
    def test_litert_gives_the_same_landmarks(self):
        names = ["two_hands_mixed", "victory_left", "no_hand"]
        answer = tegata(SCRIPT, str(MODEL), *(str(RENDERED / f"{name}.png") for name in names))
        self.assertEqual(answer.returncode, 0, answer.stderr)
        found = [json.loads(line) for line in answer.stdout.splitlines()]
        self.assertEqual([len(own) for own, _ in found], [2, 1, 0])
        for own, other in found:
            self.assertEqual(len(own), len(other))
            for hand, same in zip(own, other):
                for point, place in zip(hand, same):
                    for number, expected in zip(place, point):
                        self.assertAlmostEqual(number, expected, delta=1e-6)

    @unittest.skipUnless("LITERT" in os.environ, "needs LiteRT's headers, which are not in its package")
    def test_litert_in_c_gives_the_same_landmarks(self):
        picture = str(RENDERED / "two_hands_mixed.png")
        library = ROOT / ".build" / "library"
        runtime = Path(tegata("import ai_edge_litert; print(ai_edge_litert.__path__[0])").stdout.strip())
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(MODEL) as bundle:
                bundle.extractall(folder)
            source = ROOT / "Examples" / "C" / "networks_litert.c"
            flags = [f"-I{os.environ['LITERT']}", f"-I{library / 'include'}"]
            for place in (library / "lib", runtime):
                flags += [f"-L{place}", f"-Wl,-rpath,{place}"]
            subprocess.run(["cc", source, *flags, "-ltegata", "-lLiteRt", "-o", "program"], cwd=folder, check=True)
            found = subprocess.run(
                ["./program", picture],
                cwd=folder,
                check=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            ).stdout
        own = json.loads(tegata(SCRIPT, str(MODEL), picture).stdout)[0]
        self.assertEqual(found, "".join(f"{x:.7f} {y:.7f}\n" for x, y, _ in (hand[8] for hand in own)))
