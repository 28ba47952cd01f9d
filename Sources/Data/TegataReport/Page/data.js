// The page's data: blocks of packed numbers, decoded when they are needed.

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads consecutive little-endian numbers. */
class Reader {
  constructor(bytes, offset = 0) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
  }

  unsigned() {
    this.offset += 4;
    return this.view.getUint32(this.offset - 4, true);
  }

  signed() {
    this.offset += 4;
    return this.view.getInt32(this.offset - 4, true);
  }

  integer() {
    this.offset += 8;
    return Number(this.view.getBigInt64(this.offset - 8, true));
  }

  float() {
    this.offset += 4;
    return this.view.getFloat32(this.offset - 4, true);
  }

  floats(count) {
    const values = new Float32Array(count);
    for (let i = 0; i < count; i += 1) values[i] = this.float();
    return values;
  }

  text() {
    const count = this.unsigned();
    this.offset += count;
    return textDecoder.decode(this.bytes.subarray(this.offset - count, this.offset));
  }
}

/** A cache of the most recently used values. */
class RecentlyUsed {
  constructor(capacity, release = (value) => {}) {
    this.capacity = capacity;
    this.release = release;
    this.values = new Map();
  }

  get(key) {
    const value = this.values.get(key);
    if (value !== undefined) {
      this.values.delete(key);
      this.values.set(key, value);
    }
    return value;
  }

  set(key, value) {
    this.values.set(key, value);
    if (this.values.size <= this.capacity) return;
    const [oldest, old] = this.values.entries().next().value;
    this.values.delete(oldest);
    this.release(old);
  }
}

/** A video or a list of images. */
class Source {
  constructor(reader, strings, blocks) {
    this.strings = strings;
    this.name = strings[reader.unsigned()];
    this.isVideo = reader.unsigned() === 1;
    this.count = reader.unsigned();
    const handCount = reader.unsigned();
    this.pictureSpacing = reader.unsigned();
    this.frameBlocks = blocks.frames.splice(0, reader.unsigned());
    this.pointBlocks = blocks.points.splice(0, this.frameBlocks.length);
    const pictureCount = reader.unsigned();
    this.pictureFrames = Array.from({ length: pictureCount }, () => reader.unsigned());
    this.pictureBlocks = blocks.pictures.splice(0, pictureCount);

    this.times = new Float64Array(this.count);
    this.widths = new Uint32Array(this.count);
    this.heights = new Uint32Array(this.count);
    this.names = new Uint32Array(this.count);
    // The block of each frame, and the frame's offset in the block.
    this.blockOf = new Uint32Array(this.count);
    this.placeOf = new Uint32Array(this.count);
    this.firstHand = new Uint32Array(this.count + 1);
    this.identifiers = new Float64Array(handCount);
    this.handedness = new Uint8Array(handCount);
    this.scores = new Float32Array(handCount);
    this.gestures = new Int32Array(handCount).fill(-1);
    this.gestureScores = new Float32Array(handCount);
    this.hasGestures = false;
    this.numbers = new RecentlyUsed(4);
    this.readFrames();
  }

  /** Reads all data that the plots need, but no points. */
  readFrames() {
    let index = 0;
    let hand = 0;
    this.frameBlocks.forEach((block, blockIndex) => {
      const reader = new Reader(blockBytes(block));
      while (reader.offset < reader.bytes.length) {
        this.blockOf[index] = blockIndex;
        this.placeOf[index] = reader.offset;
        this.firstHand[index] = hand;
        const head = this.readHead(reader);
        this.times[index] = head.time ?? index;
        this.widths[index] = head.width;
        this.heights[index] = head.height;
        this.names[index] = head.name;
        this.hasGestures ||= head.hasGestures;
        for (let i = 0; i < head.handCount; i += 1, hand += 1) {
          const read = this.readHand(reader);
          // Hands without track IDs are distinguished by their order.
          this.identifiers[hand] = read.values.id ?? -1 - i;
          this.keepHand(hand, read);
        }
        for (let i = 0; i < head.eventCount; i += 1) this.readEvent(reader);
        index += 1;
      }
    });
    this.firstHand[index] = hand;
  }

  /** Stores the values of a hand that the plots need. */
  keepHand(index, { values: { handedness, gestures } }) {
    // Use the name, because the legacy graph has other indices.
    this.handedness[index] = vocabulary.handedness.indexOf(handedness.name);
    this.scores[index] = handedness.score;
    this.gestures[index] = gestures?.[0]?.nameNumber ?? -1;
    this.gestureScores[index] = gestures?.[0]?.score ?? 0;
  }

  readHead(reader) {
    const [number, time, flags] = [reader.integer(), reader.integer(), reader.unsigned()];
    const isFrame = (flags & 1) !== 0;
    return {
      number: isFrame ? number : null,
      time: isFrame ? time : null,
      hasGestures: (flags & 2) !== 0,
      hasActions: (flags & 4) !== 0,
      name: reader.unsigned(),
      width: reader.unsigned(),
      height: reader.unsigned(),
      handCount: reader.unsigned(),
      eventCount: reader.unsigned(),
    };
  }

  /** Reads the values of a hand that the plots need, and the offset of the others. */
  readHand(reader) {
    const values = /** @type {any} */ ({});
    const hand = { present: reader.unsigned(), pointsOffset: reader.unsigned(), values };
    this.readFields(hand, reader, true);
    return hand;
  }

  /** Reads the short fields of a hand, or its other fields. */
  readFields(hand, reader, areShort) {
    vocabulary.fields.forEach(({ name, kind, isShort }, i) => {
      if (isShort === areShort && hand.present & (1 << i)) hand.values[name] = this.readValue(reader, kind);
    });
  }

  readValue(reader, kind) {
    switch (kind) {
      case "integer":
        return reader.integer();
      case "category":
        return this.readCategory(reader);
      case "categories":
        return Array.from({ length: reader.unsigned() }, () => this.readCategory(reader));
      case "points":
        return reader.floats(3 * vocabulary.pointCount);
      case "numbers":
        return reader.floats(reader.unsigned());
    }
  }

  readCategory(reader) {
    const [index, score, nameNumber] = [reader.signed(), reader.float(), reader.unsigned()];
    return { index, score, nameNumber, name: this.strings[nameNumber], displayName: this.strings[reader.unsigned()] };
  }

  readEvent(reader) {
    const [identifier, milliseconds] = [reader.integer(), reader.integer()];
    return {
      identifier,
      milliseconds,
      kind: vocabulary.eventKinds[reader.unsigned()],
      name: this.strings[reader.unsigned()],
    };
  }

  /** Returns the decoded blocks that contain a frame. */
  blocks(index) {
    const key = this.blockOf[index];
    let found = this.numbers.get(key);
    if (!found) {
      found = { frames: blockBytes(this.frameBlocks[key]), points: blockBytes(this.pointBlocks[key]) };
      this.numbers.set(key, found);
    }
    return found;
  }

  /** Returns all data of a frame. */
  frame(index) {
    const blocks = this.blocks(index);
    const reader = new Reader(blocks.frames, this.placeOf[index]);
    const head = this.readHead(reader);
    const hands = Array.from({ length: head.handCount }, (_, i) =>
      this.wholeHand(this.readHand(reader), blocks.points, i),
    );
    const events = Array.from({ length: head.eventCount }, () => this.readEvent(reader));
    return { ...head, source: this.strings[head.name], hands, events };
  }

  /** Returns all fields of a hand, and the values to show. */
  wholeHand(hand, bytes, order) {
    const reader = new Reader(bytes, hand.pointsOffset);
    this.readFields(hand, reader, false);
    hand.pointsEnd = reader.offset;
    const { id, handedness, landmarks, worldLandmarks, gestures, action } = hand.values;
    return {
      values: hand.values,
      identifier: id ?? null,
      key: id ?? -1 - order,
      side: handedness.name,
      score: handedness.score,
      landmarks,
      worldLandmarks,
      gesture: gestures?.[0] ?? null,
      action: action ?? null,
    };
  }

  /** Returns the last frame at or before a time. */
  frameAt(time) {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The duration of the last frame in milliseconds: the mean duration of the others. */
  get lastDuration() {
    return this.count > 1 ? Math.max(1, (this.times[this.count - 1] - this.times[0]) / (this.count - 1)) : 40;
  }

  /** Returns the index of the last kept image at or before a frame; -1 if there is none. */
  pictureFor(index) {
    let [low, high] = [0, this.pictureFrames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pictureFrames[middle] <= index) low = middle + 1;
      else high = middle;
    }
    // The previous image in a list cannot replace one that was omitted.
    if (!this.isVideo && this.pictureFrames[low - 1] !== index) return -1;
    return low - 1;
  }
}

/** Returns the strings in a block. */
function readTexts(name) {
  const reader = new Reader(blockBytes(document.querySelector(`script.${name}`)));
  return Array.from({ length: reader.unsigned() }, () => reader.text());
}

/** Returns all sources on the page. */
function readSources() {
  const elements = (name) => Array.from(document.querySelectorAll(`script.${name}`));
  const strings = readTexts("strings");
  const reader = new Reader(blockBytes(document.querySelector("script.sources")));
  const blocks = { frames: elements("frames"), points: elements("points"), pictures: elements("picture") };
  return Array.from({ length: reader.unsigned() }, () => new Source(reader, strings, blocks));
}
