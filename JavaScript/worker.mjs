// The script of the worker of TrackerWorker.
import { serveTracker } from "./tegata.mjs";

serveTracker(globalThis.self);
