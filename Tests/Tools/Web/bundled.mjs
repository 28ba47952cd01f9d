// Finds the hands of an image on the disk in the thread and in a worker, and prints the results or the messages of
// errors. The working directory has the model. The test bundles this program.
import { readFileSync } from "node:fs";
import { Tracker, TrackerWorker, chooseLevel } from "tegata";

const [path, side, module, worker] = process.argv.slice(2);
const image = { width: Number(side), height: Number(side), data: readFileSync(path) };

async function detect(kind) {
  try {
    const options = { model: "gesture_recognizer.task", gestures: true, joints: true, module, worker };
    const tracker = await kind.create(options);
    const result = await tracker.detect(image);
    tracker.close();
    return result;
  } catch (error) {
    return error.message;
  }
}

async function main() {
  const results = [await detect(Tracker), await detect(TrackerWorker)];
  console.log(JSON.stringify({ level: chooseLevel(), results }));
}

main();
