// The tracker in its worker, made from the parts that the page contains.

/** Returns the content of an element with packed bytes. */
async function unpacked(element) {
  const packed = new Blob([blockBytes(element)]).stream();
  return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Returns an address for code. Chromium starts no workers from other addresses in pages that it opens from a disk. */
const codeAddress = (code) => `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`;

class Engine {
  constructor() {
    this.isReady = false;
    /** @type {{ name?: string, gestures?: string, bytes?: Uint8Array, element: Element }[]} */
    this.models = Array.from(document.querySelectorAll("script.model"), (/** @type {HTMLElement} */ element) => ({
      ...element.dataset,
      element,
    }));
    this.options = { model: 0, maxHands: 2, smooths: true };
  }

  async start() {
    const code = find("library").textContent;
    this.library = await import(codeAddress(code));
    this.workerAddress = codeAddress(`${code}\nserveTracker(self);`);
    const level = this.library.chooseLevel();
    if (!level)
      throw new Error(
        "This browser has no WebAssembly SIMD. Use Chrome or Edge 91, Firefox 89, Safari 16.4, or a newer one.",
      );
    this.module = await unpacked(document.querySelector(`script.module[data-level="${level}"]`));
    await this.setOptions({});
    this.isReady = true;
  }

  /** Makes a new tracker with changed options; the old one stays if they are wrong. */
  async setOptions(changes) {
    const options = { ...this.options, ...changes };
    const { model: number, ...others } = options;
    const model = this.models[number];
    model.bytes ??= await unpacked(model.element);
    const tracker = await this.library.TrackerWorker.create({
      ...others,
      worker: new Worker(this.workerAddress, { type: "module" }),
      module: this.module,
      model: model.bytes,
      gestures: model.gestures === "true",
      identifiesHands: true,
      joints: true,
      detectionInterval: 6,
    });
    this.tracker?.close();
    this.tracker = tracker;
    this.options = options;
  }

  /** Uses poses or actions that `tegata train` wrote. */
  async addClassifier(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      await this.setOptions({ poses: bytes });
    } catch (error) {
      // The file may contain actions; the first error describes all other files.
      await this.setOptions({ actions: bytes }).catch(() => {
        throw error;
      });
    }
  }

  /** Returns the result for an image, or for a frame with a time in milliseconds; null if another tracker has come in between. */
  async find(image, time) {
    const { tracker } = this;
    try {
      return await (time === null ? tracker.detect(image) : tracker.track(image, time));
    } catch (error) {
      if (tracker !== this.tracker) return null;
      throw error;
    }
  }
}
