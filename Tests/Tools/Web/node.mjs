// Finds the hands of an image on the disk with each class, and prints the results. The working directory has the model.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { FilesetResolver, GestureRecognizer, Tracker, TrackerWorker } from "tegata";

const [path, side] = process.argv.slice(2);
const image = { width: Number(side), height: Number(side), data: await readFile(path) };
const model = "gesture_recognizer.task";
const address = pathToFileURL(model);

const tracker = await Tracker.create({ model, gestures: true, joints: true });
const worker = await TrackerWorker.create({ model: address, gestures: true, joints: true });
const vision = await FilesetResolver.forVisionTasks();
const recognizer = await GestureRecognizer.createFromModelPath(vision, address.href);
const results = {
  level: tracker.level,
  tracker: tracker.detect(image),
  worker: await worker.detect(image),
  recognizer: recognizer.recognize(image),
  // Older versions cannot require ES modules.
  isRequired: !process.features.require_module || createRequire(import.meta.url)("tegata").Tracker === Tracker,
};
worker.close();
console.log(JSON.stringify(results));
