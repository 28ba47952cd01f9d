"""The browser package in Node.js, and in bundles of esbuild.

Needs the package (Tools/build/web), a release build, the models, ffmpeg and Node.js. Tests of bundles are skipped
without esbuild.
"""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, ROOT, TEGATA
from web_server import MODELS, PACKAGE, PROGRAMS

MISSING = ""
if not (PACKAGE / "tegata.mjs").is_file():
    MISSING = "the browser package is not built; run Tools/build/web"
elif not MODELS:
    MISSING = "the models are missing"
elif not shutil.which("ffmpeg") or not TEGATA.is_file():
    MISSING = "ffmpeg or tegata are missing"
elif not shutil.which("node"):
    MISSING = "node is missing; install nodejs"

IMAGE, SIDE = RENDERED / "victory_left.png", "384"
# The options of the command that compute like each module.
LEVELS = {"simd128": ["--isa", "baseline", "--backend", "simd"], "relaxed": []}


def expected(level):
    """Returns the command's result for the image."""
    command = [TEGATA, "recognize", "--json", "--joints", "--model", MODELS / "gesture_recognizer.task", IMAGE]
    done = subprocess.run([*command, *LEVELS[level]], check=True, capture_output=True, text=True)
    result = json.loads(done.stdout)
    del result["source"]
    return result


class Programs(unittest.TestCase):
    """Programs that import the package by its name, in a folder with the pixels of an image."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        (cls.folder / "node_modules").mkdir()
        (cls.folder / "node_modules" / "tegata").symlink_to(PACKAGE)
        cls.pixels = cls.folder / "pixels"
        command = ["ffmpeg", "-v", "error", "-i", IMAGE, "-f", "rawvideo", "-pix_fmt", "rgba", cls.pixels]
        subprocess.run(command, check=True)

    def run_node(self, program, *options):
        """Returns what a program prints, as JSON. It runs next to the models."""
        command = ["node", self.folder / program, self.pixels, SIDE, *options]
        done = subprocess.run(command, cwd=MODELS, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)


@unittest.skipIf(MISSING, MISSING)
class NodeTests(Programs):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.copy(PROGRAMS / "node.mjs", cls.folder)

    def test_finds_the_hands_that_the_command_finds(self):
        found = self.run_node("node.mjs")
        result = expected(found["level"])
        self.assertEqual(found["tracker"], result)
        self.assertEqual(found["worker"], result)
        [hand] = result["hands"]
        names = hand["handedness"]["categoryName"], hand["gestures"][0]["categoryName"]
        self.assertEqual(names, ("Left", "Victory"))
        landmarks = [{**point, "visibility": 0} for point in hand["landmarks"]]
        self.assertEqual(found["recognizer"]["landmarks"], [landmarks])
        self.assertEqual(found["recognizer"]["gestures"], [hand["gestures"]])
        self.assertTrue(found["isRequired"])

    def test_runs_the_program_of_the_guide(self):
        """The program decodes with sharp; a stand-in of the test returns the pixels."""
        stand_in = self.folder / "node_modules" / "sharp"
        stand_in.mkdir()
        (stand_in / "package.json").write_text('{"type": "module", "main": "sharp.js"}')
        decoded = f"{{ data: readFileSync({json.dumps(str(self.pixels))}), info: {{ width: {SIDE}, height: {SIDE} }} }}"
        (stand_in / "sharp.js").write_text(
            'import { readFileSync } from "node:fs";\n'
            f"const image = {{ ensureAlpha: () => image, raw: () => image, toBuffer: async () => ({decoded}) }};\n"
            "export default () => image;\n"
        )
        guide = (ROOT / "docs" / "browser.md").read_text(encoding="utf-8")
        program = guide.partition("## Use Node.js")[2].partition("```js\n")[2].partition("```")[0]
        start, call, end = program.rpartition("console.log(")
        (self.folder / "guide.mjs").write_text(f"{start}{call}JSON.stringify({end.rstrip().removesuffix(');')}));\n")
        [hand] = self.run_node("guide.mjs")["hands"]
        self.assertEqual(hand["handedness"]["categoryName"], "Left")

    def test_reports_errors(self):
        shutil.copy(PROGRAMS / "node_errors.mjs", self.folder)
        messages = self.run_node("node_errors.mjs")
        self.assertIn("the worker failed: Cannot find module", messages.pop("worker"))
        other = "Tegata finds hands only; import other tasks from MediaPipe's packages"
        self.assertEqual(
            messages,
            {
                "path": "missing.task: cannot be read (ENOENT); check the path",
                "address": "file:///missing.task: cannot be read (ENOENT); check the path",
                "server": (
                    "http://127.0.0.1:1/hand_landmarker.task: cannot be fetched; check the address, and that a server"
                    " offers the file"
                ),
                "element": "only browsers can draw this image; pass { width, height, data } with RGBA pixels",
                "size": "plane 0 has 589823 bytes, but its size and row stride need 589824",
                "face": other,
                "text": other,
            },
        )


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(shutil.which("esbuild"), "esbuild is not installed")
class BundleTests(Programs):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.copy(PROGRAMS / "bundled.mjs", cls.folder)

    def bundle(self, form, name):
        command = ["esbuild", "bundled.mjs", "--bundle", "--minify", "--platform=node", f"--format={form}"]
        subprocess.run([*command, f"--outfile={name}"], cwd=self.folder, check=True, capture_output=True)

    def test_modules_find_the_files_next_to_them(self):
        self.bundle("esm", "dist/program.mjs")
        for name in ("tegata-relaxed.wasm", "tegata-simd128.wasm", "tegata.mjs", "worker.mjs"):
            shutil.copy(PACKAGE / name, self.folder / "dist")
        found = self.run_node("dist/program.mjs")
        self.assertEqual(found["results"], [expected(found["level"])] * 2)

    def test_scripts_need_the_addresses_of_files(self):
        self.bundle("iife", "script.cjs")
        found = self.run_node("script.cjs")
        module = f"tegata-{found['level']}.wasm"
        action = "only ES modules find it; bundle as an ES module, or pass its address as"
        self.assertEqual(found["results"], [f"{module}: {action} module", f"worker.mjs: {action} worker"])
        found = self.run_node("script.cjs", PACKAGE / module, PACKAGE / "worker.mjs")
        self.assertEqual(found["results"], [expected(found["level"])] * 2)


class AddressTests(unittest.TestCase):
    """The form of the addresses that Vite and webpack follow."""

    def test_names_each_file_once(self):
        code = (ROOT / "JavaScript" / "tegata.mjs").read_text()
        form = r'new URL\(\s*"([^"]+)"\s*,\s*import\.meta\.url\s*\)'
        names = ["./tegata-relaxed.wasm", "./tegata-simd128.wasm", "./worker.mjs"]
        self.assertEqual(sorted(re.findall(form, code)), names)
        self.assertRegex(code, r'new Worker\(new URL\("./worker.mjs", import.meta.url\), \{ type: "module" \}\)')


# The parts that tests share run only in the subclasses.
del Programs

if __name__ == "__main__":
    unittest.main()
