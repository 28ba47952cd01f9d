// The API of MediaPipe's older package @mediapipe/hands.
import { HandLandmarker, Tracker } from "./tegata.mjs";

/** The version of MediaPipe's package that has this API. */
export const VERSION = "0.4.1675469240";

/** Pairs of landmarks, as MediaPipe's `drawConnectors` takes them. */
export const HAND_CONNECTIONS = HandLandmarker.HAND_CONNECTIONS.map(({ start, end }) => [start, end]);

/** The bundles by `modelComplexity`. */
const MODELS = ["hand_landmarker_lite.task", "hand_landmarker.task"];

/** Finds the hands in the frames of a video, and calls a function with them. */
export class Hands {
  #config;
  #options = {
    selfieMode: false,
    maxNumHands: 2,
    modelComplexity: 1,
    minDetectionConfidence: 0.5,
    minTrackingConfidence: 0.5,
  };
  #haveOptionsChanged = true;
  #listener = null;
  /** A promise of the tracker. */
  #tracker = null;
  #time = 0;
  #canvas = null;

  /** @param {import("./hands").HandsConfig} config */
  constructor(config = {}) {
    this.#config = config;
  }

  onResults(listener) {
    this.#listener = listener;
  }

  /** Changes options before the next image. */
  setOptions(options) {
    Object.assign(this.#options, options);
    this.#haveOptionsChanged = true;
  }

  async initialize() {
    await this.#open();
  }

  /** Finds the hands of an image, and resolves when the function of `onResults` is done with them. */
  async send({ image }) {
    const tracker = await this.#open();
    const pixels = this.#draw(image);
    // Some browsers have clocks that do not advance between two images.
    this.#time = Math.max(this.#time + 1, performance.now());
    const { hands } = tracker.track(pixels, this.#time);
    await this.#listener?.({
      image: this.#canvas,
      multiHandLandmarks: hands.map((hand) => hand.landmarks),
      multiHandWorldLandmarks: hands.map((hand) => hand.worldLandmarks),
      multiHandedness: hands.map(({ handedness: { index, score, categoryName } }) => ({
        index,
        score,
        label: categoryName,
      })),
    });
  }

  /** Forgets the last image. */
  reset() {
    this.#tracker?.then(
      (tracker) => tracker.reset(),
      () => {},
    );
  }

  async close() {
    (await this.#tracker)?.close();
  }

  #open() {
    if (this.#haveOptionsChanged) this.#tracker = this.#replace(this.#tracker);
    this.#haveOptionsChanged = false;
    return this.#tracker;
  }

  /** Resolves to a tracker with the current options. */
  async #replace(old) {
    const { maxNumHands, modelComplexity, minDetectionConfidence, minTrackingConfidence } = this.#options;
    const tracker = await Tracker.create({
      model: this.#config.model ?? MODELS[modelComplexity],
      module: this.#config.module,
      maxHands: maxNumHands,
      minDetectionConfidence,
      minTrackingConfidence,
      legacy: true,
    });
    old?.then(
      (replaced) => replaced.close(),
      () => {},
    );
    return tracker;
  }

  /** Returns the pixels of an image, and mirrors it in selfie mode, as MediaPipe does. */
  #draw(image) {
    const width = image.videoWidth ?? image.naturalWidth ?? image.width;
    const height = image.videoHeight ?? image.naturalHeight ?? image.height;
    if (!(width > 0 && height > 0)) throw new Error("the image has no pixels; wait until it is loaded");
    this.#canvas ??= globalThis.document ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
    // This also clears the canvas.
    Object.assign(this.#canvas, { width, height });
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    if (this.#options.selfieMode) context.setTransform(-1, 0, 0, 1, width, 0);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  }
}
