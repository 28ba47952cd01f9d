// Plots of a video over time: the hands, their gestures, and the confidence in both.

const handColours = ["#3b82d6", "#e0662f", "#2ea36f", "#a85ccf", "#c9930f", "#1c9bb0", "#d6487f", "#7d8f22"];

/** Returns a distinct colour for each gesture, and gray for no known gesture. */
function gestureColour(order, name) {
  return name === "" || isNoGesture(name) ? "hsl(220 8% 60%)" : `hsl(${(28 + 137.5 * order) % 360} 60% 58%)`;
}

/** Returns a colour from the style sheet, for the light or dark theme. */
const themeColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

/** Returns, for each hand, the time spans in which it is present as left or right, and each gesture's time spans. */
function findTracks(source) {
  const tracks = new Map();
  const extend = (runs, index, value) => {
    const last = runs.at(-1);
    if (last && last.end === index && last.value === value) last.end = index + 1;
    else runs.push({ start: index, end: index + 1, value });
  };
  for (let index = 0; index < source.count; index += 1) {
    for (let hand = source.firstHand[index]; hand < source.firstHand[index + 1]; hand += 1) {
      const key = source.identifiers[hand];
      let track = tracks.get(key);
      if (!track) {
        track = { key, presence: [], gestures: [], samples: [], end: 0, lane: 0 };
        tracks.set(key, track);
      }
      extend(track.presence, index, vocabulary.handedness[source.handedness[hand]]);
      if (source.gestures[hand] >= 0) extend(track.gestures, index, source.gestures[hand]);
      track.samples.push(hand, index);
      track.end = index + 1;
    }
  }
  const list = [...tracks.values()].sort((a, b) => a.presence[0].start - b.presence[0].start);
  // A lane is reused when its hand is gone; hands that are present together have different colours.
  const lanes = [];
  let next = 0;
  for (const track of list) {
    const start = track.presence[0].start;
    const free = lanes.findIndex((last) => last.end <= start);
    track.lane = free < 0 ? lanes.length : free;
    lanes[track.lane] = track;
    const taken = lanes.filter((other) => other !== track && other.end > start).map((other) => other.colour);
    const isTaken = (colour) => taken.includes(colour) && taken.length < handColours.length;
    while (isTaken(handColours[next % handColours.length])) next += 1;
    track.colour = handColours[next % handColours.length];
    next += 1;
    track.number = track.key < 0 ? "" : `#${track.key} `;
  }
  return { list, laneCount: Math.max(1, lanes.length) };
}

class Plots {
  constructor(source, elements, seek) {
    this.source = source;
    this.elements = elements;
    this.tracks = findTracks(source);
    this.colours = new Map(this.tracks.list.map((track) => [track.key, track.colour]));
    this.orders = new Map();
    for (const track of this.tracks.list) {
      for (const run of track.gestures) {
        if (!this.orders.has(run.value)) this.orders.set(run.value, this.orders.size);
      }
    }
    this.firstTime = source.times[0];
    this.endTime = source.times[source.count - 1] + source.lastDuration;
    // The visible part.
    this.start = this.firstTime;
    this.length = this.endTime - this.firstTime;
    this.cursorTime = this.firstTime;
    this.laneHeight = source.hasGestures ? 44 : 26;
    elements.tracks.style.height = `${this.tracks.laneCount * this.laneHeight + 4}px`;
    for (const element of elements.gestureParts) element.hidden = !source.hasGestures;
    this.writeLegend();
    const area = elements.area;
    area.onpointerdown = (event) => {
      area.setPointerCapture(event.pointerId);
      seek(this.timeAt(event));
    };
    area.onpointermove = (event) => {
      if (area.hasPointerCapture(event.pointerId)) seek(this.timeAt(event));
    };
    this.draw();
  }

  timeAt(event) {
    const box = this.elements.tracks.getBoundingClientRect();
    const fraction = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    return this.start + fraction * this.length;
  }

  writeLegend() {
    const source = this.source;
    const lengths = new Map();
    for (const { gestures } of this.tracks.list) {
      for (const run of gestures)
        lengths.set(run.value, (lengths.get(run.value) ?? 0) + this.timeOf(run.end) - this.timeOf(run.start));
    }
    const items = [...this.orders].map(([value, order]) => {
      const item = document.createElement("li");
      const swatch = document.createElement("span");
      swatch.className = "swatch";
      swatch.style.background = gestureColour(order, source.strings[value]);
      item.append(swatch, `${gestureName(source.strings[value])} ${(lengths.get(value) / 1000).toFixed(1)} s`);
      return item;
    });
    this.elements.legend.replaceChildren(...items);
    this.elements.legend.hidden = items.length === 0;
  }

  /** Returns the start of a frame, or the end of the last one. */
  timeOf(index) {
    return index < this.source.count ? this.source.times[index] : this.endTime;
  }

  /** Shows `length` milliseconds around the cursor, or the whole video. */
  zoom(length) {
    this.length = Math.min(length, this.endTime - this.firstTime);
    this.moveTo(this.cursorTime - this.length / 2);
  }

  moveTo(start) {
    this.start = Math.max(this.firstTime, Math.min(start, this.endTime - this.length));
    this.draw();
    this.placeCursor();
  }

  draw() {
    const { tracks, handednessCanvas, gestureCanvas } = this.elements;
    this.drawTracks(tracks);
    this.drawScores(handednessCanvas, this.source.scores, 0.5, 1);
    if (this.source.hasGestures) this.drawScores(gestureCanvas, this.source.gestureScores, 0, 1);
    this.writeTimes();
    const names = this.tracks.list
      .slice(0, 20)
      .map(
        (track) =>
          `${track.number}${track.presence[0].value} from ${clockText(this.timeOf(track.presence[0].start))} to ${clockText(this.timeOf(track.end))}`,
      );
    const more = this.tracks.list.length > names.length ? ` and ${this.tracks.list.length - names.length} more` : "";
    tracks.setAttribute(
      "aria-label",
      names.length ? `Hands: ${names.join("; ")}${more}` : "No hand in the whole video",
    );
  }

  drawTracks(canvas) {
    const [width, height] = fitCanvas(canvas);
    const ratio = width / canvas.clientWidth;
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    const x = (index) => ((this.timeOf(index) - this.start) / this.length) * width;
    context.textBaseline = "middle";
    context.font = `600 ${11 * ratio}px system-ui, sans-serif`;
    for (const track of this.tracks.list) {
      const top = (track.lane * this.laneHeight + 3) * ratio;
      for (const run of track.presence) {
        const [left, right] = [x(run.start), Math.max(x(run.end), x(run.start) + 1)];
        context.fillStyle = track.colour;
        context.fillRect(left, top, right - left, 18 * ratio);
        this.writeInside(context, track.number + run.value, left, right, top + 9.5 * ratio, "white");
      }
      for (const run of track.gestures) {
        const [left, right] = [x(run.start), Math.max(x(run.end), x(run.start) + 1)];
        const name = this.source.strings[run.value];
        context.fillStyle = gestureColour(this.orders.get(run.value), name);
        context.fillRect(left, top + 20 * ratio, right - left, 16 * ratio);
        this.writeInside(context, gestureName(name), left, right, top + 28.5 * ratio, "black");
      }
    }
  }

  /** Writes text at the visible start of a time span, if there is space. */
  writeInside(context, text, start, right, y, colour) {
    const left = Math.max(0, start);
    const padding = 5 * (window.devicePixelRatio || 1);
    if (right - left < 3 * padding || context.measureText(text).width + 2 * padding > right - left) return;
    context.fillStyle = colour;
    context.fillText(text, left + padding, y);
  }

  /** Draws a line of scores for each hand, between a lowest and a highest value. */
  drawScores(canvas, scores, lowest, highest) {
    const [width, height] = fitCanvas(canvas);
    const ratio = width / canvas.clientWidth;
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    const margin = 5 * ratio;
    const y = (score) =>
      height -
      margin -
      ((Math.max(lowest, Math.min(highest, score)) - lowest) / (highest - lowest)) * (height - 2 * margin);
    context.strokeStyle = themeColour("--grid");
    context.lineWidth = ratio;
    context.beginPath();
    for (let i = 0; i <= 2; i += 1) {
      const level = Math.round(y(lowest + (i / 2) * (highest - lowest))) + 0.5;
      context.moveTo(0, level);
      context.lineTo(width, level);
    }
    context.stroke();
    context.lineWidth = 1.5 * ratio;
    context.lineJoin = "round";
    for (const track of this.tracks.list) this.drawScoreLine(context, track, scores, width, y);
  }

  /** Draws a line for each run of frames; in each pixel column, it passes through the lowest and highest score. */
  drawScoreLine(context, { colour, samples }, scores, width, y) {
    context.strokeStyle = colour;
    context.beginPath();
    let [column, least, greatest, last] = [null, 0, 0, 0];
    let isOpen = false;
    const goTo = (score) => {
      if (isOpen) context.lineTo(column, y(score));
      else {
        // Draw a run of a single frame as a dot.
        context.moveTo(column - 0.75, y(score));
        context.lineTo(column, y(score));
      }
      isOpen = true;
    };
    const flush = () => {
      if (column === null) return;
      goTo(least);
      if (greatest !== least) goTo(greatest);
      if (last !== greatest) goTo(last);
      column = null;
    };
    let lastFrame = -2;
    for (let i = 0; i < samples.length; i += 2) {
      const [hand, frame] = [samples[i], samples[i + 1]];
      const score = scores[hand];
      const at = Math.round(((this.source.times[frame] - this.start) / this.length) * width);
      const isFarAway = at < -width || at > 2 * width;
      const isLeftOut = isFarAway || (scores === this.source.gestureScores && this.source.gestures[hand] < 0);
      if (isLeftOut || frame !== lastFrame + 1) {
        flush();
        isOpen = false;
      }
      lastFrame = isLeftOut ? -2 : frame;
      if (isLeftOut) continue;
      if (at !== column) {
        flush();
        [column, least, greatest] = [at, score, score];
      }
      [least, greatest, last] = [Math.min(least, score), Math.max(greatest, score), score];
    }
    flush();
    context.stroke();
  }

  /** Writes round times below the plots. */
  writeTimes() {
    const { axis } = this.elements;
    const room = Math.max(1, Math.floor(axis.clientWidth / 80));
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600].map(
      (seconds) => 1000 * seconds,
    );
    const step = steps.find((candidate) => this.length / candidate <= room) ?? this.length;
    const marks = [];
    for (let time = Math.ceil(this.start / step) * step; time < this.start + this.length; time += step) {
      const mark = document.createElement("span");
      mark.textContent = clockText(time, step < 1000 ? 1 : 0);
      const fraction = (time - this.start) / this.length;
      if (fraction > 0.96) break;
      mark.style.left = `${100 * fraction}%`;
      marks.push(mark);
    }
    axis.replaceChildren(...marks);
  }

  showCursor(index) {
    this.cursorTime = this.timeOf(index);
    const place = (this.cursorTime - this.start) / this.length;
    // When the cursor leaves the visible part, move that part.
    if (place < 0 || place >= 1) this.moveTo(this.cursorTime - (place < 0 ? 0.9 : 0.1) * this.length);
    else this.placeCursor();
  }

  placeCursor() {
    this.elements.cursor.style.left = `${(100 * (this.cursorTime - this.start)) / this.length}%`;
  }
}
