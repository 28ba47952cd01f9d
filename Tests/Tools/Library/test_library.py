"""The C library: Tools/build/library, the examples of Examples/C, and mistakes of callers.

Needs the library, a C and C++ compiler, pkg-config and the models; the memory tests need valgrind.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tools" / "lib"))
from package_version import constant

LIBRARY = ROOT / ".build" / "library"
MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
HANDS, GESTURES = MODELS / "hand_landmarker.task", MODELS / "gesture_recognizer.task"
PICTURE = ROOT / "Tests" / "Fixtures" / "rendered" / "victory_left.png"
SOURCES = Path(__file__).resolve().parent
EXAMPLES = ROOT / "Examples" / "C"
CHECK = ROOT / "Tools" / "check" / "mediapipe"
# A separate process, because MediaPipe needs other versions of packages.
MISSING = subprocess.run([sys.executable, CHECK, "--missing"], capture_output=True, text=True).stdout.strip()


def flags(*options):
    environment = dict(os.environ, PKG_CONFIG_PATH=str(LIBRARY / "lib" / "pkgconfig"))
    return subprocess.run(
        ["pkg-config", *options, "tegata"], check=True, capture_output=True, text=True, env=environment
    ).stdout.split()


@unittest.skipUnless((LIBRARY / "lib" / "libtegata.so").is_file(), "the library is not built; run Tools/build/library")
@unittest.skipUnless(
    shutil.which("gcc") and shutil.which("g++") and shutil.which("pkg-config"),
    "a compiler for C and C++ or pkg-config is missing",
)
class LibraryTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compiled(self, source, *options, static=False):
        program = self.folder / source.stem
        linked = flags("--cflags", "--libs", *(["--static"] if static else []))
        linked = ["-l:libtegata.a" if static and word == "-ltegata" else word for word in linked]
        command = [
            "gcc",
            "-Wall",
            "-Wextra",
            "-Werror",
            *options,
            source,
            *linked,
            f"-Wl,-rpath,{LIBRARY}/lib",
            "-o",
            program,
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return program

    def output(self, *command, **options):
        done = subprocess.run(command, capture_output=True, **options)
        self.assertEqual(done.returncode, 0, done.stderr.decode()[-3000:])
        return done.stdout.decode()

    def test_headers_compile_without_warnings(self):
        for language, standard in [("c", "c99"), ("c", "c17"), ("c++", "c++98"), ("c++", "c++20")]:
            for names in (["tegata.h"], ["tegata_mediapipe.h"], ["tegata_mediapipe.h", "tegata.h"]):
                text = "".join(f"#include <{name}>\n" for name in names)
                strict = [f"-std={standard}", "-pedantic", "-Wall", "-Wextra", "-Werror"]
                self.output(
                    "gcc", "-x", language, *strict, *flags("--cflags"), "-fsyntax-only", "-", input=text.encode()
                )

    def test_exports_exactly_the_listed_functions(self):
        listed = set(
            re.findall(
                r"^    (\w+);$", (ROOT / "Sources/Bindings/CTegataLibrary/exports.map").read_text(), re.MULTILINE
            )
        )
        seen = self.output("nm", "--dynamic", "--defined-only", "--format=posix", LIBRARY / "lib" / "libtegata.so")
        seen = {line.split("@")[0].split()[0] for line in seen.splitlines() if " A " not in line}
        self.assertEqual(seen, listed)
        declared = "".join(path.read_text() for path in (LIBRARY / "include").glob("*.h"))
        declared = set(re.findall(r"\b((?:Mp|tegata_)\w+)\(", re.sub(r"/\*.*?\*/", "", declared, flags=re.DOTALL)))
        self.assertEqual(declared, listed)

    def test_c_code_checks_its_stack_and_buffers(self):
        wanted = self.output("nm", "--dynamic", "--undefined-only", "--format=posix", LIBRARY / "lib" / "libtegata.so")
        wanted = {line.split("@")[0].split()[0] for line in wanted.splitlines()}
        # The C code writes texts of limited length into arrays, and image libraries jump back into it after errors.
        self.assertLessEqual({"__stack_chk_fail", "__snprintf_chk", "__longjmp_chk"}, wanted)
        self.assertEqual({"longjmp", "_longjmp", "__assert_fail"} & wanted, set())

    def test_version_equals_the_version_of_the_package(self):
        self.assertEqual(flags("--modversion"), [constant("number")])

    def test_keeps_the_functions_and_structs_of_the_last_release(self):
        subprocess.run([ROOT / "Tools" / "make" / "abi", "--check"], check=True)

    @unittest.skipUnless(HANDS.is_file(), "hand_landmarker.task is missing")
    def test_example_finds_a_hand_in_an_image(self):
        for static in (False, True):
            program = self.compiled(EXAMPLES / "picture.c", "-std=c99", "-pedantic", static=static)
            self.assertRegex(self.output(program, HANDS, PICTURE), r"^Left 0\.99\d, index finger at 0\.36\d 0\.22\d\n$")
            needed = self.output("readelf", "--dynamic", program)
            self.assertEqual("libtegata" in needed, not static)
        refused = subprocess.run([program, PICTURE, PICTURE], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("Unable to open zip archive.", refused.stderr)

    @unittest.skipUnless(GESTURES.is_file() and shutil.which("ffmpeg"), "gesture_recognizer.task or ffmpeg is missing")
    def test_example_tracks_a_camera(self):
        program = self.compiled(EXAMPLES / "camera.c", "-std=c99", "-pedantic")
        self.assertRegex(
            self.output(program, GESTURES, "384", "384", input=self.frames(3)),
            r"^(frame \d: #1 Left at 0\.36\d 0\.2[12]\d, Victory\n){3}$",
        )

    def frames(self, count):
        command = [
            "ffmpeg",
            "-v",
            "error",
            "-loop",
            "1",
            "-i",
            PICTURE,
            "-frames:v",
            str(count),
            "-f",
            "rawvideo",
            "-pix_fmt",
            "nv12",
            "-",
        ]
        return subprocess.run(command, check=True, capture_output=True).stdout

    @unittest.skipUnless(HANDS.is_file() and GESTURES.is_file(), "models are missing")
    def test_reports_misuse(self):
        program = self.compiled(SOURCES / "misuse.c", "-std=gnu11")
        self.assertEqual(self.output(program, HANDS, GESTURES, PICTURE), "all noticed\n")

    @unittest.skipUnless(HANDS.is_file(), "hand_landmarker.task is missing")
    def test_finds_far_hands_and_places_in_metres(self):
        program = self.compiled(SOURCES / "far.c", "-std=gnu11")
        self.assertEqual(self.output(program, HANDS, PICTURE), "all noticed\n")

    @unittest.skipUnless(HANDS.is_file(), "hand_landmarker.task is missing")
    def test_serves_many_threads(self):
        program = self.compiled(SOURCES / "threads.c", "-std=gnu11", "-pthread")
        self.assertEqual(self.output(program, HANDS, PICTURE, "20", "80"), "all well\n")

    @unittest.skipUnless(HANDS.is_file(), "hand_landmarker.task is missing")
    def test_works_in_forked_processes(self):
        program = self.compiled(SOURCES / "forks.c", "-std=gnu11", "-pthread")
        self.assertEqual(self.output(program, HANDS), "all well\n")

    @unittest.skipUnless(
        HANDS.is_file() and GESTURES.is_file() and shutil.which("ffmpeg"), "models or ffmpeg are missing"
    )
    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is missing")
    def test_has_no_memory_errors_under_valgrind(self):
        valgrind = [
            "valgrind",
            "--quiet",
            "--leak-check=full",
            "--show-leak-kinds=definite,indirect",
            "--errors-for-leak-kinds=definite,indirect",
            "--error-exitcode=9",
        ]
        self.output(*valgrind, self.compiled(EXAMPLES / "picture.c"), HANDS, PICTURE)
        self.output(*valgrind, self.compiled(EXAMPLES / "camera.c"), GESTURES, "384", "384", input=self.frames(2))

    @unittest.skipUnless(HANDS.is_file(), "hand_landmarker.task is missing")
    def test_reports_out_of_memory(self):
        program = self.compiled(SOURCES / "shortage.c", "-std=gnu11")
        self.assertEqual(self.output(program, HANDS), "all said\n")


@unittest.skipIf(MISSING, MISSING)
class MediaPipeTests(unittest.TestCase):
    def test_classes_of_mediapipe_return_the_same_results(self):
        done = subprocess.run([sys.executable, CHECK], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
