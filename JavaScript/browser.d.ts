// Names that the compiler of the types does not know: newer parts of browsers, Node.js, and what Tegata writes into
// pages.

declare class VideoFrame {
  constructor(image: CanvasImageSource);
  readonly format: string | null;
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly visibleRect: DOMRectReadOnly;
  readonly colorSpace: { matrix: string | null; fullRange: boolean | null };
  readonly rotation?: number;
  readonly flip?: boolean;
  allocationSize(): number;
  copyTo(bytes: ArrayBufferView): Promise<unknown>;
  close(): void;
}

declare class OffscreenCanvas {
  constructor(width: number, height: number);
  width: number;
  height: number;
  getContext(kind: "2d", options?: CanvasRenderingContext2DSettings): OffscreenCanvasRenderingContext2D;
}

interface OffscreenCanvasRenderingContext2D extends Omit<CanvasRenderingContext2D, "canvas"> {
  readonly canvas: OffscreenCanvas;
}

declare class DecompressionStream {
  constructor(format: string);
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

interface Uint8ArrayConstructor {
  fromBase64?(text: string): Uint8Array;
}

declare module "node:*";
declare var process: any;

/** The names, lines and colours that `PageVocabulary` writes at the beginning of a page. */
declare const vocabulary: any;
