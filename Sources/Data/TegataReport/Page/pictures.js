// Decodes the images of a source just before they are shown.

class Pictures {
  constructor(source) {
    this.source = source;
    // Keep fewer images if they are large, to limit memory, but at least the next ones to play.
    const pixelCount = Math.max(1, source.widths[0] * source.heights[0]);
    const capacity = Math.max(10, Math.min(24, Math.floor(24e6 / pixelCount)));
    this.decoded = new RecentlyUsed(capacity, (entry) => entry.bitmap?.close());
  }

  blob(index) {
    return new Blob([blockBytes(this.source.pictureBlocks[index])], { type: "image/jpeg" });
  }

  /** Returns the image; null while it is being decoded, and `arrived` is called when it is ready. */
  get(index, arrived) {
    const known = this.decoded.get(index);
    if (known) {
      if (!known.bitmap && arrived) known.arrived = arrived;
      return known.bitmap;
    }
    const entry = { bitmap: null, arrived };
    this.decoded.set(index, entry);
    createImageBitmap(this.blob(index)).then(
      (bitmap) => {
        entry.bitmap = bitmap;
        entry.arrived?.();
      },
      // If decoding fails, show the skeleton only.
      () => {},
    );
    return null;
  }

  /** Starts decoding the images that will probably be next. */
  prepare(from, count) {
    const end = Math.min(from + count, this.source.pictureBlocks.length);
    for (let index = Math.max(0, from); index < end; index += 1) this.get(index);
  }
}
