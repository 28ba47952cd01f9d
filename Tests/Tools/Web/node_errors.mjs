// Prints the messages of errors in Node.js. The working directory has the model.
import { readFile } from "node:fs/promises";
// @ts-expect-error The types have only hands.
import { FaceLandmarker, FilesetResolver, Tracker, TrackerWorker } from "tegata";

const model = "hand_landmarker.task";
const data = await readFile(process.argv[2]);
const tracker = await Tracker.create({ model });
const attempts = {
  path: () => Tracker.create({ model: "missing.task" }),
  address: () => Tracker.create({ model: new URL("file:///missing.task") }),
  server: () => Tracker.create({ model: "http://127.0.0.1:1/hand_landmarker.task" }),
  worker: () => TrackerWorker.create({ model, worker: "./missing.mjs" }),
  element: async () => tracker.detect(/** @type {any} */ ({ width: 8, height: 8 })),
  size: async () => tracker.detect({ width: 384, height: 384, data: data.subarray(1) }),
  face: async () => FaceLandmarker.createFromOptions(await FilesetResolver.forVisionTasks(), {}),
  text: () => FilesetResolver.forTextTasks(),
};
const messages = {};
for (const [name, attempt] of Object.entries(attempts)) {
  messages[name] = await attempt().then(
    () => "",
    (error) => error.message,
  );
}
console.log(JSON.stringify(messages));
