// Tegata finds hands, joints and gestures in images and videos, in browsers, their workers and Node.js. Nothing leaves
// the computer.

// ---- The module ----

// A module whose function splats a number into a vector, and one that also fuses a multiplication with an addition.
const HEAD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10];
const SIMD = [...HEAD, 8, 1, 6, 0, 65, 0, 253, 15, 11];
const RELAXED = [...HEAD, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11];

/** Returns the level of the module that this browser can run: "relaxed" or "simd128"; null if it can run none. */
export function chooseLevel() {
  if (typeof WebAssembly !== "object") return null;
  const runs = (bytes) => WebAssembly.validate(new Uint8Array(bytes));
  return runs(RELAXED) ? "relaxed" : runs(SIMD) ? "simd128" : null;
}

// The addresses of the modules next to this file. Bundlers follow only literal names.
const MODULES = {
  relaxed: () => new URL("./tegata-relaxed.wasm", import.meta.url),
  simd128: () => new URL("./tegata-simd128.wasm", import.meta.url),
};

/** Returns the address of a module. The name and the option are those of the file that an error is about. */
function addressOf(level, name, option) {
  try {
    return MODULES[level]();
  } catch (cause) {
    // Bundled into a classic script, this code does not know where it is.
    throw new Error(`${name}: only ES modules find it; bundle as an ES module, or pass its address as ${option}`, {
      cause,
    });
  }
}

// Compiled modules by their addresses, because all tasks of a page share them.
const compiled = new Map();

/** Compiles the module: the file next to this one unless `source` is another address, its bytes or a compiled
 * module. */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const level = chooseLevel();
  if (!level) throw new Error("this browser has no vectors in WebAssembly (SIMD); use a newer browser");
  if (isBytes(source)) return WebAssembly.compile(source);
  const address = String(source || addressOf(level, `tegata-${level}.wasm`, "module"));
  if (!compiled.has(address)) compiled.set(address, compileFile(address));
  try {
    return await compiled.get(address);
  } catch (error) {
    compiled.delete(address);
    throw error;
  }
}

async function compileFile(address) {
  const response = await fetchFile(address);
  // Servers that do not know the type of the file are common.
  const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// Node.js reads files from the disk. Pages and workers of Electron have the same process, but load files like browsers.
const { process } = globalThis;
const isNode = Boolean(process?.versions?.node) && !["renderer", "worker"].includes(process.type);

/** Imports a module of Node.js. Bundlers for browsers would look for a literal name. */
const importNode = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

/** Returns an address on the disk as Node.js wants it: paths as they are, and file URLs as objects. */
const diskAddress = (address) => (/^file:/i.test(address) ? new URL(address) : address);

/** Fetches a file; in Node.js, paths and file URLs are read from the disk. */
async function fetchFile(address) {
  // Schemes have two letters or more, unlike the drives of Windows.
  if (isNode && !/^(?!file:)[a-z][a-z\d+.-]+:/i.test(address)) {
    const { readFile } = await importNode("fs/promises");
    try {
      return new Response(await readFile(diskAddress(address)));
    } catch (error) {
      throw new Error(`${address}: cannot be read (${error.code}); check the path`, { cause: error });
    }
  }
  let response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new Error(`${address}: cannot be fetched; check the address, and that a server offers the file`, {
      cause: error,
    });
  }
  if (!response.ok) throw new Error(`${address}: the server answers ${response.status}; check the address`);
  return response;
}

function isBytes(value) {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/** Returns the bytes of a file, which is an address, a Blob, the reader of a stream, or the bytes themselves. */
async function bytesOf(file, name) {
  if (file instanceof ArrayBuffer) return new Uint8Array(file);
  if (ArrayBuffer.isView(file)) return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  if (typeof file === "string" || file instanceof URL) file = await fetchFile(file);
  if (typeof file?.arrayBuffer === "function") return new Uint8Array(await file.arrayBuffer());
  if (typeof file?.read !== "function") throw new Error(`${name} is missing; give an address or bytes`);
  const parts = [];
  for (let part; !(part = await file.read()).done;) parts.push(part.value);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the module, which has one task. */
class Instance {
  #exports;
  /** The error after which the instance cannot be used; undefined at first. */
  #failure;

  /** @param {WebAssembly.Module} module */
  static async create(module) {
    const instance = new Instance();
    try {
      instance.#exports = (await WebAssembly.instantiate(module)).exports;
    } catch (error) {
      throw error instanceof RangeError ? outOfMemory(error) : error;
    }
    return instance;
  }

  get level() {
    return this.#exports.tegata_web_is_relaxed() ? "relaxed" : "simd128";
  }

  get memoryBytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Calls a function of the module, after `inputs` have been copied into its memory one after another. */
  call(name, inputs = [], ...values) {
    if (this.#failure) throw this.#failure;
    const exports = this.#exports;
    try {
      if (inputs.length) this.#copy(inputs);
      const isDone = exports[`tegata_web_${name}`](...values);
      if (isDone !== 0) return;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#failure = exports.tegata_web_is_exhausted()
        ? outOfMemory(error)
        : new Error("the task failed and cannot go on; create another one", { cause: error });
      throw this.#failure;
    }
    throw new Error(this.text);
  }

  #copy(inputs) {
    const size = inputs.reduce((sum, input) => sum + input.byteLength, 0);
    let place = this.#exports.tegata_web_input(size);
    if (!place && size) throw outOfMemory();
    for (const input of inputs) {
      new Uint8Array(this.#exports.memory.buffer, place, input.byteLength).set(input);
      place += input.byteLength;
    }
  }

  /** Frees the memory for inputs. */
  freeInput() {
    this.#exports.tegata_web_input(0);
  }

  /** The last result or error. */
  get text() {
    const size = this.#exports.tegata_web_text_size();
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.tegata_web_text(), size));
  }
}

function outOfMemory(cause) {
  return new Error("not enough memory for the task; close others, or use smaller images", { cause });
}

// ---- Tasks ----

/** A task: an instance of the module with a model and options. `kind` names it in errors. */
class Task {
  #kind;
  #module;
  #model;
  /** The options of the module by their names: numbers, lists of texts, or files as bytes. */
  #options = {};
  #instance = null;
  #isClosed = false;
  #canvas = null;
  /** The time of the last frame as given, and as the module knows it. */
  #time = { given: -Infinity, whole: -Infinity };
  /** The users' names of options that differ from the module's names in camel case. */
  #names;

  constructor(kind, names = {}) {
    this.#kind = kind;
    this.#names = names;
  }

  /** Opens the task. The module, the model and the options may be promises, which are awaited together. */
  async open(source, model, options) {
    [this.#module, model, options] = await Promise.all([compile(source), model, options]);
    await this.change(options, model);
  }

  /**
   * Changes options, and the model if there is one; at once if the instance can stay. After an error, the task goes on
   * as before. `onChange` is called with the change.
   */
  async change(options, model, onChange = () => {}) {
    this.#check();
    const wanted = { ...this.#options, ...options };
    const bytes = model ?? this.#model;
    // Only an instance that has loaded the model with its networks for gestures can recognise them.
    const isNew = !this.#instance || model || wanted.gestures !== this.#options.gestures;
    const instance = isNew ? await Instance.create(this.#module) : this.#instance;
    try {
      this.#configure(instance, wanted);
      if (isNew) instance.call("open", [bytes], bytes.byteLength);
      instance.call("start");
    } catch (error) {
      error.message = error.message.replace(/\w+/g, (word) =>
        Object.hasOwn(wanted, word) ? this.#nameOf(word) : word,
      );
      throw error;
    }
    instance.freeInput();
    this.#check();
    this.#instance = instance;
    this.#options = wanted;
    this.#model = bytes;
    this.#forgetTime();
    onChange();
  }

  #configure(instance, options) {
    instance.call("clear_options");
    for (const [name, value] of Object.entries(options)) {
      if (value === undefined) continue;
      const key = encoder.encode(name);
      if (typeof value === "number") {
        instance.call("set_number", [key], key.length, value);
      } else {
        const data = Array.isArray(value) ? encoder.encode(value.map((text) => `${text}\0`).join("")) : value;
        instance.call("set_bytes", [key, data], key.length, data.byteLength);
      }
    }
  }

  #nameOf(option) {
    return this.#names[option] ?? option.replace(/_[a-z]/g, ([, letter]) => letter.toUpperCase());
  }

  /**
   * Returns the result for an image, or for the next frame of a video if there is a time in milliseconds.
   * @param {import("./tegata").ImageSource} image
   * @param {import("./tegata").FrameOptions} frame
   * @param {number} [time]
   */
  run(image, { rotationDegrees = 0, isMirrored = false, region } = {}, time) {
    this.#check();
    const pixels = image instanceof Pixels ? image : this.#read(image);
    const { left = 0, top = 0, right = 1, bottom = 1 } = region ?? {};
    const isFrame = time !== undefined;
    const whole = isFrame ? this.#whole(time) : 0;
    this.#instance.call(
      "run",
      [pixels.data],
      pixels.data.byteLength,
      FORMATS.indexOf(pixels.format),
      pixels.width,
      pixels.height,
      +(pixels.matrix === "bt709"),
      +pixels.isFullRange,
      rotationDegrees,
      +isMirrored,
      +Boolean(region),
      left,
      top,
      right,
      bottom,
      +isFrame,
      whole,
    );
    if (isFrame) this.#time = { given: time, whole };
    const { source, ...result } = JSON.parse(this.#instance.text);
    return result;
  }

  reset() {
    this.#check();
    this.#instance.call("reset");
    this.#forgetTime();
  }

  /** Ends the video, and returns a result without hands that has the events that end with it. */
  finish() {
    this.#check();
    this.#instance.call("finish");
    this.#forgetTime();
    return JSON.parse(this.#instance.text);
  }

  close() {
    this.#isClosed = true;
    this.#instance = this.#model = this.#canvas = null;
  }

  get level() {
    this.#check();
    return this.#instance.level;
  }

  get memoryBytes() {
    return this.#instance?.memoryBytes ?? 0;
  }

  #check() {
    if (this.#isClosed) throw new Error(`the ${this.#kind} is closed; create another one`);
  }

  /** Times of browsers have fractions, so that two that increase may be the same whole number. */
  #whole(time) {
    const whole = Math.floor(time);
    return time > this.#time.given && whole <= this.#time.whole ? this.#time.whole + 1 : whole;
  }

  #forgetTime() {
    this.#time = { given: -Infinity, whole: -Infinity };
  }

  #read(image) {
    if (isBytes(image?.data)) return Pixels.ofImageData(image);
    const { width, height } = sizeOf(image);
    const canvas = (this.#canvas ??= makeCanvas());
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    // Pixels of the last image would show through transparent ones.
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return Pixels.ofImageData(context.getImageData(0, 0, width, height));
  }
}

/** Returns the time of a frame if it is one. */
function checked(timestamp) {
  if (!Number.isFinite(timestamp)) throw new Error(`the timestamp is ${timestamp}; give a number of milliseconds`);
  return timestamp;
}

// ---- Pixels ----

/** The formats of the module, in its order. */
const FORMATS = ["RGBA", "BGRA", "RGB", "GRAY", "I420", "NV12"];

/** Pixels with 8 bits per component. All planes are in `data`, one after another and without gaps between rows. */
export class Pixels {
  /** Creates pixels of a format: RGBA, BGRA, RGB, GRAY, I420 or NV12. Matrix and range are those of luma and chroma. */
  constructor(format, width, height, data, { matrix = "bt601", isFullRange = false } = {}) {
    if (!FORMATS.includes(format)) {
      throw new Error(`unknown pixel format ${format}; use one of ${FORMATS.join(", ")}`);
    }
    const bytes = isBytes(data) ? data : new Uint8Array();
    this.data =
      bytes instanceof ArrayBuffer
        ? new Uint8Array(bytes)
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.format = format;
    this.width = width;
    this.height = height;
    this.matrix = matrix;
    this.isFullRange = isFullRange;
  }

  static ofImageData(image) {
    return new Pixels("RGBA", image.width, image.height, image.data);
  }
}

/** The formats of VideoFrames that the module reads; it ignores alpha. */
const FRAME_FORMATS = {
  I420: "I420",
  I420A: "I420",
  NV12: "NV12",
  RGBA: "RGBA",
  RGBX: "RGBA",
  BGRA: "BGRA",
  BGRX: "BGRA",
};

/** Returns the pixels of a video or VideoFrame as the browser has them, which saves a conversion; null if it cannot. */
async function copyPixels(image) {
  if (typeof VideoFrame !== "function") return null;
  const isVideo = !(image instanceof VideoFrame);
  if (isVideo && !(typeof HTMLVideoElement === "function" && image instanceof HTMLVideoElement)) return null;
  let frame = null;
  try {
    frame = isVideo ? new VideoFrame(image) : image;
    const format = FRAME_FORMATS[frame.format];
    // Only drawing turns the pixels of frames that are to be shown turned.
    if (!format || frame.rotation || frame.flip) return null;
    const data = new Uint8Array(frame.allocationSize());
    await frame.copyTo(data);
    const { width, height } = frame.visibleRect;
    const { matrix, fullRange } = frame.colorSpace;
    const encoding = { matrix: matrix === "bt709" ? "bt709" : "bt601", isFullRange: Boolean(fullRange) };
    return new Pixels(format, width, height, data, encoding);
  } catch {
    return null;
  } finally {
    if (isVideo) frame?.close();
  }
}

/**
 * Returns the pixels of an image in the quickest way. All classes accept them as an image. For videos and VideoFrames
 * this is quicker than passing these themselves.
 */
export async function readPixels(image) {
  return (await copyPixels(image)) ?? image;
}

function makeCanvas() {
  return typeof OffscreenCanvas === "function" ? new OffscreenCanvas(1, 1) : document.createElement("canvas");
}

function sizeOf(image) {
  if (!image) throw new Error("the image is missing; pass an element, an ImageBitmap, an ImageData or a VideoFrame");
  if (typeof OffscreenCanvas !== "function" && typeof document !== "object") {
    throw new Error("only browsers can draw this image; pass { width, height, data } with RGBA pixels");
  }
  const width = image.videoWidth ?? image.naturalWidth ?? image.displayWidth ?? image.width;
  const height = image.videoHeight ?? image.naturalHeight ?? image.displayHeight ?? image.height;
  if (!(width > 0 && height > 0)) throw new Error("the image has no pixels; wait until it is loaded");
  return { width, height };
}

// ---- The API of MediaPipe's tasks ----

const HAND_CONNECTIONS = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [0, 5],
  [5, 6],
  [6, 7],
  [7, 8],
  [5, 9],
  [9, 10],
  [10, 11],
  [11, 12],
  [9, 13],
  [13, 14],
  [14, 15],
  [15, 16],
  [13, 17],
  [0, 17],
  [17, 18],
  [18, 19],
  [19, 20],
].map(([start, end]) => ({ start, end }));

/** Returns the addresses of MediaPipe's files, so that its other tasks can use them. Tegata's lie next to this file. */
export class FilesetResolver {
  static async forVisionTasks(basePath = "", useModule = false) {
    const name = `${basePath}/vision_wasm_${useModule ? "module_" : ""}internal`;
    return { wasmLoaderPath: `${name}.js`, wasmBinaryPath: `${name}.wasm` };
  }

  static forAudioTasks = rejectOtherTask;
  static forTextTasks = rejectOtherTask;

  static async isSimdSupported() {
    return chooseLevel() !== null;
  }
}

async function rejectOtherTask() {
  throw new Error("Tegata finds hands only; import other tasks from MediaPipe's packages");
}

/** MediaPipe's other tasks. Without these names, programs that import them next to hands would not start. */
class OtherTask {
  static createFromOptions = rejectOtherTask;
  static createFromModelPath = rejectOtherTask;
  static createFromModelBuffer = rejectOtherTask;
}

export {
  OtherTask as FaceDetector,
  OtherTask as FaceLandmarker,
  OtherTask as FaceStylizer,
  OtherTask as HolisticLandmarker,
  OtherTask as ImageClassifier,
  OtherTask as ImageEmbedder,
  OtherTask as ImageSegmenter,
  OtherTask as InteractiveSegmenter,
  OtherTask as ObjectDetector,
  OtherTask as PoseLandmarker,
};

/** The common parts of the hand landmarker and the gesture recogniser. */
class VisionTask {
  /** The name in errors. */
  static taskName = "";
  static hasGestures = false;

  /** Creates a task; subclasses call it, and users the functions below. */
  constructor(task) {
    this.task = task;
    this.mode = "IMAGE";
  }

  /**
   * Resolves to a task of the class that it is called on.
   * @param {import("./tegata").WasmFileset} fileset
   * @param {import("./tegata").GestureRecognizerOptions} options
   * @returns {Promise<any>}
   */
  static async createFromOptions(fileset, options = {}) {
    const self = new this(new Task(this.taskName, VISION_NAMES));
    await self.task.open(fileset?.module, modelOf(options, true), {
      gestures: +this.hasGestures,
      ...visionOptions(options),
    });
    self.setMode(options);
    return self;
  }

  static createFromModelPath(fileset, modelAssetPath) {
    return this.createFromOptions(fileset, { baseOptions: { modelAssetPath } });
  }

  static createFromModelBuffer(fileset, modelAssetBuffer) {
    return this.createFromOptions(fileset, { baseOptions: { modelAssetBuffer } });
  }

  /** Changes options. As in MediaPipe, they apply at once unless there is a model, so that no program has to wait. */
  async setOptions(options) {
    const loading = modelOf(options, false);
    const model = loading && (await loading);
    await this.task.change(visionOptions(options), model, () => this.setMode(options));
  }

  /** As in MediaPipe, all modes other than IMAGE are VIDEO; old programs write "video". */
  setMode(options) {
    if (!("runningMode" in options)) return;
    this.mode = options.runningMode && options.runningMode !== "IMAGE" ? "VIDEO" : "IMAGE";
  }

  close() {
    this.task.close();
  }

  /** Runs on an image, or on the next frame of a video if there is a time. */
  run(image, options, time) {
    const needed = time === undefined ? "IMAGE" : "VIDEO";
    if (this.mode !== needed) {
      throw new Error(
        `this call needs the running mode ${needed}, and the task is in ${this.mode}; set runningMode in its options`,
      );
    }
    const { rotationDegrees, regionOfInterest } = options ?? {};
    const { hands } = this.task.run(image, { rotationDegrees, region: regionOfInterest }, time);
    const points = (list) => list.map((point) => ({ ...point, visibility: 0 }));
    const handedness = hands.map((hand) => [hand.handedness]);
    return {
      ...(/** @type {typeof VisionTask} */ (this.constructor).hasGestures && {
        gestures: hands.map((hand) => hand.gestures),
      }),
      landmarks: hands.map((hand) => points(hand.landmarks)),
      worldLandmarks: hands.map((hand) => points(hand.worldLandmarks)),
      handedness,
      handednesses: handedness,
    };
  }

  /** Runs on the next frame of a video. */
  runOnFrame(video, timestamp, options) {
    return this.run(video, options, checked(timestamp));
  }
}

/**
 * Reads the model of MediaPipe's options; undefined if there is none and none is needed.
 * @param {import("./tegata").TaskRunnerOptions} options
 * @param {boolean} isNeeded
 */
function modelOf({ baseOptions = {} }, isNeeded) {
  const model = baseOptions.modelAssetBuffer ?? baseOptions.modelAssetPath;
  return model || isNeeded ? bytesOf(model || undefined, "the model (baseOptions.modelAssetPath)") : undefined;
}

/** MediaPipe's names of the module's options. */
const VISION_NAMES = {
  max_hands: "numHands",
  min_detection_confidence: "minHandDetectionConfidence",
  min_presence_confidence: "minHandPresenceConfidence",
  min_tracking_confidence: "minTrackingConfidence",
};

/** Returns the module's options for MediaPipe's; those that are undefined have their defaults. */
function visionOptions(options) {
  const wanted = {};
  const set = (from, name, to, value = (given) => given) => {
    if (name in from) wanted[to] = from[name] === undefined ? undefined : value(from[name]);
  };
  for (const [to, name] of Object.entries(VISION_NAMES)) set(options, name, to);
  for (const kind of ["canned", "custom"]) {
    const classifier = options[`${kind}GesturesClassifierOptions`] ?? {};
    // Only numbers above 0 are thresholds.
    set(classifier, "scoreThreshold", `${kind}_threshold`, (score) => (score > 0 ? score : undefined));
    set(classifier, "categoryAllowlist", `${kind}_allowed`);
    set(classifier, "categoryDenylist", `${kind}_denied`);
  }
  return wanted;
}

/** Finds hands and their landmarks, with the names of MediaPipe's class. */
export class HandLandmarker extends VisionTask {
  static HAND_CONNECTIONS = HAND_CONNECTIONS;
  static taskName = "hand landmarker";
  static hasGestures = false;

  detect(image, imageProcessingOptions) {
    return this.run(image, imageProcessingOptions);
  }

  detectForVideo(videoFrame, timestamp, imageProcessingOptions) {
    return this.runOnFrame(videoFrame, timestamp, imageProcessingOptions);
  }
}

/** Finds hands and their gestures, with the names of MediaPipe's class. */
export class GestureRecognizer extends VisionTask {
  static HAND_CONNECTIONS = HAND_CONNECTIONS;
  static taskName = "gesture recogniser";
  static hasGestures = true;

  recognize(image, imageProcessingOptions) {
    return this.run(image, imageProcessingOptions);
  }

  recognizeForVideo(videoFrame, timestamp, imageProcessingOptions) {
    return this.runOnFrame(videoFrame, timestamp, imageProcessingOptions);
  }
}

/** Draws landmarks and boxes into a canvas, with the names of MediaPipe's class. */
export class DrawingUtils {
  #context;

  constructor(context) {
    if (typeof context?.arc !== "function") throw new Error("DrawingUtils needs the 2D context of a canvas");
    this.#context = context;
  }

  /** Draws a dot for each landmark. */
  drawLandmarks(landmarks, style) {
    const { canvas } = this.#context;
    this.#draw(
      style,
      landmarks ?? [],
      (landmark, index) => ({ index, from: landmark }),
      ({ from }, { radius }) => {
        this.#context.beginPath();
        this.#context.arc(from.x * canvas.width, from.y * canvas.height, radius, 0, 2 * Math.PI);
        this.#context.fill();
        this.#context.stroke();
      },
    );
  }

  /** Draws a line for each connection of two landmarks. */
  drawConnectors(landmarks, connections, style) {
    const { canvas } = this.#context;
    const known = landmarks ? (connections ?? []).filter(({ start, end }) => landmarks[start] && landmarks[end]) : [];
    const data = ({ start, end }, index) => ({ index, from: landmarks[start], to: landmarks[end] });
    this.#draw(style, known, data, ({ from, to }) => {
      this.#context.beginPath();
      this.#context.moveTo(from.x * canvas.width, from.y * canvas.height);
      this.#context.lineTo(to.x * canvas.width, to.y * canvas.height);
      this.#context.stroke();
    });
  }

  /** Draws a box whose sides are in pixels, turned by its angle in degrees. */
  drawBoundingBox({ originX, originY, width, height, angle = 0 }, style) {
    this.#draw(
      style,
      [undefined],
      () => ({}),
      () => {
        this.#context.translate(originX + width / 2, originY + height / 2);
        this.#context.rotate((angle * Math.PI) / 180);
        this.#context.beginPath();
        this.#context.rect(-width / 2, -height / 2, width, height);
        this.#context.fill();
        this.#context.stroke();
      },
      "transparent",
    );
  }

  close() {}

  /** Draws each element in a style whose values may be functions of the element's `data`. */
  #draw(style = {}, elements, data, body, defaultFill) {
    const context = this.#context;
    context.save();
    elements.forEach((element, index) => {
      const given = data(element, index);
      const value = (name, usual) => {
        const wanted = style[name] ?? usual;
        return typeof wanted === "function" ? wanted(given) : wanted;
      };
      context.strokeStyle = value("color", "white");
      context.fillStyle = value("fillColor", defaultFill ?? context.strokeStyle);
      context.lineWidth = value("lineWidth", 4);
      body(given, { radius: value("radius", 6) });
    });
    context.restore();
  }

  static clamp(x, min, max) {
    return Math.max(Math.min(min, max), Math.min(Math.max(min, max), x));
  }

  /** Maps x from the range x0 to x1 to the range y0 to y1, and no further. */
  static lerp(x, x0, x1, y0, y1) {
    return DrawingUtils.clamp(y0 + ((x - x0) / (x1 - x0)) * (y1 - y0), y0, y1);
  }
}

// ---- Tracker ----

/** Finds hands in single images and in one video, with all options and results of Tegata. */
export class Tracker {
  #task = new Task("tracker");

  static async create(options) {
    const tracker = new Tracker();
    const model = bytesOf(options.model, "the model");
    await tracker.#task.open(options.module, model, trackerOptions({ maxHands: 2, ...options }));
    return tracker;
  }

  /** Returns the hands of a single image, without any effect on the video. */
  detect(image, frame) {
    return this.#task.run(image, frame);
  }

  /** Returns the hands of the next frame of the video, at a time in milliseconds that increases. */
  track(image, timestampMs, frame) {
    return this.#task.run(image, frame, checked(timestampMs));
  }

  /** Ends the video like `reset`, and returns the events of all hands and gestures that end with it. */
  finish() {
    return this.#task.finish().events ?? [];
  }

  /** Forgets the video, so that the next frame may belong to another one and have any time. */
  reset() {
    this.#task.reset();
  }

  /** Changes some options and forgets the video. */
  async setOptions(options) {
    const model = options.model === undefined ? undefined : await bytesOf(options.model, "the model");
    await this.#task.change(await trackerOptions(options), model);
  }

  /** Ends the tracker and lets the browser free its memory. */
  close() {
    this.#task.close();
  }

  /** The level of the module: "relaxed" or "simd128". */
  get level() {
    return this.#task.level;
  }

  /** The size of the module's memory. */
  get memoryBytes() {
    return this.#task.memoryBytes;
  }
}

/** Options of the tracker that become several options of the module, or another kind of value. */
const TRANSLATED = {
  model: () => ({}),
  module: () => ({}),
  worker: () => ({}),
  allowedGestures: (names) => ({ canned_allowed: names, custom_allowed: names }),
  deniedGestures: (names) => ({ canned_denied: names, custom_denied: names }),
  gestureThreshold: (score) => ({ canned_threshold: score, custom_threshold: score }),
  gestureEvents: (events) => ({
    gesture_events: +Boolean(events),
    gesture_dwell_ms: events?.dwellMs,
    gesture_release_ms: events?.releaseMs,
    min_gesture_score: events?.minScore,
  }),
  events: (events) => ({
    events: +Boolean(events),
    finger_events: +Boolean(events?.fingers),
    gesture_dwell_ms: events?.dwellMs,
    gesture_release_ms: events?.releaseMs,
    min_gesture_score: events?.minScore,
  }),
  smooths: (smoothing) => ({
    smooths: +Boolean(smoothing),
    smoothing_cutoff_hz: smoothing?.cutoffHz,
    smoothing_speed_coefficient: smoothing?.speedCoefficient,
    smoothing_speed_cutoff_hz: smoothing?.speedCutoffHz,
  }),
  search: (area = "whole") => {
    const areas = ["whole", "tiles", "auto", "thorough"];
    if (!areas.includes(area)) {
      throw new Error(`search is ${JSON.stringify(area)}; use one of ${areas.join(", ")}`);
    }
    return { search_area: areas.indexOf(area) };
  },
  camera: (camera) => {
    const [focal_x, focal_y, center_x, center_y] = Array.isArray(camera) ? camera : [];
    return { focal_x, focal_y, center_x, center_y, field_of_view: typeof camera === "number" ? camera : undefined };
  },
  poses: async (file) => ({ poses: file && (await bytesOf(file, "poses")) }),
  actions: async (file) => ({ actions: file && (await bytesOf(file, "actions")) }),
};

/** Returns the module's options for a tracker's options. Options that need no translation are numbers and flags. */
async function trackerOptions(options) {
  const wanted = {};
  for (const [name, given] of Object.entries(options)) {
    // The module's default is one hand.
    const value = name === "maxHands" ? (given ?? 2) : given;
    if (name in TRANSLATED) {
      Object.assign(wanted, await TRANSLATED[name](value ?? undefined));
    } else {
      if (!["number", "boolean", "undefined"].includes(typeof value)) {
        throw new Error(`${name} must be a number, true or false`);
      }
      wanted[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value === undefined ? undefined : +value;
    }
  }
  return wanted;
}

// ---- Worker ----

/** A tracker in a worker. Frames that come faster than they can be processed are dropped. */
export class TrackerWorker {
  #worker;
  /** The functions that settle the calls without an answer, by number. */
  #calls = new Map();
  #count = 0;
  #isBusy = false;
  /** The frame that waits for the worker, with the function that settles its call; null if there is none. */
  #waiting = null;
  #failure = null;

  static async create(options) {
    const { worker, ...others } = options;
    const self = new TrackerWorker();
    self.#worker = typeof worker?.postMessage === "function" ? worker : await startWorker(worker);
    self.#worker.onmessage = ({ data }) => self.#settle(data);
    self.#worker.onerror = ({ message = "its script cannot be loaded" }) =>
      self.#fail(new Error(`the worker failed: ${message}`));
    try {
      await self.#call("create", [cloneable(others)]);
    } catch (error) {
      self.close();
      throw error;
    }
    return self;
  }

  /**
   * Resolves to the hands of the next frame of the video, or to null if a later frame came before this one's turn.
   * VideoFrames and ImageBitmaps pass to the worker; others are copied.
   */
  async track(image, timestampMs, frame) {
    const sent = await transferable(image);
    if (this.#failure) {
      sent.close?.();
      throw this.#failure;
    }
    return new Promise((resolve, reject) => {
      this.#drop();
      this.#waiting = { sent, timestampMs, frame, resolve, reject };
      this.#next();
    });
  }

  /** Resolves to the hands of a single image. */
  async detect(image, frame) {
    const sent = await transferable(image);
    return this.#call("detect", [sent, frame], sent);
  }

  reset() {
    return this.#call("reset", []);
  }

  /** Resolves to the events of all hands and gestures that end with the video, which ends like with `reset`. */
  finish() {
    return this.#call("finish", []);
  }

  async setOptions(options) {
    return this.#call("setOptions", [cloneable(options)]);
  }

  close() {
    this.#drop();
    this.#worker.terminate();
    this.#fail(new Error("the tracker is closed; create another one"));
  }

  #next() {
    if (this.#isBusy || !this.#waiting) return;
    const { sent, timestampMs, frame, resolve, reject } = this.#waiting;
    this.#waiting = null;
    this.#isBusy = true;
    this.#call("track", [sent, timestampMs, frame], sent)
      .then(resolve, reject)
      .finally(() => {
        this.#isBusy = false;
        this.#next();
      });
  }

  #drop() {
    this.#waiting?.sent.close?.();
    this.#waiting?.resolve(null);
    this.#waiting = null;
  }

  #call(name, values, sent) {
    return new Promise((resolve, reject) => {
      if (this.#failure) throw this.#failure;
      const number = ++this.#count;
      this.#calls.set(number, { resolve, reject });
      this.#worker.postMessage({ number, name, values }, typeof sent?.close === "function" ? [sent] : []);
    });
  }

  #settle({ number, result, error }) {
    const { resolve, reject } = this.#calls.get(number);
    this.#calls.delete(number);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  }

  #fail(error) {
    this.#failure ??= error;
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}

/** Starts a worker with the script at an address; without one, with the script next to this file. */
async function startWorker(address) {
  // Not relative to `import.meta.url`, because bundlers would add the script a second time.
  const script = String(address || new URL("worker.mjs", addressOf("simd128", "worker.mjs", "worker")));
  if (typeof Worker !== "function") {
    const threads = await importNode("worker_threads");
    const worker = new threads.Worker(diskAddress(script));
    worker.on("message", (data) => worker.onmessage({ data }));
    worker.on("error", (error) => worker.onerror(error));
    return worker;
  }
  // Browsers start workers only from the page's own server, but modules from anywhere.
  if (/^https?:/.test(script) && new URL(script).origin !== globalThis.location?.origin) {
    const code = new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(code), { type: "module" });
  }
  // Bundlers follow only this form.
  if (!address) return new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  return new Worker(script, { type: "module" });
}

/** Returns options that a worker understands. In browsers, it would resolve addresses against its own. */
function cloneable(options) {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  const files = ["model", "module", "poses", "actions"];
  const isAddress = (value) => typeof value === "string" || value instanceof URL;
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      files.includes(name) && isAddress(value) ? (isNode ? String(value) : new URL(value, base).href) : value,
    ]),
  );
}

/** Returns an image in a form that can be passed to a worker. */
async function transferable(image) {
  const isOf = (name) => typeof globalThis[name] === "function" && image instanceof globalThis[name];
  if (isOf("VideoFrame") || isOf("ImageBitmap") || isBytes(image?.data)) return image;
  sizeOf(image);
  if (isOf("HTMLVideoElement") && typeof VideoFrame === "function") return new VideoFrame(image);
  return createImageBitmap(image);
}

/** Answers the calls of a TrackerWorker; the script of the worker calls it with its global scope. */
export async function serveTracker(scope) {
  // Workers of Node.js have a port instead.
  scope ??= (await importNode("worker_threads")).parentPort;
  let tracker;
  const calls = {
    create: async (options) => {
      tracker = await Tracker.create(options);
    },
    setOptions: (options) => tracker.setOptions(options),
    reset: () => tracker.reset(),
    finish: () => tracker.finish(),
    detect: async (image, frame) => tracker.detect(await read(image), frame),
    track: async (image, timestampMs, frame) => tracker.track(await read(image), timestampMs, frame),
  };
  // Pixels arrive without their class.
  const read = (image) =>
    image.data && image.format
      ? new Pixels(image.format, image.width, image.height, image.data, image)
      : readPixels(image);
  // One call after another, because reading pixels takes turns with other calls.
  let last = Promise.resolve();
  scope.onmessage = ({ data: { number, name, values } }) => {
    last = last.then(async () => {
      try {
        scope.postMessage({ number, result: await calls[name](...values) });
      } catch (error) {
        scope.postMessage({ number, error: error.message });
      } finally {
        values[0]?.close?.();
      }
    });
  };
}
