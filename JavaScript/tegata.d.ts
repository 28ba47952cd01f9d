/** Pixels of 8 bits for red, green, blue and alpha, in rows from the top without gaps, like those of `ImageData`. */
export interface PixelData {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayBuffer | ArrayBufferView;
}

/** An image of any kind. `Pixels` come from `readPixels`, which is the quickest way for videos. Node.js has only `Pixels`
 * and `PixelData`. */
export type ImageSource =
  | HTMLImageElement
  | HTMLVideoElement
  | HTMLCanvasElement
  | OffscreenCanvas
  | ImageBitmap
  | PixelData
  | VideoFrame
  | Pixels;

/** A file: its address or its bytes. In Node.js, an address can be a path. */
export type FileSource = string | URL | Blob | Response | ArrayBuffer | ArrayBufferView;

/** The WebAssembly module: the address of a file, its bytes, or a compiled module. */
export type ModuleSource = string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Returns the level of the module that this browser can run; null if it can run none. */
export function chooseLevel(): "relaxed" | "simd128" | null;

// ---- Pixels ----

export type PixelFormat = "RGBA" | "BGRA" | "RGB" | "GRAY" | "I420" | "NV12";

/** The conversion of luma and chroma to colours. */
export interface PixelEncoding {
  /** Default: "bt601". */
  matrix?: "bt601" | "bt709" | undefined;
  /** Whether luma and chroma use all of 0 to 255. Default: false. */
  isFullRange?: boolean | undefined;
}

/** Pixels with 8 bits per component. All planes follow one another without gaps, and so do rows. */
export class Pixels {
  constructor(
    format: PixelFormat,
    width: number,
    height: number,
    data: ArrayBuffer | ArrayBufferView,
    encoding?: PixelEncoding,
  );
  readonly format: PixelFormat;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly matrix: "bt601" | "bt709";
  readonly isFullRange: boolean;
}

/** Returns the pixels of a video or VideoFrame as the browser has them, without a conversion, and other images as they
 * are. */
export function readPixels(image: ImageSource): Promise<ImageSource>;

// ---- The API of MediaPipe's tasks ----

/** The files of MediaPipe's module, which Tegata ignores, and of Tegata's. */
export interface WasmFileset {
  /** The module. Default: the file next to `tegata.mjs` for the level of the browser. */
  module?: ModuleSource;
  wasmLoaderPath: string;
  wasmBinaryPath: string;
  assetLoaderPath?: string;
  assetBinaryPath?: string;
}

export class FilesetResolver {
  /** Returns the addresses of MediaPipe's files, so that its other tasks can use them. Nothing is fetched from there. */
  static forVisionTasks(basePath?: string, useModule?: boolean): Promise<WasmFileset>;
  /** Rejects, because Tegata finds hands only. */
  static forAudioTasks(basePath?: string, useModule?: boolean): Promise<never>;
  /** Rejects, because Tegata finds hands only. */
  static forTextTasks(basePath?: string, useModule?: boolean): Promise<never>;
  static isSimdSupported(useModule?: boolean): Promise<boolean>;
}

export interface BaseOptions {
  modelAssetPath?: string | undefined;
  modelAssetBuffer?: Uint8Array | ReadableStreamDefaultReader | undefined;
  /** Ignored: the module runs on the processor. */
  delegate?: "CPU" | "GPU" | undefined;
}

export type RunningMode = "IMAGE" | "VIDEO";

export interface TaskRunnerOptions {
  baseOptions?: BaseOptions | undefined;
}

export interface VisionTaskOptions extends TaskRunnerOptions {
  /** Ignored. */
  canvas?: HTMLCanvasElement | OffscreenCanvas | undefined;
  /** Default: "IMAGE". */
  runningMode?: RunningMode | undefined;
}

export interface HandLandmarkerOptions extends VisionTaskOptions {
  /** The maximum number of hands. Default: 1. */
  numHands?: number | undefined;
  /** The score from which a palm counts, 0 to 1. Default: 0.5. */
  minHandDetectionConfidence?: number | undefined;
  /** The presence that a hand must exceed, 0 to 1. Default: 0.5. */
  minHandPresenceConfidence?: number | undefined;
  /** In videos, the overlap beyond which a palm belongs to a tracked hand, 0 to 1. Default: 0.5. */
  minTrackingConfidence?: number | undefined;
}

export interface ClassifierOptions {
  /** Ignored: no results include these names. */
  displayNamesLocale?: string | undefined;
  /** Ignored: results include the best gesture. */
  maxResults?: number | undefined;
  /** The lowest score that counts. A number above 0 overrides the model's. */
  scoreThreshold?: number | undefined;
  /** The only gestures that count, unless the list is empty. */
  categoryAllowlist?: string[] | undefined;
  /** Gestures that do not count, unless some are allowed. */
  categoryDenylist?: string[] | undefined;
}

export interface GestureRecognizerOptions extends HandLandmarkerOptions {
  cannedGesturesClassifierOptions?: ClassifierOptions | undefined;
  customGesturesClassifierOptions?: ClassifierOptions | undefined;
}

export interface ImageProcessingOptions {
  /** The part of the image to search, in fractions of its width and height. */
  regionOfInterest?: RectF | undefined;
  /** The clockwise rotation that makes the image upright, a multiple of 90. */
  rotationDegrees?: number | undefined;
}

export interface RectF {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A point in metres, around the centre of the hand. */
export interface Landmark {
  x: number;
  y: number;
  z: number;
  /** Always 0, as in MediaPipe. */
  visibility: number;
}

/** A point in fractions of the image's width and height; z has the unit of x. */
export interface NormalizedLandmark {
  x: number;
  y: number;
  z: number;
  /** Always 0, as in MediaPipe. */
  visibility: number;
}

export interface Category {
  score: number;
  index: number;
  categoryName: string;
  displayName: string;
}

/** The hands of an image. Lists have an element for each hand, in the same order. */
export interface HandLandmarkerResult {
  landmarks: NormalizedLandmark[][];
  worldLandmarks: Landmark[][];
  /** The same as `handedness`. */
  handednesses: Category[][];
  /** "Left" or "Right", from the person's point of view, for an image that is not mirrored. */
  handedness: Category[][];
}

export interface GestureRecognizerResult extends HandLandmarkerResult {
  /** The best gesture of each hand; an empty list if none counts. */
  gestures: Category[][];
}

export interface Connection {
  start: number;
  end: number;
}

/** Finds hands and their landmarks. */
export class HandLandmarker {
  private constructor();
  static readonly HAND_CONNECTIONS: Connection[];
  static createFromOptions(wasmFileset: Partial<WasmFileset>, options: HandLandmarkerOptions): Promise<HandLandmarker>;
  static createFromModelPath(wasmFileset: Partial<WasmFileset>, modelAssetPath: string): Promise<HandLandmarker>;
  static createFromModelBuffer(
    wasmFileset: Partial<WasmFileset>,
    modelAssetBuffer: Uint8Array | ReadableStreamDefaultReader,
  ): Promise<HandLandmarker>;
  /** Changes some options and forgets the video. */
  setOptions(options: HandLandmarkerOptions): Promise<void>;
  /** Returns the hands of a single image. */
  detect(image: ImageSource, imageProcessingOptions?: ImageProcessingOptions): HandLandmarkerResult;
  /** Returns the hands of the next frame of a video, at a time in milliseconds that increases. */
  detectForVideo(
    videoFrame: ImageSource,
    timestamp: number,
    imageProcessingOptions?: ImageProcessingOptions,
  ): HandLandmarkerResult;
  close(): void;
}

/** Finds hands and their gestures. */
export class GestureRecognizer {
  private constructor();
  static readonly HAND_CONNECTIONS: Connection[];
  static createFromOptions(
    wasmFileset: Partial<WasmFileset>,
    options: GestureRecognizerOptions,
  ): Promise<GestureRecognizer>;
  static createFromModelPath(wasmFileset: Partial<WasmFileset>, modelAssetPath: string): Promise<GestureRecognizer>;
  static createFromModelBuffer(
    wasmFileset: Partial<WasmFileset>,
    modelAssetBuffer: Uint8Array | ReadableStreamDefaultReader,
  ): Promise<GestureRecognizer>;
  /** Changes some options and forgets the video. */
  setOptions(options: GestureRecognizerOptions): Promise<void>;
  /** Returns the hands of a single image and their gestures. */
  recognize(image: ImageSource, imageProcessingOptions?: ImageProcessingOptions): GestureRecognizerResult;
  /** Returns the hands of the next frame of a video, at a time in milliseconds that increases. */
  recognizeForVideo(
    videoFrame: ImageSource,
    timestamp: number,
    imageProcessingOptions?: ImageProcessingOptions,
  ): GestureRecognizerResult;
  close(): void;
}

/** The landmark or the connection that a style is asked for. */
export interface LandmarkData {
  index?: number;
  from?: NormalizedLandmark;
  to?: NormalizedLandmark;
}

/** A function that returns a value for a landmark or a connection. */
export type Callback<Input, Output> = (input: Input) => Output;

export interface DrawingOptions {
  /** Default: "white". */
  color?: string | CanvasGradient | CanvasPattern | Callback<LandmarkData, string | CanvasGradient | CanvasPattern>;
  /** Default: `color`; nothing for boxes. */
  fillColor?: string | CanvasGradient | CanvasPattern | Callback<LandmarkData, string | CanvasGradient | CanvasPattern>;
  /** In pixels. Default: 4. */
  lineWidth?: number | Callback<LandmarkData, number>;
  /** In pixels. Default: 6. */
  radius?: number | Callback<LandmarkData, number>;
}

export interface BoundingBox {
  originX: number;
  originY: number;
  width: number;
  height: number;
  /** Degrees, clockwise. */
  angle?: number;
}

/** Draws landmarks and boxes into a canvas. */
export class DrawingUtils {
  /** Tegata ignores the second context. */
  constructor(
    cpuContext: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    gpuContext?: WebGL2RenderingContext,
  );
  drawLandmarks(landmarks?: NormalizedLandmark[], style?: DrawingOptions): void;
  drawConnectors(landmarks?: NormalizedLandmark[], connections?: Connection[], style?: DrawingOptions): void;
  drawBoundingBox(boundingBox: BoundingBox, style?: DrawingOptions): void;
  close(): void;
  static clamp(x: number, min: number, max: number): number;
  /** Maps x from the range x0 to x1 to the range y0 to y1, and no further. */
  static lerp(x: number, x0: number, x1: number, y0: number, y1: number): number;
}

// ---- Tracker ----

/** The options of a tracker. All are off by default unless they say otherwise. */
export interface TrackerSettings {
  /** The maximum number of hands. Default: 2. */
  maxHands?: number | undefined;
  /** The score from which a palm counts, 0 to 1. Default: 0.5. */
  minDetectionConfidence?: number | undefined;
  /** The presence that a hand must exceed, 0 to 1. Default: 0.5. */
  minPresenceConfidence?: number | undefined;
  /** In videos, the overlap beyond which a palm belongs to a tracked hand, 0 to 1. Default: 0.5. */
  minTrackingConfidence?: number | undefined;
  /** Whether gestures are recognised; the model must have them. */
  gestures?: boolean | undefined;
  /** The only gestures that count, unless the list is empty. */
  allowedGestures?: string[] | undefined;
  /** Gestures that do not count, unless some are allowed. */
  deniedGestures?: string[] | undefined;
  /** The lowest score that counts; overrides the model's. */
  gestureThreshold?: number | undefined;
  /** Whether results report when gestures begin and end, and after which times and above which score. */
  gestureEvents?: boolean | { dwellMs?: number; releaseMs?: number; minScore?: number } | undefined;
  /** Whether results have the events of a video, with the times and the score of gestures, and with fingers. Hands then
   * have IDs. */
  events?: boolean | { dwellMs?: number; releaseMs?: number; minScore?: number; fingers?: boolean } | undefined;
  /** Custom poses: a file of `tegata train pose`. They take precedence over the model's gestures. */
  poses?: FileSource | undefined;
  /** Actions of hands in videos: a file of `tegata train action`. Hands then have IDs. */
  actions?: FileSource | undefined;
  /** Whether single images are processed twice, the second time as precisely as videos. */
  refinesStills?: boolean | undefined;
  /** Whether the largest palms take precedence, rather than those with the highest scores. */
  prefersLargeHands?: boolean | undefined;
  /** In videos, the interval in frames at which new hands are searched for. A lost hand also starts a search.
   * Default: 1. */
  detectionInterval?: number | undefined;
  /** In videos, the time in milliseconds by which results are ahead, 0 to 1000: each hand is where it will be then if it
   * keeps moving as it does. */
  predictionMs?: number | undefined;
  /** In videos, whether hands have IDs. */
  identifiesHands?: boolean | undefined;
  /** The time for which a hand that is out of sight keeps its ID. Default: 1000. */
  identityTimeoutMs?: number | undefined;
  /** In videos, whether the handedness is the mean over all frames of a hand. */
  averagesHandedness?: boolean | undefined;
  /** In videos, whether landmarks are smoothed, and how strongly. Speeds are in palm lengths per second. */
  smooths?: boolean | { cutoffHz?: number; speedCoefficient?: number; speedCutoffHz?: number } | undefined;
  /** The area that is searched for new hands. Default: "whole". */
  search?: "whole" | "tiles" | "auto" | "thorough" | undefined;
  /** The sides of the smallest tiles in pixels. Default: 432. */
  tileSide?: number | undefined;
  /** The fraction of a tile that overlaps its neighbour. Default: 0.25. */
  tileOverlap?: number | undefined;
  /** The score below which a palm in a tile does not count. Default: 0.3. */
  minTileConfidence?: number | undefined;
  /** The number of tiles per frame of a video. Default: 4. */
  tilesPerFrame?: number | undefined;
  /** Whether the search in a video skips tiles that have not changed. Default: true. */
  skipsUnchanged?: boolean | undefined;
  /** The camera, which gives positions in metres: the horizontal field of view in degrees, or the focal lengths and the
   * principal point in pixels (horizontal and vertical each). */
  camera?: number | [focalX: number, focalY: number, centerX: number, centerY: number] | undefined;
  /** The distance between the knuckles of the index and little fingers in metres. Default: the mean of adults, 0.06. */
  palmWidth?: number | undefined;
  /** Whether hands have joints. */
  joints?: boolean | undefined;
  /** Whether a hand with constant bones is fitted to the landmarks of each hand, which makes joints more accurate. Hands
   * then have `skeletonLandmarks`. */
  skeleton?: boolean | undefined;
  /** Whether to reproduce Python's `mediapipe.solutions.hands`. */
  legacy?: boolean | undefined;
}

export interface TrackerOptions extends TrackerSettings {
  /** The model: a bundle such as `hand_landmarker.task`, or `gesture_recognizer.task` for gestures. */
  model: FileSource;
  /** The module. Default: the file next to `tegata.mjs` for the level of the browser. */
  module?: ModuleSource | undefined;
}

export interface FrameOptions {
  /** The clockwise rotation that makes the image upright, a multiple of 90. With `isMirrored`, of the image without the
   * mirror. */
  rotationDegrees?: number | undefined;
  /** Whether the image is mirrored. The handedness of its hands is then still right. */
  isMirrored?: boolean | undefined;
  /** The part of the image to search, in fractions of its width and height. */
  region?: RectF | undefined;
}

export interface Point {
  x: number;
  y: number;
  z: number;
}

export interface Quaternion extends Point {
  w: number;
}

/** The joints of a hand. Angles are radians, distances metres, and axes OpenXR's. */
export interface Joints {
  /** The presence of the hand; 0 if its points form no hand. */
  confidence: number;
  fingers: Record<
    "thumb" | "index" | "middle" | "ring" | "little",
    { state: "curled" | "between" | "extended"; confidence: number; curl: number }
  >;
  /** By the names of the joints, such as `index_finger_pip`. */
  angles: Record<string, { flexion: number; abduction: number; twist: number }>;
  /** The visibility of each landmark, 0 to 1. */
  visibility: number[];
  pinches: Record<"index" | "middle" | "ring" | "little", { strength: number; distance: number }>;
  grabStrength: number;
  pointingRay: { origin: Point; direction: Point };
  /** By OpenXR's names of the joints. */
  skeleton: Record<
    string,
    { position: Point; orientation: Quaternion; localOrientation: Quaternion; radius: number; isMeasured: boolean }
  >;
}

export interface Hand {
  /** The same number in all frames, if hands have IDs. */
  id?: number;
  handedness: Category;
  /** 21 points in fractions of the image's width and height; z has the unit of x. */
  landmarks: Point[];
  /** 21 points in metres around the centre of the hand. */
  worldLandmarks: Point[];
  /** The gesture, or an empty list, if gestures are recognised. */
  gestures?: Category[];
  action?: Category;
  /** The centre of the palm in metres from the camera, if the camera is known. */
  position?: Point;
  /** The standard deviation of the distance in metres. */
  distanceUncertainty?: number;
  palmNormal?: Point;
  /** The distance between the tips of thumb and index finger in metres. */
  pinchAperture?: number;
  /** 21 points in metres from the camera. */
  cameraLandmarks?: Point[];
  /** 21 points of a hand with constant bones, in metres around the middle of its knuckles, if requested. */
  skeletonLandmarks?: Point[];
  joints?: Joints;
}

/** The object that the program `tegata` writes with --json. */
export interface TrackerResult {
  width: number;
  height: number;
  hands: Hand[];
  /** The number of the frame in the video, and its time. */
  frame?: number;
  timestampMs?: number;
  /** The actions that began in this frame. */
  actions?: { id: number; categoryName: string }[];
  /** The gestures that began, go on or ended, if there are any. */
  gestureEvents?: { id: number; event: "began" | "held" | "ended"; categoryName: string; durationMs: number }[];
  /** The events of this frame, if requested. */
  events?: HandEvent[];
}

/** The object that the program `tegata` writes with --events --json. */
export interface HandEvent {
  frame: number;
  timestampMs: number;
  id: number;
  event: "appeared" | "disappeared" | "began" | "ended" | "action" | "extended" | "curled";
  /** The hand, the gesture, the action or the finger. */
  categoryName: string;
  /** The time for which the hand was in sight, the gesture was made, or the finger has been in this state. */
  durationMs: number;
}

/** Finds hands in single images and in one video. */
export class Tracker {
  private constructor();
  static create(options: TrackerOptions): Promise<Tracker>;
  /** Returns the hands of a single image, without any effect on the video. */
  detect(image: ImageSource, frame?: FrameOptions): TrackerResult;
  /** Returns the hands of the next frame of the video, at a time in milliseconds that increases. */
  track(image: ImageSource, timestampMs: number, frame?: FrameOptions): TrackerResult;
  /** Forgets the video, so that the next frame may belong to another one and have any time. */
  reset(): void;
  /** Ends the video like `reset`, and returns the events of all hands and gestures that end with it. */
  finish(): HandEvent[];
  /** Changes some options and forgets the video. An option that is undefined gets its default. */
  setOptions(options: TrackerSettings & { model?: FileSource }): Promise<void>;
  close(): void;
  readonly level: "relaxed" | "simd128";
  /** The size of the module's memory in bytes. */
  readonly memoryBytes: number;
}

export interface TrackerWorkerOptions extends TrackerOptions {
  /** The script of the worker, or a worker whose script calls `serveTracker`. Default: `worker.mjs` next to
   * `tegata.mjs`. */
  worker?: string | URL | Worker | undefined;
}

/** A tracker in a worker. */
export class TrackerWorker {
  private constructor();
  static create(options: TrackerWorkerOptions): Promise<TrackerWorker>;
  /** Resolves to the hands of the next frame of the video, or to null if a later frame came before this one's turn.
   * VideoFrames and ImageBitmaps pass to the worker and cannot be used afterwards; other images are copied. */
  track(image: ImageSource, timestampMs: number, frame?: FrameOptions): Promise<TrackerResult | null>;
  /** Resolves to the hands of a single image. */
  detect(image: ImageSource, frame?: FrameOptions): Promise<TrackerResult>;
  reset(): Promise<void>;
  finish(): Promise<HandEvent[]>;
  setOptions(options: TrackerSettings & { model?: FileSource }): Promise<void>;
  close(): void;
}

/** Answers the calls of a TrackerWorker; the script of its worker calls it with its global scope, which Node.js lacks. */
export function serveTracker(scope?: { postMessage(message: unknown): void }): Promise<void>;
