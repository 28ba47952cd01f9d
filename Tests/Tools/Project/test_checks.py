"""Programs that check others fail if there is nothing to check; stubs replace the compilers."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from project import ROOT, script

sys.path.insert(0, str(ROOT / "Tools" / "lib"))
reach = script(ROOT / "Tools" / "lib" / "reach")

# Builds a program from the text in $MADE, if there is one; the output is the last argument.
COMPILER = """#!/bin/bash
[[ $(basename "$0") != "$FAILING" ]] || exit 1
[[ $(basename "$0") == clang ]] || { printf '%b' "$MADE" >"${!#}" && chmod 755 "${!#}"; }
"""


class SanitizeTests(unittest.TestCase):
    """Callers of the C library, built with a sanitizer."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project, self.programs = Path(folder.name) / "project", Path(folder.name) / "bin"
        (self.project / "Tools" / "check").mkdir(parents=True)
        self.programs.mkdir()
        for name in ("check/sanitize", "setup"):
            shutil.copy(ROOT / "Tools" / name, self.project / "Tools" / name)
        for name in ("hand_landmarker.task", "gesture_recognizer.task"):
            (self.project / name).touch()
        for name, text in (("clang", COMPILER), ("swiftc", COMPILER), ("swift", "#!/bin/sh\n")):
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)

    def sanitize(self, made="#!/bin/sh\\nexit 1\\n", failing=""):
        """Returns the status with callers of this content."""
        environment = {
            **os.environ,
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "TEGATA_MODELS": str(self.project),
            "MADE": made,
            "FAILING": failing,
        }
        command = [self.project / "Tools" / "check" / "sanitize", "address"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).returncode

    def test_sanitize_ignores_the_output_of_callers(self):
        self.assertEqual(self.sanitize(), 0)

    def test_sanitize_fails_for_reports_and_signals(self):
        self.assertEqual(self.sanitize("#!/bin/sh\\necho ERROR: of memory\\n"), 1)
        self.assertEqual(self.sanitize("#!/bin/sh\\nkill -ABRT $$\\n"), 1)

    def test_sanitize_fails_if_callers_are_not_built(self):
        # Even if a program of an earlier run exists.
        self.assertEqual(self.sanitize(), 0)
        for compiler in ("clang", "swiftc"):
            self.assertEqual(self.sanitize(failing=compiler), 1)

    def test_sanitize_fails_if_callers_do_not_start(self):
        self.assertEqual(self.sanitize("#!/nowhere/sh\\n"), 1)


class ReaderTests(unittest.TestCase):
    """Readers are found, and their targets exist."""

    READER = (
        "extension Archive {\n    package init(\n        _ bytes: Bytes, file: String\n    ) throws(Problem) {\n   "
        " }\n}\n"
    )

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Path(folder.name)
        self.write(
            "Tests/Support/FuzzTargets/Targets.swift",
            'let all = [FuzzTarget("zip") { bytes in }] + ["png", "jpeg"].map { name in\n    FuzzTarget(name) { }\n}\n',
        )
        self.write("Sources/Engine/Formats/Archive.swift", self.READER)
        self.write("Fuzz/readers.txt", "# A comment.\nSources/Engine/Formats/Archive.swift fuzz zip png\n")

    def write(self, name, text):
        (self.project / name).parent.mkdir(parents=True, exist_ok=True)
        (self.project / name).write_text(text)

    def faults(self):
        done = subprocess.run(
            [ROOT / "Tools" / "check" / "readers", "--root", self.project], capture_output=True, text=True
        )
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, int("have one of" not in done.stdout))
        return [line.removeprefix("check-readers: ") for line in done.stdout.splitlines()]

    def test_every_reader_of_the_project_has_a_target(self):
        done = subprocess.run([ROOT / "Tools" / "check" / "readers"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_accepts_listed_readers(self):
        self.assertEqual(self.faults(), ["1 files with readers have one of 3 fuzz targets or a test"])

    def test_reports_readers_without_a_target(self):
        planted = {
            "Sources/Media/Sound/Sound.swift": (
                "public static func samples(ofFileAt path: String) -> [Float] {}\n",
                "samples",
            ),
            "Sources/Media/Sound/Stream.swift": (
                "package func read(\n    from stream: InputStream, limit: Int = 3\n) {}\n",
                "read",
            ),
            "Sources/Media/Sound/Cache.swift": (
                "func cached() { use(try? Bytes(readingFileAt: path, atMost: 3)) }\n",
                "Bytes(readingFileAt)",
            ),
            "Sources/Tasks/Library/Calls.swift": (
                '@_cdecl("take")\npublic func take(_ pixels: UnsafePointer<UInt8>?, _ count: Int32) {}\n',
                "take",
            ),
            "Sources/Media/Codec/Codec.c": (
                "int decode(const uint8_t *bytes, size_t count) {\n    return 0;\n}\n",
                "decode",
            ),
            "Integrations/GStreamer/element.c": ("    base->set_caps = set_caps;\n", "set_caps"),
            "Python/tegata/sound.py": ("samples = struct.unpack('<f', data)\n", "struct.unpack"),
        }
        for name, (text, found) in planted.items():
            self.write(name, text)
            with self.subTest(name=name):
                self.assertEqual(
                    self.faults(),
                    [f"{name}: reads external bytes ({found}), but Fuzz/readers.txt names no fuzz target for it"],
                )
            (self.project / name).unlink()

    def test_ignores_files_that_do_not_read(self):
        self.write(
            "Sources/Engine/Formats/Writer.swift",
            "/// public init(_ bytes: Bytes)\npackage func write(_ bytes: RawSpan) {}\nfunc own(_ bytes: Bytes) {}\n"
            "package func with(_ body: (RawSpan) -> Void) {}\n",
        )
        self.write(
            "Sources/Media/Codec/Own.c", "static int own(const uint8_t *bytes) {\n}\n/* int old(const void *a) { */\n"
        )
        self.write("Python/tegata/plain.py", "# json.loads(text)\n")
        self.assertEqual(len(self.faults()), 1)
        self.assertIn("have one of", self.faults()[0])

    def test_reports_lines_without_a_reader_or_target(self):
        start = "Sources/Engine/Formats/Archive.swift fuzz zip\n"
        lines = {
            "Sources/Gone.swift fuzz zip": "Fuzz/readers.txt:2: Sources/Gone.swift has no reader; remove the line",
            "Sources/Engine/Formats/Archive.swift fuzz zip": (
                "Fuzz/readers.txt:2: Sources/Engine/Formats/Archive.swift has another line"
            ),
            "Sources/Gone.swift perhaps": "Fuzz/readers.txt:2: not an entry, then fuzz, test, via or none, and words",
        }
        for line, fault in lines.items():
            self.write("Fuzz/readers.txt", start + line + "\n")
            self.assertEqual(self.faults(), [fault])
        for words, fault in {
            "fuzz gif": "there is no fuzz target gif in Tests/Support/FuzzTargets",
            "test Tests/none.py": "there is no test Tests/none.py",
            "test Tests/Support/FuzzTargets/Targets.swift:Nobody": (
                "Tests/Support/FuzzTargets/Targets.swift has no Nobody"
            ),
            "via Sources/None.swift": "Sources/None.swift has no line",
            "via Sources/Engine/Formats/Archive.swift": (
                "Sources/Engine/Formats/Archive.swift has no fuzz target; name an entry that has one"
            ),
        }.items():
            self.write("Fuzz/readers.txt", f"Sources/Engine/Formats/Archive.swift {words}\n")
            self.assertEqual(self.faults(), [f"Fuzz/readers.txt:1: {fault}"])


@unittest.skipUnless(shutil.which("swift"), "swift is missing")
class ReachTests(unittest.TestCase):
    """The tests that a changed file reaches, in this package."""

    def test_target_reaches_its_dependents_and_its_products(self):
        targets, files = reach.reached_by(["Sources/Media/TegataJPEG/JPEGDecoder.swift"])
        self.assertLessEqual({"TegataJPEGTests", "TegataLibraryTests", "FuzzTargetsTests"}, set(targets))
        self.assertTrue({"TegataHandsTests", "TegataKernelTests"}.isdisjoint(targets))
        self.assertLessEqual({"test_library", "test_python"}, set(files))

    def test_shared_sources_reach_all_kernel_levels(self):
        self.assertIn("TegataKernelTests", reach.reached_by(["Sources/Kernels/Shared/GemmTile.swift"])[0])

    def test_other_files_reach_the_tests_that_mention_them(self):
        targets, files = reach.reached_by(["Tools/build/sbom"])
        self.assertIn("test_releases", files)
        self.assertNotIn("test_web", files)
        targets, files = reach.reached_by(["Python/tegata/publish/__init__.py"])
        self.assertEqual(targets, [])
        self.assertIn("test_publish", files)
        self.assertNotIn("test_web", files)

    def test_a_test_reaches_itself(self):
        self.assertEqual(reach.reached_by(["Tests/Tools/Command/test_bench.py"]), ([], ["test_bench"]))
        self.assertEqual(reach.reached_by(["Tests/Media/TegataJPEGTests/New.swift"]), (["TegataJPEGTests"], []))

    def test_shared_files_reach_everything(self):
        self.assertEqual(reach.reached_by(["Tools/setup", "README.md"]), (["all"], ["all"]))


class LandingTests(unittest.TestCase):
    def test_ci_run_rejects_arguments(self):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / ".ci").mkdir()
            shutil.copy(ROOT / ".ci" / "run", Path(name) / ".ci" / "run")
            done = subprocess.run([Path(name) / ".ci" / "run", "--help"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("takes no arguments", done.stderr)


if __name__ == "__main__":
    unittest.main()
