// Pictures of a source, decoded when they are about to be shown.

class Pictures {
  constructor(source) {
    this.source = source;
    // Fewer of large ones, which take much memory, but those that play next.
    const pixelCount = Math.max(1, source.widths[0] * source.heights[0]);
    const capacity = Math.max(10, Math.min(24, Math.floor(24e6 / pixelCount)));
    this.decoded = new RecentlyUsed(capacity, (entry) => entry.bitmap?.close());
  }

  blob(index) {
    return new Blob([blockBytes(this.source.pictureBlocks[index])], { type: "image/jpeg" });
  }

  /** The picture, or null while it is being decoded; `arrived` is called then. */
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
      // The skeleton is shown without it.
      () => {});
    return null;
  }

  /** Has those decoded that are likely to be next. */
  prepare(from, count) {
    const end = Math.min(from + count, this.source.pictureBlocks.length);
    for (let index = Math.max(0, from); index < end; index += 1) this.get(index);
  }
}
