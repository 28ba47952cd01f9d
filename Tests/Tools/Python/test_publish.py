"""python -m tegata publish: MQTT against mosquitto, OSC against python-osc's server, VMC against a reader of bytes,
WebSocket against many readers.

Needs the library, ffmpeg, mosquitto, openssl, NumPy, the packages of the extras and the models; the tests of WebSocket
need only the library, NumPy and websockets.
"""

import asyncio
import contextlib
import functools
import importlib.util
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
GESTURES = MODELS / "gesture_recognizer.task"
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"
LIBRARY = ROOT / ".build" / "library" / "lib" / "libtegata.so"
sys.path += [str(ROOT / "Python"), str(ROOT / ".build" / "python")]

MISSING = ""
if not LIBRARY.is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif not GESTURES.is_file():
    MISSING = "models are missing"
elif any(importlib.util.find_spec(name) is None for name in ("numpy", "paho", "pythonosc", "websockets")):
    MISSING = "NumPy, paho-mqtt, python-osc or websockets are missing; Tools/test puts them into .build/python"
elif not all(map(shutil.which, ("mosquitto", "mosquitto_passwd", "openssl", "ffmpeg"))):
    MISSING = "mosquitto, openssl or ffmpeg are missing"


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(holds, seconds=15):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def osc_messages(data):
    """Returns the messages of an OSC bundle that contains no other bundle: addresses, types and values."""

    def text(data, start):
        end = data.index(b"\0", start)
        return data[start:end].decode(), end + 4 - end % 4

    assert data[:16] == b"#bundle\0" + bytes(7) + b"\1"
    messages, start = [], 16
    while start < len(data):
        (size,) = struct.unpack_from(">i", data, start)
        message, start = data[start + 4 : start + 4 + size], start + 4 + size
        address, place = text(message, 0)
        kinds, place = text(message, place)
        values: list[Any] = []
        for kind in kinds[1:]:
            if kind == "s":
                value, place = text(message, place)
            else:
                (value,) = struct.unpack_from(">" + kind, message, place)
                place += 4
            values.append(value)
        assert place == size
        messages.append((address, kinds, values))
    return messages


def turned(turn, vector):
    """Returns a vector after the rotation by a quaternion x, y, z, w."""
    import numpy as np

    cross = np.cross(turn[:3], vector)
    return vector + 2 * (turn[3] * cross + np.cross(turn[:3], cross))


@unittest.skipIf(MISSING, MISSING)
class PublishTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("TEGATA_MODELS", str(MODELS))
        import tegata
        from tegata import publish

        cls.folder = tempfile.TemporaryDirectory()
        cls.place = Path(cls.folder.name)
        cls.publish = publish
        names = ["victory_left", "thumb_up_right", "no_hand"]
        inputs = [
            word
            for name in names
            for word in ("-framerate", "25", "-loop", "1", "-t", "0.2", "-i", str(RENDERED / f"{name}.png"))
        ]
        scaled = ";".join(f"[{index}]scale=240:180[v{index}]" for index in range(3)) + ";[v0][v1][v2]concat=n=3"
        cls.video = str(cls.place / "video.y4m")
        subprocess.run(
            ["ffmpeg", "-v", "error", *inputs, "-filter_complex", scaled, "-pix_fmt", "yuv420p", cls.video], check=True
        )
        options = {"gestures": True, "events": True, "gesture_dwell_ms": 0, "gesture_release_ms": 0}
        with tegata.Tracker(str(GESTURES), source_name="hands", **options) as tracker:
            cls.frames = [
                publish.Frame(result, result.json or "") for result in tegata.track(cls.video, tracker=tracker)
            ]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def start_program(self, *words):
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "Python"), str(ROOT / ".build" / "python")]),
        }
        command = [sys.executable, "-B", "-m", "tegata", "publish", *words, "--model", str(GESTURES)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe)

    def run_program(self, *words, data=None):
        with self.start_program(*words) as program:
            output, errors = program.communicate(data, timeout=120)
            return subprocess.CompletedProcess(program.args, program.returncode, output, errors)

    def test_reports_events(self):
        said = [(event.kind, event.name) for frame in self.frames for event in frame.result.events]
        self.assertEqual(said[:2], [("appeared", "Left"), ("began", "Victory")])
        self.assertEqual(said[-1][0], "disappeared")
        self.assertEqual([json.loads(frame.json)["frame"] for frame in self.frames], list(range(15)))

    # MQTT

    def broker(self, port, *lines):
        file = self.place / f"broker-{port}.conf"
        file.write_text("\n".join(["persistence false", f"listener {port} 127.0.0.1", *lines]) + "\n")
        process = subprocess.Popen(["mosquitto", "-c", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

        def answers():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        self.assertTrue(until(answers))
        return process

    def listener(self, port, prepare=lambda client: None):
        from paho.mqtt import client as paho

        heard = []
        client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        prepare(client)
        client.on_message = lambda _client, _data, message: heard.append(
            (message.topic, message.payload.decode(), message.retain)
        )
        client.on_connect = lambda client, *_: client.subscribe("#", 1)
        ready = threading.Event()
        client.on_subscribe = lambda *_: ready.set()
        client.reconnect_delay_set(1, 1)
        client.connect("127.0.0.1", port)
        client.loop_start()
        self.addCleanup(client.loop_stop)
        self.addCleanup(client.disconnect)
        self.assertTrue(ready.wait(10))
        return heard

    def test_publishes_over_mqtt_with_password_and_tls(self):
        from tegata.publish._mqtt import MQTT

        passwords, key, certificate = self.place / "passwords", self.place / "key.pem", self.place / "certificate.pem"
        subprocess.run(
            ["mosquitto_passwd", "-b", "-c", passwords, "camera", "secret word"], check=True, capture_output=True
        )
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-keyout",
                key,
                "-out",
                certificate,
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ],
            check=True,
            capture_output=True,
        )
        for path in (passwords, key):
            path.chmod(0o644)
        self.place.chmod(0o755)
        port = free_port()
        self.broker(
            port, f"certfile {certificate}", f"keyfile {key}", "allow_anonymous false", f"password_file {passwords}"
        )

        def prepare(client):
            client.username_pw_set("camera", "secret word")
            client.tls_set(ca_certs=str(certificate))

        heard = self.listener(port, prepare)
        connector = MQTT(f"mqtts://camera@localhost:{port}", "desk", "secret word", str(certificate), has_frames=True)
        self.assertTrue(until(lambda: ("tegata/desk/status", "online", False) in heard))
        for frame in self.frames:
            self.assertTrue(until(lambda: not connector._client.want_write()))
            connector.send(frame)
        self.assertTrue(
            until(lambda: heard and heard[-1][0] == "tegata/desk/frame" and json.loads(heard[-1][1])["frame"] == 14)
        )
        connector.close()
        self.assertTrue(until(lambda: ("tegata/desk/status", "offline", False) in heard))
        events = [json.loads(text)["event_type"] for topic, text, _ in heard if topic == "tegata/desk/event"]
        wanted = [
            event.name if event.kind == "began" else event.kind
            for frame in self.frames
            for event in frame.result.events
        ]
        self.assertEqual(events, wanted)
        self.assertEqual(connector.lost, 0)
        self.assertEqual([text for topic, text, _ in heard if topic == "tegata/desk/presence"], ["OFF", "ON", "OFF"])
        self.assertEqual(
            [text for topic, text, _ in heard if topic == "tegata/desk/frame"], [frame.json for frame in self.frames]
        )
        for component, object in [("binary_sensor", "presence"), ("sensor", "count"), ("event", "gesture")]:
            config = json.loads(
                next(
                    text
                    for topic, text, _ in heard
                    if topic == f"homeassistant/{component}/tegata_desk/{object}/config"
                )
            )
            self.assertEqual(config["availability_topic"], "tegata/desk/status")
            self.assertEqual(config["device"]["identifiers"], ["tegata_desk"])
            if component == "event":
                self.assertLessEqual(set(events), set(config["event_types"]))
        # Later subscribers receive the retained states.
        later = self.listener(port, prepare)
        self.assertTrue(
            until(lambda: {("tegata/desk/status", "offline", True), ("tegata/desk/count", "0", True)} <= set(later))
        )

    def test_states_end_before_the_program_is_offline(self):
        from tegata.publish._mqtt import MQTT

        port = free_port()
        self.broker(port, "allow_anonymous true")
        heard = self.listener(port)
        connector = MQTT(f"mqtt://127.0.0.1:{port}", "desk")
        self.assertTrue(until(lambda: connector._client.is_connected()))
        connector.send(self.frames[0])
        connector.close()
        self.assertTrue(until(lambda: ("tegata/desk/status", "offline", False) in heard))
        said = [(topic.removeprefix("tegata/desk/"), text) for topic, text, _ in heard if topic.startswith("tegata/")]
        self.assertEqual([text for topic, text in said if topic == "presence"], ["OFF", "ON", "OFF"])
        self.assertEqual(said[-3:], [("count", "0"), ("presence", "OFF"), ("status", "offline")])
        later = self.listener(port)
        kept = {(f"tegata/desk/{topic}", text, True) for topic, text in said[-3:]}
        self.assertTrue(until(lambda: kept <= set(later)))

    def test_reconnects_to_a_broker_that_returns(self):
        from tegata.publish._mqtt import MQTT

        port = free_port()
        connector = MQTT(f"mqtt://127.0.0.1:{port}", "desk")
        self.addCleanup(connector.close)
        # Without a broker, nothing is kept and nothing waits.
        for _ in range(1000):
            for frame in self.frames:
                connector.send(frame)
        self.assertGreater(connector.lost, 1000)
        self.assertEqual(len(connector._client._out_messages) + len(connector._client._out_packet), 0)
        process = self.broker(port, "allow_anonymous true")
        heard = self.listener(port)
        self.assertTrue(
            until(lambda: ("tegata/desk/status", "online") in [(topic, text) for topic, text, _ in heard], 30)
        )
        process.kill()
        process.wait()
        self.assertTrue(until(lambda: not connector._client.is_connected()))
        self.broker(port, "allow_anonymous true")
        heard.clear()
        self.assertTrue(
            until(lambda: ("tegata/desk/status", "online") in [(topic, text) for topic, text, _ in heard], 30)
        )

    def test_limits_messages_for_a_paused_broker(self):
        from tegata.publish._mqtt import MQTT

        port = free_port()
        process = self.broker(port, "allow_anonymous true")
        connector = MQTT(f"mqtt://127.0.0.1:{port}", "desk", has_frames=True)
        self.addCleanup(connector.close)
        self.assertTrue(until(lambda: connector._client.is_connected()))
        process.send_signal(signal.SIGSTOP)
        many = self.publish.Frame(self.frames[0].result, "x" * (1 << 20))
        for _ in range(5000):
            connector.send(many)
        # Only a limited number is kept, and the newest states are sent when the broker accepts more.
        self.assertGreater(connector.lost, 3000)
        self.assertLessEqual(len(connector._client._out_messages), 1000)
        self.assertLess(len(connector._client._out_packet), 50)
        connector.send(self.frames[-1])
        process.send_signal(signal.SIGCONT)
        self.assertTrue(until(lambda: not connector._client._out_messages))
        connector.send(self.frames[0])
        later = self.listener(port)
        self.assertTrue(
            until(lambda: {("tegata/desk/count", "1", True), ("tegata/desk/presence", "ON", True)} <= set(later))
        )
        # If a broker does not respond at the end, it publishes itself that the camera is offline when it resumes.
        process.send_signal(signal.SIGSTOP)
        connector.close()
        process.send_signal(signal.SIGCONT)
        self.assertTrue(until(lambda: ("tegata/desk/status", "offline", False) in later))

    def test_drops_unsent_messages_of_a_broker_that_died(self):
        from tegata.publish._mqtt import MQTT

        port = free_port()
        process = self.broker(port, "allow_anonymous true")
        connector = MQTT(f"mqtt://127.0.0.1:{port}", "desk")
        self.addCleanup(connector.close)
        self.assertTrue(until(lambda: connector._client.is_connected()))
        process.send_signal(signal.SIGSTOP)
        for _ in range(200):
            for frame in self.frames:
                connector.send(frame)
        process.kill()
        process.wait()
        self.broker(port, "allow_anonymous true")
        heard = self.listener(port)
        self.assertTrue(
            until(lambda: ("tegata/desk/presence", "OFF") in [(topic, text) for topic, text, _ in heard], 30)
        )
        connector.send(self.frames[0])
        self.assertTrue(until(lambda: "tegata/desk/event" in [topic for topic, _, _ in heard]))
        # Messages that waited for the previous broker are lost, and not sent late.
        self.assertEqual([text for topic, text, _ in heard if topic == "tegata/desk/status"], ["online"])
        events = [event for frame in self.frames for event in frame.result.events]
        self.assertEqual(connector.lost, 200 * len(events))

    # OSC

    def test_sends_osc_messages(self):
        import tegata
        from pythonosc.dispatcher import Dispatcher
        from pythonosc.osc_server import BlockingOSCUDPServer
        from tegata.publish._osc import OSC

        heard = []
        dispatcher = Dispatcher()
        dispatcher.set_default_handler(lambda address, *values: heard.append((address, *values)))
        with BlockingOSCUDPServer(("127.0.0.1", 0), dispatcher) as server:
            server.timeout = 5
            place = f"127.0.0.1:{server.server_address[1]}"
            connector = OSC(place, [])
            connector.send(self.frames[0])
            server.handle_request()
            self.assertEqual(heard[0], ("/tegata/frame", 0, 1))
            self.assertEqual(heard[1], ("/tegata/event", 1, "appeared", "Left", 0))
            self.assertEqual(heard[2], ("/tegata/event", 1, "began", "Victory", 0))
            self.assertEqual(heard[3][:3], ("/tegata/hand/0/info", 1, "Left"))
            self.assertEqual(heard[3][-1], "Victory")
            landmarks = self.frames[0].result.landmarks[0].ravel().tolist()
            self.assertEqual(list(heard[4][1:]), landmarks)
            self.assertEqual(len(heard), 5)
            connector.close()
            heard.clear()
            connector = OSC(place, ["/{side}/{name} {x} {y}", "/gesture {gesture} now"])
            connector.send(self.frames[0])
            server.handle_request()
            self.assertEqual(heard[8], ("/left/index_tip", *landmarks[24:26]))
            self.assertEqual(heard[21:], [("/gesture", "Victory", "now")])
            connector.close()
        with self.subTest("joints"), tegata.Tracker(str(GESTURES), joints=True) as tracker:
            result = tracker.detect(str(RENDERED / "victory_left.png"))
            result.milliseconds = 0
            connector = OSC(place, [])
            messages = dict(connector.messages(self.publish.Frame(result, "")))
            connector.close()
            joints = result[0].joints
            assert joints
            self.assertEqual(messages["/tegata/hand/0/joints"], joints.angles[:, :2].ravel().tolist())
        for template in ("hand {x}", "/hand {height}"):
            with self.subTest(template), self.assertRaisesRegex(ValueError, "the message"):
                OSC("127.0.0.1:9", [template])

    # VMC

    def vmc_result(self, name):
        import tegata

        with tegata.Tracker(str(GESTURES), joints=True) as tracker:
            result = tracker.detect(str(RENDERED / f"{name}.png"))
        result.milliseconds = 1500
        return result

    def joints(self, name):
        joints = self.vmc_result(name)[0].joints
        assert joints
        return joints

    def test_sends_bones_by_the_vmc_protocol(self):
        import numpy as np
        from pythonosc.osc_bundle import OscBundle
        from tegata.publish._vmc import VMC

        bones = [
            f"{finger}{bone}"
            for finger in ("Thumb", "Index", "Middle", "Ring", "Little")
            for bone in ("Proximal", "Intermediate", "Distal")
        ]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
            receiver.bind(("127.0.0.1", 0))
            receiver.settimeout(5)
            connector = VMC(f"127.0.0.1:{receiver.getsockname()[1]}")
            self.addCleanup(connector.close)
            for name, side in [("victory_left", "Left"), ("two_hands_mixed", "Right")]:
                result = self.vmc_result(name)
                connector.send(self.publish.Frame(result, ""))
                data = receiver.recv(1 << 16)
                found = osc_messages(data)
                self.assertEqual(found[:2], [("/VMC/Ext/OK", ",i", [1]), ("/VMC/Ext/T", ",f", [1.5])])
                self.assertEqual({message[:2] for message in found[2:]}, {("/VMC/Ext/Bone/Pos", ",sfffffff")})
                # Of two right hands, the more certain one is sent.
                self.assertEqual([values[0] for _, _, values in found[2:]], [side + name for name in ("Hand", *bones)])
                for _, _, values in found[2:]:
                    self.assertEqual(values[1:4], [0, 0, 0])
                    self.assertAlmostEqual(float(np.linalg.norm(values[4:])), 1, delta=1e-6)
                # python-osc reads the same.
                read = [content for content in OscBundle(data) if content.params is not None]
                self.assertEqual(
                    [(message.address, message.params) for message in read],
                    [(address, values) for address, _, values in found],
                )
            # The video ends.
            connector.send(self.publish.Frame(self.frames[-1].result, ""))
            self.assertEqual(osc_messages(receiver.recv(1 << 16))[0], ("/VMC/Ext/OK", ",i", [0]))

    def test_bones_turn_about_unitys_axes(self):
        import numpy as np
        from tegata.publish._vmc import rotations

        victory = dict(rotations(self.joints("victory_left"), "Left"))
        fist = dict(rotations(self.joints("two_hands_mixed"), "Right"))
        thumb_up = dict(rotations(self.joints("thumb_up_right"), "Right"))

        def angle(turn, axis):
            """Returns the angle about an axis in degrees, of a rotation that is mainly about this axis."""
            self.assertGreater(abs(turn[axis]), 0.9 * np.linalg.norm(turn[:3]))
            return float(np.degrees(2 * np.arctan2(turn[axis], turn[3])))

        # With palms down, bent fingers point down: the left ones from -X, the right ones from X.
        for finger in ("Ring", "Little"):
            self.assertGreater(angle(victory[f"{finger}Intermediate"], 2), 60)
        for finger in ("Index", "Middle", "Ring", "Little"):
            self.assertLess(angle(fist[f"{finger}Intermediate"], 2), -60)
        # The thumb bends towards the fingers, and hardly in a thumb-up.
        self.assertLess(angle(victory["ThumbDistal"], 1), -20)
        self.assertGreater(angle(fist["ThumbDistal"], 1), 20)
        for bone in ("Proximal", "Intermediate", "Distal"):
            self.assertGreater(thumb_up[f"Thumb{bone}"][3], np.cos(np.radians(20 / 2)))
        # Extended fingers hardly turn.
        for bone in ("IndexProximal", "IndexIntermediate", "MiddleIntermediate"):
            self.assertGreater(victory[bone][3], np.cos(np.radians(25 / 2)))
        # Towards the camera, the palm of the left hand faces forwards and its fingers point up.
        self.assertGreater(turned(victory["Hand"], np.array([-1.0, 0, 0]))[1], 0.9)
        self.assertGreater(turned(victory["Hand"], np.array([0, -1.0, 0]))[2], 0.9)
        # The fist's palm faces forwards, too.
        self.assertGreater(turned(fist["Hand"], np.array([1.0, 0, 0]))[1], 0.9)
        self.assertGreater(turned(fist["Hand"], np.array([0, -1.0, 0]))[2], 0.9)

    def test_bones_of_mirrored_hands_are_mirrored(self):
        from tegata.publish._vmc import rotations

        joints = self.joints("thumb_up_right")
        mirrored: Any = SimpleNamespace(orientations=joints.orientations * [1, -1, -1, 1])
        for (bone, turn), (_, other) in zip(rotations(joints, "Right"), rotations(mirrored, "Left")):
            for value, expected in zip(other, turn * [1, -1, -1, 1]):
                self.assertAlmostEqual(value, expected, delta=1e-6, msg=bone)

    # The program

    def test_interrupts_spare_the_events_of_a_frame(self):
        import tegata

        frames = []

        class Listener:
            def send(self, frame):
                if any(event.kind == "ended" for event in frame.result.events):
                    signal.raise_signal(signal.SIGTERM)
                frames.append(frame)

            def close(self):
                pass

        handlers = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
        options = {"gestures": True, "events": True, "gesture_dwell_ms": 0, "gesture_release_ms": 0}
        try:
            interrupts = self.publish.Interrupts()
            with tegata.Tracker(str(GESTURES), **options) as tracker, self.assertRaises(KeyboardInterrupt):
                self.publish.publish(self.video, tracker, [Listener()], interrupts)
        finally:
            for number, handler in handlers:
                signal.signal(number, handler)
        events = [(event.kind, event.name) for frame in frames for event in frame.result.events]
        self.assertEqual(
            events, [("appeared", "Left"), ("began", "Victory"), ("ended", "Victory"), ("disappeared", "Left")]
        )

    def test_program_ends_states_when_it_is_stopped(self):
        video = Path(self.video).read_bytes()
        for number in (signal.SIGINT, signal.SIGTERM):
            port = free_port()
            words = ("-", "--gesture-dwell", "0", "--mqtt", f"mqtt://127.0.0.1:{port}")
            self.broker(port, "allow_anonymous true")
            heard = self.listener(port)
            with self.subTest(number), self.start_program(*words) as program:
                assert program.stdin
                # The first frames show a hand.
                program.stdin.write(video[: len(video) // 2])
                program.stdin.flush()
                self.assertTrue(until(lambda: ("tegata/hands/presence", "ON", False) in heard, 60))
                program.send_signal(number)
                self.assertEqual(program.communicate(timeout=30), (b"", b""))
                self.assertEqual(program.returncode, -signal.SIGINT)
                said = [(topic, text) for topic, text, _ in heard if not topic.startswith("homeassistant/")]
                kinds = [json.loads(text)["event_type"] for topic, text in said if topic == "tegata/hands/event"]
                self.assertIn("ended", kinds)
                self.assertEqual(kinds[-1], "disappeared")
                self.assertEqual(said[-1], ("tegata/hands/status", "offline"))
                self.assertIn(("tegata/hands/presence", "OFF"), said[-8:])

    def test_program_publishes_and_reports_bad_arguments(self):
        for source, data in [(self.video, None), ("-", Path(self.video).read_bytes())]:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver, self.subTest(source):
                receiver.bind(("127.0.0.1", 0))
                receiver.settimeout(5)
                done = self.run_program(source, "--osc", f"127.0.0.1:{receiver.getsockname()[1]}", data=data)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                # The time tag 1 means "immediately".
                self.assertEqual(receiver.recv(1 << 16)[:16], b"#bundle\0" + bytes(7) + b"\1")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
            receiver.bind(("127.0.0.1", 0))
            receiver.settimeout(5)
            done = self.run_program(self.video, "--vmc", f"127.0.0.1:{receiver.getsockname()[1]}")
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            bones = {values[0] for _, _, values in osc_messages(receiver.recv(1 << 16))[2:]}
            self.assertEqual((len(bones), "LeftHand" in bones), (16, True))
        for words, said in [
            ([self.video], "nowhere to send to"),
            ([self.video, "--osc", "nowhere"], "not an OSC destination"),
            ([self.video, "--vmc", "nowhere"], "not an OSC destination"),
            ([self.video, "--mqtt", "http://x"], "not a broker address"),
            ([self.video, "--websocket", "x"], "not a place to serve from"),
            (["/nowhere.mp4", "--osc", "127.0.0.1:9"], "no such file"),
        ]:
            with self.subTest(said):
                done = self.run_program(*words)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr.decode(), f"^tegata: .*{said}.*\n$")


@unittest.skipUnless(LIBRARY.is_file(), "the library is not built; run Tools/build/library")
@unittest.skipIf(
    any(importlib.util.find_spec(name) is None for name in ("numpy", "websockets")), "NumPy or websockets are missing"
)
class WebSocketTests(unittest.TestCase):
    def serve(self, *arguments, **options):
        """Returns a server that is closed after the test, the address for readers, and the port."""
        from tegata.publish._websocket import WebSocket

        server = WebSocket(*arguments, **options)
        self.addCleanup(server.close)
        address = server.address.replace("http", "ws").replace("0.0.0.0", "127.0.0.1")
        return server, address, int(address.split(":")[2].split("/")[0])

    def frame(self, number, *events):
        """Returns a frame with events, or an end with events if the number is None."""
        from tegata.publish import Frame

        # The server reads only the events and the JSON.
        result: Any = SimpleNamespace(events=[SimpleNamespace(json=json.dumps({"event": name})) for name in events])
        return Frame(result, "" if number is None else json.dumps({"frame": number}))

    def test_skips_frames_for_readers_that_stall(self):
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed

        server, address, _ = self.serve("0")

        async def read_all():
            readers = [await connect(address, compression=None, max_queue=1) for _ in range(20)]
            latest: list[Any] = [None] * 20

            async def read(index):
                async for text in readers[index]:
                    latest[index] = json.loads(text)

            # The last five never read.
            tasks = [asyncio.create_task(read(index)) for index in range(15)]
            for number in range(3000):
                server.send(self.frame(number))
                await asyncio.sleep(0)
            for _ in range(200):
                if latest[:15] == [{"frame": 2999}] * 15:
                    break
                await asyncio.sleep(0.05)
            self.assertEqual(latest[:15], [{"frame": 2999}] * 15)
            # At the end, readers still receive the last events, and those that stall prevent nothing.
            server.send(self.frame(None, "ended", "disappeared"))
            start = time.monotonic()
            await asyncio.to_thread(self.doCleanups)
            self.assertLess(time.monotonic() - start, 4)
            for task in tasks:
                with contextlib.suppress(ConnectionClosed):
                    await task
            self.assertEqual(latest[:15], [{"event": "disappeared"}] * 15)
            self.assertEqual([reader.protocol.close_code for reader in readers[:15]], [1001] * 15)
            for reader in readers:
                reader.transport.abort()

        asyncio.run(read_all())

    def test_reads_what_readers_send(self):
        from tegata.publish import _websocket
        from websockets.asyncio.client import connect

        impatient = functools.partial(_websocket.serve, ping_interval=0.1, ping_timeout=0.3)
        with mock.patch.object(_websocket, "serve", impatient):
            server, address, _ = self.serve("0")

        async def talk():
            async with connect(address) as reader:
                for number in range(100):
                    await reader.send(f"message {number}")
                # Several times the patience of the server.
                await asyncio.sleep(1)
                server.send(self.frame(7))
                return json.loads(await reader.recv())

        self.assertEqual(asyncio.run(talk()), {"frame": 7})

    def test_requires_a_token_from_other_machines(self):
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidStatus

        server, address, _ = self.serve("0.0.0.0:0", origins=["https://example.org"])
        server.send(self.frame(3))
        bare, token = address.split("?token=")

        async def first(url, origin):
            async with connect(url, origin=origin) as reader:
                return json.loads(await reader.recv())

        for origin in (None, "https://example.org", bare.replace("ws", "http").rstrip("/")):
            self.assertEqual(asyncio.run(first(address, origin)), {"frame": 3})
        for url, origin in [
            (bare, None),
            (f"{bare}?token=x", None),
            (f"{bare}?token=%C3%A9", None),
            (address, "https://elsewhere.org"),
        ]:
            with self.subTest(url, origin=origin), self.assertRaises(InvalidStatus) as refused:
                asyncio.run(first(url, origin))
            self.assertEqual(refused.exception.response.status_code, 403)

    def answer(self, port, path, host):
        """Returns the status and the text of the response to a request."""
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n")
            data = b"".join(iter(lambda: connection.recv(1 << 16), b""))
        head, text = data.split(b"\r\n\r\n", 1)
        return int(head.split()[1]), text

    def test_answers_odd_addresses(self):
        _, _, port = self.serve("0")
        for path, status, text in [
            (b"/", 200, b"<canvas>"),
            (b"/?token=%C3%A9", 200, b"<canvas>"),
            (b"/page.html", 404, b"there is only /\n"),
            (b"//[", 400, b"this is no address\n"),
            (b"/?token=\xff", 400, b"this is no address\n"),
            ("/é".encode(), 400, b"this is no address\n"),
        ]:
            with self.subTest(path):
                said = self.answer(port, path, b"Host: localhost\r\n")
                self.assertEqual(said[0], status)
                self.assertIn(text, said[1])

    def test_serves_only_under_its_own_names(self):
        _, _, port = self.serve("0", origins=["https://hands.example.org"])
        name = socket.gethostname().encode()
        hosts = [b"localhost", b"LOCALHOST:1", b"127.0.0.1", b"[::1]:8765", b"192.168.1.5", name, name + b".local"]
        for host in [*hosts, b"hands.example.org"]:
            with self.subTest(host):
                self.assertEqual(self.answer(port, b"/", b"Host: " + host + b"\r\n")[0], 200)
        # A page elsewhere could let its name lead to this machine.
        for host in (b"example.org", b"127.0.0.1.example.org", b"localhost.example.org", b"[", b"\xff", b""):
            with self.subTest(host):
                status, text = self.answer(port, b"/", b"Host: " + host + b"\r\n")
                self.assertEqual(status, 403)
                self.assertRegex(text, rb"^this server does not have that name; .*--origin\n$")
        for lines in (b"", b"Host: localhost\r\nHost: example.org\r\n"):
            with self.subTest(lines):
                self.assertEqual(self.answer(port, b"/", lines)[0], 403)


if __name__ == "__main__":
    unittest.main()
