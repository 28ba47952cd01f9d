"""The recipes of docs/security.md for untrusted files: the intended commands work inside, and nothing else does.

Needs the release build, hand_landmarker.task and bubblewrap; the systemd recipe also needs systemd and root.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, ROOT, TEGATA, models

PICTURE = RENDERED / "two_hands_mixed.png"
DOCUMENT = ROOT / "docs" / "security.md"
MODELS = models("hand_landmarker.task")
# Devices that the kernel creates in every new network namespace: none leads out; tunnel ends exist on some kernels.
OF_EVERY_NAMESPACE = {"lo", "tunl0", "sit0", "gre0", "gretap0", "erspan0", "ip_vti0", "ip6_vti0", "ip6tnl0", "ip6gre0"}


def recipe(command):
    """Returns the words of the recipe that begins with `command`, without the program and its input."""
    blocks = re.findall(r"^```sh\n(.*?)^```", DOCUMENT.read_text(), re.DOTALL | re.MULTILINE)
    block = next(block for block in blocks if block.startswith(command))
    words = shlex.split(block.replace("\\\n", " "))
    return words[: words.index("tegata")]


def runtime():
    """Returns the folder of the Swift runtime that the build is linked with."""
    listing = subprocess.run(["readelf", "-d", TEGATA], capture_output=True, text=True, check=True).stdout
    found = re.search(r"RUNPATH.*\[([^:\]]+)", listing)
    return found[1] if found and Path(found[1]).is_dir() else None


def box_is_missing():
    if shutil.which("bwrap") is None:
        return "bubblewrap is missing"
    if subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True).returncode != 0:
        return "this machine does not allow namespaces"
    return ""


def systemd_is_missing():
    if shutil.which("systemd-run") is None or not Path("/run/systemd/system").is_dir():
        return "systemd is not running on this machine"
    return "" if os.geteuid() == 0 else "not root"


BOX_IS_MISSING, SYSTEMD_IS_MISSING = box_is_missing(), systemd_is_missing()


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, "hand_landmarker.task is missing")
class ConfinementTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def boxed(self, *command, shows=(), limits=None, data=None):
        """Runs the bubblewrap recipe with the build instead of the package, and with other limits if given."""
        words = recipe("prlimit")
        for old, new in (limits or {}).items():
            self.assertIn(old, words)
            words[words.index(old)] = new
        # The package's program and models are below /usr.
        places = [(TEGATA, "/program/tegata"), (MODELS, "/program/models"), *shows]
        if runtime():
            places.append((runtime(), runtime()))
        extra = [str(word) for place in places for word in ("--ro-bind", *place)]
        extra += ["--setenv", "TEGATA_MODELS", "/program/models", "--setenv", "PATH", "/program:/usr/bin"]
        end = words.index("--remount-ro")
        return subprocess.run([*words[:end], *extra, *words[end:], *command], input=data or b"", capture_output=True)

    @unittest.skipIf(BOX_IS_MISSING, BOX_IS_MISSING)
    def test_bubblewrap_allows_images_and_videos(self):
        done = self.boxed("tegata", "detect", "--json", "-", data=PICTURE.read_bytes())
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(len(json.loads(done.stdout)["hands"]), 2)
        if shutil.which("ffmpeg"):
            video = self.folder / "hands.mp4"
            subprocess.run(
                ["ffmpeg", "-v", "error", "-loop", "1", "-i", PICTURE, "-frames:v", "2", "-pix_fmt", "yuv420p", video],
                check=True,
            )
            done = self.boxed("tegata", "track", "--json", "/input", shows=[(video, "/input")])
            self.assertEqual((done.returncode, done.stdout.count(b"\n")), (0, 2), done.stderr)
        done = self.boxed("tegata", "detect", "-", data=PICTURE.read_bytes()[:5000])
        self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")), (1, b"", 1), done.stderr)

    @unittest.skipIf(BOX_IS_MISSING, BOX_IS_MISSING)
    def test_bubblewrap_forbids_network_and_other_files(self):
        script = (
            "cat /proc/net/dev; touch /new /usr/new /input /tmp/new; ls -d /home /root /var; env;"
            " grep -E '^Cap(Eff|Bnd)' /proc/self/status; echo processes $(ls -d /proc/[0-9]* | wc -l)"
        )
        done = self.boxed("/usr/bin/sh", "-c", script, shows=[(PICTURE, "/input")])
        lines = done.stdout.decode().splitlines()
        devices = [found[1] for line in lines if (found := re.match(r" *(\w+): ", line))]
        self.assertLessEqual(set(devices), OF_EVERY_NAMESPACE)
        # Three files cannot be written, and four folders do not exist.
        errors = done.stderr.decode()
        self.assertEqual((errors.count("Read-only file system"), errors.count("No such file")), (3, 4), errors)
        self.assertEqual({line.split()[1] for line in lines if line.startswith("Cap")}, {"0" * 16})
        self.assertNotIn("HOME", {line.split("=")[0] for line in lines})
        self.assertLess(int(lines[-1].split()[1]), 8)

    @unittest.skipIf(BOX_IS_MISSING, BOX_IS_MISSING)
    def test_bubblewrap_limits_memory_and_time(self):
        large = self.folder / "large.ppm"
        with large.open("wb") as stream:
            stream.write(b"P6\n8000 6000\n255\n")
            stream.truncate(stream.tell() + 3 * 8000 * 6000)
        done = self.boxed(
            "tegata", "detect", "/input", shows=[(large, "/input")], limits={"--as=2147483648": f"--as={300 << 20}"}
        )
        self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")), (1, b"", 1), done.stderr)
        self.assertIn(b"memory", done.stderr)
        done = self.boxed("/usr/bin/sleep", "60", limits={"60": "1"})
        self.assertEqual(done.returncode, 124)
        done = self.boxed("/usr/bin/sh", "-c", "trap '' TERM; while :; do :; done", limits={"60": "1"})
        self.assertEqual(done.returncode, 124)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is missing")
    def test_systemd_accepts_the_properties(self):
        words = recipe("systemd-run")
        properties = [after for word, after in zip(words, words[1:]) if word == "-p"]
        self.assertGreater(len(properties), 15)
        unit = self.folder / "confined.service"
        unit.write_text("[Service]\nType=exec\nExecStart=/usr/bin/true\n" + "\n".join(properties) + "\n")
        done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
        said = [line for line in done.stderr.splitlines() if "confined.service" in line]
        self.assertEqual(said, [])

    @unittest.skipIf(SYSTEMD_IS_MISSING, SYSTEMD_IS_MISSING)
    def test_runs_confined_by_systemd(self):
        words = recipe("systemd-run")
        # The package's program is below /usr, but this one may be in a home directory, which the recipe hides.
        places = [(str(TEGATA), "/program/tegata"), (str(MODELS), "/program/models")]
        if folder := runtime():
            places.append((folder, folder))
        extra = [word for place in places for word in ("-p", "BindReadOnlyPaths={}:{}".format(*place))]
        extra += ["-p", "Environment=TEGATA_MODELS=/program/models"]
        done = subprocess.run(
            [*words, *extra, "/program/tegata", "detect", "--json", "-"],
            input=PICTURE.read_bytes(),
            capture_output=True,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(json.loads(done.stdout)["hands"]), 2)
        done = subprocess.run(
            [*words, "/usr/bin/sh", "-c", "cat /proc/net/dev; : >/new"], capture_output=True, text=True
        )
        interfaces = [line.split(":")[0].strip() for line in done.stdout.splitlines() if ":" in line]
        self.assertLessEqual(set(interfaces), OF_EVERY_NAMESPACE)
        self.assertIn("Read-only file system", done.stderr)
        limits = {"RuntimeMaxSec=60": "RuntimeMaxSec=1", "MemoryMax=2G": "MemoryMax=64M"}
        for words_that_go_on in (["/usr/bin/sleep", "60"], ["/usr/bin/tail", "/dev/zero"]):
            ended = subprocess.run(
                [*(limits.get(word, word) for word in words), *words_that_go_on], capture_output=True, timeout=50
            )
            self.assertEqual(ended.returncode, 1, words_that_go_on)


if __name__ == "__main__":
    unittest.main()
