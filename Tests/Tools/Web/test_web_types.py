"""The types of the browser package, checked by a TypeScript compiler if there is one."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import ROOT

PACKAGE = ROOT / "JavaScript"
PROGRAM = """
import {DrawingUtils, FilesetResolver, GestureRecognizer, HandLandmarker, Tracker, TrackerWorker} from "tegata";
import type {Callback, GestureRecognizerOptions, HandLandmarkerResult, LandmarkData, TrackerResult} from "tegata";
import {HAND_CONNECTIONS, Hands} from "tegata/hands.mjs";
import type {Results} from "tegata/hands.mjs";

const options: GestureRecognizerOptions = {
  baseOptions: {modelAssetPath: "gesture_recognizer.task", delegate: "GPU"}, runningMode: "VIDEO", numHands: 2,
  minTrackingConfidence: undefined,
  cannedGesturesClassifierOptions: {scoreThreshold: 0.5, categoryDenylist: ["Victory"]},
};

export async function run(video: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<string> {
  const vision: {wasmLoaderPath: string; wasmBinaryPath: string; assetLoaderPath?: string} =
    await FilesetResolver.forVisionTasks("/wasm");
  const landmarker = await HandLandmarker.createFromOptions(vision, options);
  const result: HandLandmarkerResult = landmarker.detectForVideo(video, performance.now());
  const drawing = new DrawingUtils(canvas.getContext("2d")!, canvas.getContext("webgl2")!);
  const radius: Callback<LandmarkData, number> = (data) => DrawingUtils.lerp(data.from!.z, -0.15, 0.1, 5, 1);
  for (const landmarks of result.landmarks) {
    drawing.drawConnectors(landmarks, HandLandmarker.HAND_CONNECTIONS, {color: "#00FF00", lineWidth: 5});
    drawing.drawLandmarks(landmarks, {radius, lineWidth: radius({})});
  }
  const recognizer = await GestureRecognizer.createFromModelBuffer(vision, new Uint8Array());
  await recognizer.setOptions({numHands: 1});
  recognizer.close();
  const tracker = await Tracker.create({model: "model.task", camera: [500, 500, 320, 240], smooths: {cutoffHz: 1}});
  const hands: TrackerResult = tracker.track(canvas, 0, {rotationDegrees: 90});
  tracker.detect({width: 1, height: 1, data: new Uint8ClampedArray(4)});
  const worker = await TrackerWorker.create({model: new Blob(), joints: true});
  const frame = await worker.track(new VideoFrame(video), 0);
  const curl: number | undefined = frame?.hands[0].joints?.fingers.index.curl;
  const older = new Hands({locateFile: (file) => `/wasm/${file}`});
  older.setOptions({maxNumHands: 1, modelComplexity: 0});
  older.onResults(({image, multiHandedness, multiHandLandmarks}: Results) => {
    canvas.getContext("2d")!.drawImage(image, multiHandLandmarks[0][HAND_CONNECTIONS[0][1]].x, 0);
    console.log(multiHandedness[0].label);
  });
  await older.send({image: video});
  return `${hands.hands.length} ${curl} ${recognizer.recognize(canvas).gestures[0][0].categoryName}`;
}
"""


@unittest.skipUnless(shutil.which("tsc"), "tsc is missing; install node-typescript")
class TypesTests(unittest.TestCase):
    """A program in the style of the guides, with and without mistakes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "node_modules").mkdir()
        (self.folder / "node_modules" / "tegata").symlink_to(PACKAGE)
        # What older compilers do not know of browsers.
        (self.folder / "browser.d.ts").symlink_to(PACKAGE / "browser.d.ts")

    def compile(self, program):
        """Returns the compiler's messages."""
        (self.folder / "program.mts").write_text(program)
        command = ["tsc", "--strict", "--noEmit", "--lib", "es2022,dom", "--target", "es2022", "--module", "node16"]
        command += ["--moduleResolution", "node16", "--exactOptionalPropertyTypes", "program.mts", "browser.d.ts"]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False).stdout

    def test_program_compiles(self):
        self.assertEqual(self.compile(PROGRAM), "")

    def test_compiler_reports_mistakes(self):
        mistakes = {"numHands: 2": 'numHands: "two"', '"VIDEO"': '"LIVE"', "joints: true": "joint: true"}
        mistakes |= {"modelComplexity: 0": "modelComplexity: 2", "width: 1, ": ""}
        for right, wrong in mistakes.items():
            self.assertIn("error", self.compile(PROGRAM.replace(right, wrong)), wrong)


class ExportsTests(unittest.TestCase):
    """The declarations and the code export the same names."""

    def test_declarations_match_the_exports(self):
        def exported(file):
            kinds = "class|const|function|async function"
            return set(re.findall(rf"^export (?:{kinds}) (\w+)", (PACKAGE / file).read_text(), re.MULTILINE))

        for name in ("tegata", "hands"):
            self.assertEqual(exported(f"{name}.d.ts"), exported(f"{name}.mjs"))


if __name__ == "__main__":
    unittest.main()
