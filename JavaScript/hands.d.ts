// TypeScript finds `tegata.d.ts` by this name.
import type { FileSource, ModuleSource } from "./tegata.js";

/** The version of MediaPipe's package that has this API. */
export const VERSION: string;

/** Pairs of landmarks that lines connect. */
export type LandmarkConnectionArray = [number, number][];

export const HAND_CONNECTIONS: LandmarkConnectionArray;

/** A point in fractions of the image's width and height; z has the unit of x. */
export interface NormalizedLandmark {
  x: number;
  y: number;
  z: number;
  visibility?: number;
}

export type NormalizedLandmarkList = NormalizedLandmark[];
export type NormalizedLandmarkListList = NormalizedLandmarkList[];

/** A point in metres, around the centre of the hand. */
export interface Landmark extends NormalizedLandmark {}

export type LandmarkList = Landmark[];
export type LandmarkListList = LandmarkList[];

export type InputImage = HTMLVideoElement | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas | ImageBitmap;

export interface InputMap {
  image: InputImage;
}

export type GpuBuffer = HTMLCanvasElement | HTMLImageElement | ImageBitmap;

export interface Handedness {
  /** 0 for the left hand, 1 for the right one. */
  index: number;
  score: number;
  /** The name for an image that is mirrored, by the camera or by `selfieMode`. */
  label: "Right" | "Left";
}

/** The hands of an image. Lists have an element for each hand, in the same order. */
export interface Results {
  multiHandLandmarks: NormalizedLandmarkListList;
  multiHandWorldLandmarks: LandmarkListList;
  multiHandedness: Handedness[];
  /** A canvas with the image, mirrored in selfie mode. */
  image: GpuBuffer;
}

export interface Options {
  /** Whether to mirror images first. Default: false. */
  selfieMode?: boolean;
  /** The maximum number of hands. Default: 2. */
  maxNumHands?: number;
  /** The default of `model`: 0 for `hand_landmarker_lite.task`, 1 for `hand_landmarker.task`. Default: 1. */
  modelComplexity?: 0 | 1;
  /** The score from which a palm counts, 0 to 1. Default: 0.5. */
  minDetectionConfidence?: number;
  /** The presence that a hand must exceed, 0 to 1. Default: 0.5. */
  minTrackingConfidence?: number;
}

export type ResultsListener = (results: Results) => Promise<void> | void;

export interface HandsConfig {
  /** Ignored: the module lies next to `hands.mjs`. */
  locateFile?: (path: string, prefix?: string) => string;
  /** The model. Default: a bundle next to the page, by `modelComplexity`. */
  model?: FileSource | undefined;
  /** The module. Default: the file next to `tegata.mjs` for the level of the browser. */
  module?: ModuleSource | undefined;
}

/** Finds the hands in the frames of a video, and calls a function with them. */
export class Hands {
  constructor(config?: HandsConfig);
  onResults(listener: ResultsListener): void;
  /** Changes options before the next image. */
  setOptions(options: Options): void;
  initialize(): Promise<void>;
  /** Finds the hands of an image, and resolves when the function of `onResults` is done with them. */
  send(inputs: InputMap): Promise<void>;
  /** Forgets the last image. */
  reset(): void;
  close(): Promise<void>;
}
