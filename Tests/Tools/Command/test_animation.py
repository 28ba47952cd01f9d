"""Skeletons in glTF and BVH files: their joints are where `--joints` places them, read by a strict reader in this file
and by Blender.

Needs the release build and the hand landmarker bundle. Without them the tests are skipped; the Blender test is also
skipped without Blender.
"""

import json
import math
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, TEGATA, models

MODELS = models("hand_landmarker.task")
FRAMES = ["victory_left", "victory_left", "two_hands_mixed", "two_hands_mixed", "no_hand", "thumb_up_right"]
RATE = 25
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
BLENDER = r"""
import bpy, json, sys
kind, path, frames, output = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = 25
if kind == "glb":
    bpy.ops.import_scene.gltf(filepath=path)
else:
    # Blender 3.4 opens motion capture files with a mode that Python 3.11 does not support.
    import io_anim_bvh.import_bvh
    io_anim_bvh.import_bvh.open = lambda path, mode: open(path)
    bpy.ops.import_anim.bvh(filepath=path, axis_forward="-Z", axis_up="Y")
# Play the first of several clips.
for armature in scene.objects:
    for track in armature.animation_data.nla_tracks if armature.animation_data else []:
        armature.animation_data.action = track.strips[0].action
answer = []
for frame in range(int(frames)):
    # Motion capture files begin at frame 1.
    scene.frame_set(frame + (kind == "bvh"))
    found = {}
    for armature in (each for each in scene.objects if each.type == "ARMATURE"):
        for bone in armature.pose.bones:
            place = armature.matrix_world @ bone.head
            found[armature.name + "/" + bone.name] = [place.x, place.z, -place.y]
    answer.append(found)
json.dump(answer, open(output, "w"))
"""


def multiply(a, b):
    x, y, z, w = a
    p, q, r, s = b
    return (
        w * p + x * s + y * r - z * q,
        w * q - x * r + y * s + z * p,
        w * r + x * q - y * p + z * s,
        w * s - x * p - y * q - z * r,
    )


def turned(turn, vector):
    return multiply(multiply(turn, (*vector, 0)), (-turn[0], -turn[1], -turn[2], turn[3]))[:3]


def added(a, b):
    return tuple(x + y for x, y in zip(a, b))


class GLB:
    """A binary glTF file; reading asserts what the standard requires of the parts used."""

    def __init__(self, path):
        data = path.read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data)) and length % 4 == 0
        chunks, place = [], 12
        while place < length:
            size, kind = struct.unpack_from("<I4s", data, place)
            assert size % 4 == 0
            chunks.append((kind, data[place + 8 : place + 8 + size]))
            place += 8 + size
        assert [kind for kind, _ in chunks] in ([b"JSON"], [b"JSON", b"BIN\0"])
        self.json = json.loads(chunks[0][1])
        assert self.json["asset"]["version"] == "2.0" and all(self.json[name] for name in self.json if name != "scene")
        self.block = chunks[1][1] if len(chunks) > 1 else b""
        assert sum(buffer["byteLength"] for buffer in self.json.get("buffers", [])) == len(self.block)

    def values(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width = WIDTHS[accessor["type"]]
        assert accessor["componentType"] == 5126 and view["byteOffset"] % 4 == 0
        assert accessor["count"] * width * 4 == view["byteLength"] > 0
        assert view["byteOffset"] + view["byteLength"] <= len(self.block)
        flat = struct.unpack_from(f"<{accessor['count'] * width}f", self.block, view["byteOffset"])
        assert all(math.isfinite(value) for value in flat)
        rows = [flat[place : place + width] for place in range(0, len(flat), width)]
        if "min" in accessor:
            assert accessor["min"] == [min(row[axis] for row in rows) for axis in range(width)]
            assert accessor["max"] == [max(row[axis] for row in rows) for axis in range(width)]
        return rows

    def places(self, animation):
        """Returns the places of all joints by their names, for each time."""
        nodes = self.json["nodes"]
        moves, times = {}, []
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            times, values = self.values(sampler["input"]), self.values(sampler["output"])
            assert len(times) == len(values) and all(a < b for a, b in zip(times, times[1:]))
            moves[channel["target"]["node"], channel["target"]["path"]] = values
            if channel["target"]["path"] == "rotation":
                assert all(abs(sum(part * part for part in value) - 1) < 1e-5 for value in values)
        parents = {child: parent for parent, node in enumerate(nodes) for child in node.get("children", [])}

        def pose(node, index):
            if node not in parents:
                assert not {"translation", "rotation", "scale"} & set(nodes[node])
                return (0, 0, 0), (0, 0, 0, 1)
            place, turn = moves[node, "translation"][index], moves[node, "rotation"][index]
            start, before = pose(parents[node], index)
            return added(start, turned(before, place)), multiply(before, turn)

        joints = sorted({node for node, _ in moves})
        return {
            round(time[0], 5): {nodes[node]["name"]: pose(node, index)[0] for node in joints}
            for index, time in enumerate(times)
        }


def bvh_places(text):
    """Returns the places of all joints by their names, for each frame, and the duration of a frame."""
    head, motion = text.split("MOTION\n")
    joints, stack = [], []
    for words in (line.split() for line in head.splitlines()):
        if words[0] in ("ROOT", "JOINT"):
            stack.append((words[1], stack[-1][0] if stack else None))
        elif words[0] == "End":
            stack.append((None, None))
        elif words[0] == "CHANNELS":
            joints.append((*stack[-1], words[2:]))
            assert int(words[1]) == len(words) - 2
        elif words[0] == "}":
            stack.pop()
    assert not stack
    lines = motion.splitlines()
    count, interval = int(lines[0].removeprefix("Frames: ")), float(lines[1].removeprefix("Frame Time: "))
    assert len(lines) == 2 + count
    frames = []
    for line in lines[2:]:
        numbers, poses = [float(word) for word in line.split()], {None: ((0, 0, 0), (0, 0, 0, 1))}
        for name, parent, channels in joints:
            place, turn = [0.0, 0.0, 0.0], (0, 0, 0, 1)
            for channel in channels:
                value, axis = numbers.pop(0), "XYZ".index(channel[0])
                if channel.endswith("position"):
                    place[axis] = value
                else:
                    part = [0, 0, 0, math.cos(math.radians(value) / 2)]
                    part[axis] = math.sin(math.radians(value) / 2)
                    turn = multiply(turn, part)
            start, before = poses[parent]
            poses[name] = added(start, turned(before, place)), multiply(before, turn)
        assert not numbers
        frames.append({name: pose[0] for name, pose in poses.items() if name})
    return frames, interval


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, "hand_landmarker.task is missing")
class AnimationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        video = cls.folder / "video"
        video.mkdir()
        for index, name in enumerate(FRAMES):
            shutil.copy(RENDERED / f"{name}.png", video / f"{index:03}.png")
        cls.glb, cls.bvh = cls.folder / "hands.glb", cls.folder / "hands.bvh"
        done = subprocess.run(
            [
                TEGATA,
                "track",
                video,
                "--fps",
                str(RATE),
                "--num-hands",
                "2",
                "--json",
                "--joints",
                "--gltf",
                cls.glb,
                "--bvh",
                cls.bvh,
            ],
            capture_output=True,
            text=True,
            timeout=60,
            env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
        )
        assert done.returncode == 0, done.stderr
        cls.frames = [json.loads(line) for line in done.stdout.splitlines()]

    def assert_near(self, found, skeleton, distance, what):
        self.assertEqual(len(found), 26, what)
        for name, joint in skeleton.items():
            place = [joint["position"][axis] for axis in "xyz"]
            self.assertLess(math.dist(found[name], place), distance, f"{what}: {name} at {found[name]}, not {place}")

    def hands(self):
        """Returns each frame's number with each of its hands."""
        hands = [(index, hand) for index, frame in enumerate(self.frames) for hand in frame["hands"]]
        self.assertGreater(len(hands), 5)
        return hands

    def test_gltf_contains_the_joints_of_the_json(self):
        glb = GLB(self.glb)
        clips = {animation["name"]: glb.places(animation) for animation in glb.json["animations"]}
        self.assertEqual(sum(map(len, clips.values())), len(self.hands()))
        for index, hand in self.hands():
            name = next(name for name in clips if name.startswith(f"hand_{hand['id']}_"))
            self.assert_near(
                clips[name][round(index / RATE, 5)], hand["joints"]["skeleton"], 1e-6, f"{name}, frame {index}"
            )
        for skin in glb.json["skins"]:
            self.assertEqual((len(skin["joints"]), len(glb.values(skin["inverseBindMatrices"]))), (26, 26))

    def test_motion_capture_contains_the_joints_of_the_json(self):
        frames, interval = bvh_places(self.bvh.read_text())
        self.assertEqual((len(frames), interval), (len(FRAMES), 1 / RATE))
        for index, hand in self.hands():
            self.assert_bvh(frames[index], hand, 2e-5, index)

    def assert_bvh(self, places, hand, distance, index):
        skeletons = [
            {joint: places[f"hand_{slot}_{joint}"] for joint in hand["joints"]["skeleton"]}
            for slot in (1, 2)
            if f"hand_{slot}_wrist" in places
        ]
        wrist = [hand["joints"]["skeleton"]["wrist"]["position"][axis] for axis in "xyz"]
        nearest = min(skeletons, key=lambda skeleton: math.dist(skeleton["wrist"], wrist))
        self.assert_near(nearest, hand["joints"]["skeleton"], distance, f"frame {index}")

    def test_writes_valid_files_without_hands(self):
        video = self.folder / "empty"
        video.mkdir()
        shutil.copy(RENDERED / "no_hand.png", video / "000.png")
        glb, bvh = self.folder / "empty.glb", self.folder / "empty.bvh"
        subprocess.run(
            [TEGATA, "track", video, "-q", "--gltf", glb, "--bvh", bvh],
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=60,
            env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
        )
        self.assertEqual(GLB(glb).json["scenes"], [{}])
        self.assertEqual(bvh_places(bvh.read_text()), ([{"hands": (0, 0, 0)}], 1 / RATE))

    @unittest.skipUnless(shutil.which("blender"), "blender is missing")
    def test_blender_reads_the_joints(self):
        script = self.folder / "look.py"
        script.write_text(BLENDER)
        for kind, path in (("glb", self.glb), ("bvh", self.bvh)):
            output = self.folder / f"{kind}.json"
            done = subprocess.run(
                [
                    "blender",
                    "-b",
                    "--factory-startup",
                    "--python-exit-code",
                    "1",
                    "-P",
                    script,
                    "--",
                    kind,
                    path,
                    str(len(FRAMES)),
                    output,
                ],
                # Blender uses the modules of the first Python on the path.
                capture_output=True,
                text=True,
                timeout=120,
                env=dict(os.environ, PATH="/usr/bin:/bin"),
            )
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertNotIn("warning", (done.stdout + done.stderr).lower())
            frames = json.loads(output.read_text())
            for index, hand in self.hands():
                places = {name.split("/", 1)[1]: place for name, place in frames[index].items()}
                if kind == "bvh":
                    self.assert_bvh(places, hand, 1e-3, index)
                else:
                    clip = f"hand_{hand['id']}_"
                    bones = {
                        name.split("/", 1)[1].split(".")[0]: place
                        for name, place in frames[index].items()
                        if clip in name
                    }
                    self.assert_near(bones, hand["joints"]["skeleton"], 1e-3, f"{clip}, frame {index}")


if __name__ == "__main__":
    unittest.main()
