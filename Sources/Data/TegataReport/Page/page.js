// The page and its controls.

const thumbnailHeight = 84;

class Page {
  constructor(sources) {
    this.sources = sources;
    this.canvas = find("picture");
    this.zoom = new PictureZoom(this.canvas, () => this.drawPicture());
    this.space = new SpaceView(find("space"));
    this.player = new Player(
      (index) => this.show(index),
      () => this.showPlaying(),
    );
    this.thumbnailObserver = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) this.drawThumbnail(entry.target);
      },
      { rootMargin: "200px" },
    );
    this.listen();
    for (const id of ["report", "foot"]) find(id).hidden = false;
    find("source-choice").hidden = sources.length < 2;
    find("source").replaceChildren(...sources.map((source) => new Option(source.name)));
    this.open(0);
  }

  listen() {
    find("source").addEventListener("change", (event) => this.open(event.target.selectedIndex));
    find("play").addEventListener("click", () => this.player.toggle());
    find("previous").addEventListener("click", () => this.player.step(-1));
    find("next").addEventListener("click", () => this.player.step(1));
    find("position").addEventListener("input", (event) => {
      this.player.pause();
      this.player.seek(event.target.valueAsNumber);
    });
    find("speed").addEventListener("change", (event) => this.player.setSpeed(Number(event.target.value)));
    find("extent").addEventListener("change", (event) => this.plots.zoom(Number(event.target.value)));
    find("save-one").addEventListener("click", () => this.saveOne());
    find("save-all").addEventListener("click", () => this.saveAll());
    document.addEventListener("keydown", (event) => this.pressed(event));
    const drawAgain = () => this.drawAgain();
    new ResizeObserver(drawAgain).observe(find("report"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.target.tagName === "SELECT" && event.key !== " "))
      return;
    const stride = event.shiftKey ? 10 : 1;
    const actions = {
      ArrowLeft: () => this.player.step(-stride),
      ArrowRight: () => this.player.step(stride),
      Home: () => this.player.step(-Infinity),
      End: () => this.player.step(Infinity),
      " ": () => this.player.toggle(),
      "+": () => this.zoom.zoom(1.25, 0.5, 0.5),
      "-": () => this.zoom.zoom(0.8, 0.5, 0.5),
      0: () => this.zoom.reset(),
    };
    // The slider handles these keys itself, but ignores Shift.
    if (event.target.tagName === "INPUT")
      Object.assign(actions, { ArrowUp: actions.ArrowRight, ArrowDown: actions.ArrowLeft });
    const action = actions[event.key];
    // Leave the space bar to buttons and lists.
    if (!action || (event.key === " " && ["BUTTON", "SELECT"].includes(event.target.tagName))) return;
    action();
    event.preventDefault();
  }

  open(number) {
    const source = this.sources[number];
    this.source = source;
    this.pictures = new Pictures(source);
    this.shownPicture = null;
    this.frame = null;
    this.zoom.reset();
    this.mostHands = 0;
    for (let i = 0; i < source.count; i += 1)
      this.mostHands = Math.max(this.mostHands, source.firstHand[i + 1] - source.firstHand[i]);
    const isSeries = source.count > 1;
    for (const id of ["play", "speed-choice"]) find(id).hidden = !source.isVideo || !isSeries;
    for (const id of ["previous", "next", "position", "save-all"]) find(id).hidden = !isSeries;
    find("position").max = Math.max(0, source.count - 1);
    find("plots").hidden = !source.isVideo || source.count === 0;
    find("save-one").hidden = source.count === 0;
    find("save-one").textContent = source.isVideo ? "JSON of this frame" : "JSON of this image";
    find("save-all").textContent = `JSON of all ${counted(source.count, source.isVideo ? "frame" : "image")}`;
    const stepping = isSeries
      ? `Arrow keys step, with Shift by ten; Home and End go to the ends${source.isVideo ? "; the space bar plays or pauses" : ""}. `
      : "";
    find("keys").textContent =
      `${stepping}Pinch, scroll with Ctrl or press + and - to zoom the image, drag to move it, double-click to reset it.`;
    this.writeSummary();
    this.fillStrip();
    this.plots = null;
    if (source.isVideo && source.count > 0) {
      this.plots = new Plots(source, this.plotElements(), (time) => this.seekTime(time));
      this.fillExtents(this.plots.length);
    }
    this.player.open(source);
    if (source.count === 0) this.clear();
  }

  plotElements() {
    return {
      area: find("area"),
      tracks: find("tracks"),
      handednessCanvas: find("handedness"),
      gestureCanvas: find("gesture"),
      axis: find("axis"),
      cursor: find("cursor"),
      legend: find("legend"),
      gestureParts: document.querySelectorAll("#area .gesture"),
    };
  }

  /** Fills the list of lengths that the plots can show at once. */
  fillExtents(length) {
    const parts = [
      [300000, "5 minutes"],
      [60000, "1 minute"],
      [10000, "10 seconds"],
      [2000, "2 seconds"],
    ];
    const options = parts
      .filter(([extent]) => extent < length)
      .map(([extent, name]) => new Option(String(name), String(extent)));
    find("extent").replaceChildren(new Option("whole video", "Infinity"), ...options);
    find("extent-choice").hidden = options.length === 0;
  }

  writeSummary() {
    const { source } = this;
    const parts = [counted(source.count, source.isVideo ? "frame" : "image")];
    if (source.isVideo && source.count > 0)
      parts.push(clockText(source.times[source.count - 1] - source.times[0] + source.lastDuration));
    if (source.count > 0 && (source.isVideo || source.count === 1))
      parts.push(`${source.widths[0]} × ${source.heights[0]}`);
    const empty = source.firstHand.reduce(
      (sum, first, i) => sum + (i > 0 && first === source.firstHand[i - 1] ? 1 : 0),
      0,
    );
    if (source.count === 1) parts.push(counted(source.firstHand[1], "hand"));
    else if (source.count > 1)
      parts.push(
        empty === 0 ? "hands in all of them" : `hands in ${(source.count - empty).toLocaleString("en")} of them`,
      );
    find("summary").textContent = (this.sources.length > 1 ? "" : `${source.name}: `) + parts.join(" · ");
  }

  /** Clears the page for a source without frames. */
  clear() {
    const [width, height] = fitCanvas(this.canvas);
    this.canvas.getContext("2d").clearRect(0, 0, width, height);
    find("note").hidden = true;
    find("place").textContent = "";
    find("hands").replaceChildren();
    this.space.show([], [], 0.14);
  }

  seekTime(time) {
    this.player.pause();
    this.player.seek(this.source.frameAt(time));
  }

  show(index) {
    // The images of a list are independent, so reset the zoom.
    if (!this.source.isVideo && index !== this.index) this.zoom.clear();
    this.index = index;
    this.frame = this.source.frame(index);
    this.drawPicture();
    this.writeHands();
    this.showInSpace();
    const position = find("position");
    position.value = index;
    const place = this.placeText();
    position.setAttribute("aria-valuetext", place);
    find("place").textContent = place;
    this.plots?.showCursor(index);
    this.markThumbnail();
  }

  /** Shows a single hand in the centre; several hands in a video keep their positions. */
  showInSpace() {
    const { hands, width, height } = this.frame;
    const areSeveral = (this.source.isVideo ? this.mostHands : hands.length) > 1;
    const places = handPlaces(hands, width, height, !this.source.isVideo || !areSeveral);
    this.space.show(hands, places, areSeveral ? 0.25 : 0.14);
  }

  placeText() {
    if (this.source.isVideo) return `${clockText(this.frame.time)} · frame ${this.frame.number.toLocaleString("en")}`;
    return this.source.count > 1
      ? `${this.index + 1} of ${this.source.count} · ${this.frame.source}`
      : this.frame.source;
  }

  drawPicture() {
    const { canvas, frame, source, index } = this;
    if (!frame) return;
    const screen = find("screen");
    screen.style.setProperty("--aspect", `${frame.width} / ${frame.height}`);
    screen.style.setProperty("--shape", String(frame.width / frame.height));
    const [width, height] = fitCanvas(canvas);
    const pictureIndex = source.pictureFor(index);
    const bitmap = pictureIndex < 0 ? null : this.pictures.get(pictureIndex, () => this.drawPicture());
    this.pictures.prepare(pictureIndex + 1, this.player.isPlaying ? 8 : 2);
    const context = canvas.getContext("2d");
    const place = (x, y) => this.zoom.place(x, y, width, height);
    // Keep the last image until this one is decoded.
    if (bitmap || pictureIndex < 0 || !this.shownPicture) this.shownPicture = bitmap;
    if (this.shownPicture && this.shownPicture.width > 0) {
      context.imageSmoothingQuality = "high";
      const [left, top] = place(0, 0);
      context.drawImage(this.shownPicture, left, top, this.zoom.factor * width, this.zoom.factor * height);
    } else {
      context.fillStyle = "rgb(32,34,38)";
      context.fillRect(0, 0, width, height);
    }
    const scale = Math.max(width, height) / 640;
    for (const hand of frame.hands) {
      drawSkeleton(context, (i) => place(hand.landmarks[3 * i], hand.landmarks[3 * i + 1]), scale);
    }
    drawLabels(context, frame.hands, place, width, height, scale);
    canvas.setAttribute("aria-label", frame.hands.length ? frame.hands.map(handLabel).join(", ") : "No hand");
    this.writeNote(pictureIndex);
    // Tests and measurements use these marks, which are set when a frame's image and the first image are ready.
    canvas.dataset.ready = pictureIndex < 0 || bitmap ? index : "";
    if (canvas.dataset.ready !== "" && performance.getEntriesByName("first-picture").length === 0)
      performance.mark("first-picture");
  }

  /** Shows a note if the image is not the frame's own. */
  writeNote(pictureIndex) {
    const { source, index } = this;
    const shown = source.pictureFrames[pictureIndex];
    const note = find("note");
    note.hidden = shown === index;
    if (shown === index) return;
    if (!source.isVideo || shown === undefined) note.textContent = "This image was omitted to keep the page small.";
    else {
      const kept = source.pictureSpacing === 2 ? "every 2nd frame" : `one in ${source.pictureSpacing} frames`;
      note.textContent = `Image from ${clockText(source.times[shown])}: the page keeps ${kept}, and the hands of all frames.`;
    }
  }

  writeHands() {
    const items = this.frame.hands.map((hand) => handItem(hand, this.plots?.colours.get(hand.key)));
    for (const event of this.frame.events) {
      if (event.kind === "held") continue;
      const item = document.createElement("li");
      item.textContent = `#${event.identifier} ${event.kind} ${event.name}`;
      items.push(item);
    }
    if (items.length === 0) {
      const item = document.createElement("li");
      item.className = "hint";
      item.textContent = this.source.isVideo ? "No hand in this frame" : "No hand in this image";
      items.push(item);
    }
    find("hands").replaceChildren(...items);
  }

  fillStrip() {
    const strip = find("strip");
    this.thumbnailObserver.disconnect();
    strip.hidden = this.source.isVideo || this.source.count < 2;
    strip.replaceChildren();
    if (!strip.hidden) this.addThumbnails(this.source);
  }

  /** Adds some thumbnails to the strip now and the rest later, because there may be thousands. */
  addThumbnails(source) {
    const strip = find("strip");
    if (source !== this.source) return;
    const start = strip.children.length;
    const end = Math.min(start + 200, source.count);
    strip.append(...Array.from({ length: end - start }, (_, i) => this.makeThumbnail(start + i)));
    if (start <= this.index && this.index < end) this.markThumbnail();
    if (end < source.count) setTimeout(() => this.addThumbnails(source));
  }

  makeThumbnail(index) {
    const { source } = this;
    const button = document.createElement("button");
    button.type = "button";
    button.value = index;
    const name = source.strings[source.names[index]];
    const hands = source.firstHand[index + 1] - source.firstHand[index];
    button.title = name;
    button.setAttribute("aria-label", `${name}: ${counted(hands, "hand")}`);
    const canvas = document.createElement("canvas");
    canvas.style.width = `${thumbnailHeight * Math.min(4, source.widths[index] / source.heights[index])}px`;
    const badge = document.createElement("span");
    badge.textContent = String(hands);
    button.append(canvas, badge);
    button.addEventListener("click", () => this.player.seek(index));
    this.thumbnailObserver.observe(button);
    return button;
  }

  drawThumbnail(button) {
    this.thumbnailObserver.unobserve(button);
    const { source } = this;
    const index = Number(button.value);
    const canvas = button.firstChild;
    const [width, height] = fitCanvas(canvas);
    const context = canvas.getContext("2d");
    const draw = (bitmap) => {
      if (bitmap) {
        context.imageSmoothingQuality = "high";
        context.drawImage(bitmap, 0, 0, width, height);
        bitmap.close();
      }
      // Draw lines thicker than in the image, so that they stay visible.
      const scale = Math.max(width, height) / 400;
      for (const hand of source.frame(index).hands) {
        drawSkeleton(context, (i) => [hand.landmarks[3 * i] * width, hand.landmarks[3 * i + 1] * height], scale);
      }
    };
    const picture = source.pictureFor(index);
    if (picture < 0) draw(null);
    else createImageBitmap(this.pictures.blob(picture)).then(draw, () => draw(null));
  }

  markThumbnail() {
    const strip = find("strip");
    if (strip.hidden) return;
    strip.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = strip.children[this.index];
    if (!button) return;
    button.setAttribute("aria-current", "true");
    strip.scrollTo({ left: button.offsetLeft - (strip.clientWidth - button.offsetWidth) / 2 });
  }

  showPlaying() {
    const { isPlaying } = this.player;
    const button = find("play");
    button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    button.dataset.playing = isPlaying;
    button.querySelector("path").setAttribute("d", isPlaying ? "M4 2.5h3v11H4zm5 0h3v11H9z" : "M4 2.5v11l9-5.5z");
  }

  drawAgain() {
    if (this.frame && this.source.count > 0) this.drawPicture();
    this.space.draw();
    this.plots?.draw();
  }

  saveOne() {
    const line = new Blob([lineText(this.frame) + "\n"], { type: "application/json" });
    saveFile(line, this.source.isVideo ? `${this.fileName()}-${this.frame.number}.json` : `${this.fileName()}.json`);
  }

  async saveAll() {
    if (this.isSaving) return;
    const source = this.source;
    const name = `${source.isVideo ? this.fileName() : "pictures"}.jsonl`;
    this.isSaving = true;
    const status = find("saving");
    const file = await linesFile(
      [source],
      (part) => {
        status.textContent = `Writing ${Math.floor(100 * part)} %`;
      },
      () => this.source === source,
    );
    this.isSaving = false;
    status.textContent = "";
    if (file) saveFile(file, name);
  }

  /** Returns the file name of the source, without directories and extension. */
  fileName() {
    const name = this.frame.source
      .split("/")
      .at(-1)
      .replace(/\.[^.]*$/, "")
      .replace(/[^\p{L}\p{N}._ -]/gu, "_");
    return name === "" || name === "-" ? "hands" : name;
  }
}
