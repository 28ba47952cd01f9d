// The page: a camera, a video or an image, and the hands in it.

class LivePage {
  constructor() {
    this.canvas = find("picture");
    this.zoom = new PictureZoom(this.canvas, () => this.draw());
    this.space = new SpaceView(find("space"));
    this.engine = new Engine();
    // The input: a camera, a video or an image; null before the first one.
    this.input = null;
    this.shown = null;
    this.recording = null;
    // Files that were dropped before the models were unpacked.
    this.waiting = [];
    this.listen();
    this.start();
  }

  async start() {
    try {
      await this.engine.start();
    } catch (error) {
      this.warn(error.message);
      find("start").hidden = true;
      return;
    }
    find("progress").textContent = "";
    find("model").replaceChildren(...this.engine.models.map(({ name }, i) => new Option(name, String(i))));
    for (const control of /** @type {NodeListOf<HTMLButtonElement>} */ (
      document.querySelectorAll("button, select, #smooth")
    ))
      control.disabled = false;
    this.showRecording();
    for (const file of this.waiting) await this.openFile(file);
  }

  listen() {
    for (const button of document.querySelectorAll(".open-camera"))
      button.addEventListener("click", () => this.openCamera());
    for (const button of document.querySelectorAll(".open-file"))
      button.addEventListener("click", () => find("file").click());
    for (const button of document.querySelectorAll(".open-sample"))
      button.addEventListener("click", () => this.openSample());
    find("file").addEventListener("change", ({ target }) => {
      if (target.files.length > 0) this.openFile(target.files[0]);
      target.value = "";
    });
    find("play").addEventListener("click", () => this.togglePlaying());
    find("position").addEventListener("input", ({ target }) => {
      this.input.video.currentTime = target.valueAsNumber;
    });
    find("record").addEventListener("click", () => this.toggleRecording());
    find("mirror").addEventListener("change", () => this.draw());
    find("camera").addEventListener("change", ({ target }) => this.openCamera(target.value));
    for (const id of ["model", "count", "smooth"]) find(id).addEventListener("change", () => this.changeOptions());
    document.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("visibilitychange", () => this.hiddenChanged());
    const screen = find("screen");
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      screen.classList.add("dropping");
    });
    document.addEventListener("dragleave", () => screen.classList.remove("dropping"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      screen.classList.remove("dropping");
      const file = event.dataTransfer.files[0];
      if (file) this.openFile(file);
    });
    const sizes = new ResizeObserver(() => {
      this.draw();
      this.space.draw();
    });
    sizes.observe(this.canvas);
    sizes.observe(find("space"));
    addEventListener("pagehide", () => this.closeInput());
    // The browser asks before it throws a recording away.
    addEventListener("beforeunload", (event) => {
      if (this.recording) event.preventDefault();
    });
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
    const actions = {
      c: () => this.openCamera(),
      o: () => find("file").click(),
      r: () => this.toggleRecording(),
      m: () => find("mirror").click(),
      " ": () => this.togglePlaying(),
      "+": () => this.zoom.zoom(1.25, 0.5, 0.5),
      "-": () => this.zoom.zoom(0.8, 0.5, 0.5),
      0: () => this.zoom.reset(),
    };
    const action = actions[event.key.toLowerCase()];
    // Leave the space bar to buttons and boxes.
    if (!action || !this.engine.isReady || (event.key === " " && ["BUTTON", "INPUT"].includes(event.target.tagName)))
      return;
    action();
    event.preventDefault();
  }

  warn(text) {
    find("alert").textContent = text;
    find("alert").hidden = text === "";
  }

  /** Shows a note over the image, until the next one or for four seconds. */
  note(text, isBrief = false) {
    clearTimeout(this.noteTimer);
    find("note").textContent = text;
    find("note").hidden = text === "";
    if (isBrief) this.noteTimer = setTimeout(() => this.note(""), 4000);
  }

  async openCamera(deviceId) {
    if (!navigator.mediaDevices?.getUserMedia) {
      this.warn(
        "The browser gives this page no camera. Open the page from a disk or over https, or open an image or a video.",
      );
      return;
    }
    // Some devices give one camera only when another one is free.
    if (this.input?.kind === "camera") this.closeInput();
    this.note("Starting the camera…");
    const video = document.createElement("video");
    let stream;
    try {
      const wanted = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: "user" };
      stream = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: 640 }, height: { ideal: 480 }, ...wanted },
      });
      Object.assign(video, { muted: true, playsInline: true, srcObject: stream });
      await video.play();
    } catch (error) {
      this.note("");
      this.warn(cameraProblem(error));
      return;
    }
    const [track] = stream.getVideoTracks();
    const { deviceId: used, facingMode } = track.getSettings();
    const input = { kind: "camera", name: track.label || "camera", video, stream };
    track.addEventListener("ended", () => {
      if (this.input !== input) return;
      this.closeInput();
      this.warn("The camera was disconnected. Connect it and press Camera again.");
    });
    this.open(input);
    find("mirror").checked = facingMode !== "environment";
    await this.listCameras(used);
  }

  /** Lists the cameras, whose names browsers give once one is in use. */
  async listCameras(used) {
    const devices = (await navigator.mediaDevices.enumerateDevices()).filter(
      ({ kind, deviceId }) => kind === "videoinput" && deviceId,
    );
    find("camera").replaceChildren(
      ...devices.map(({ label, deviceId }, i) => new Option(label || `Camera ${i + 1}`, deviceId)),
    );
    if (used) find("camera").value = used;
    find("camera-choice").hidden = devices.length < 2;
  }

  async openFile(file) {
    if (!this.engine.isReady) {
      this.waiting.push(file);
      find("progress").textContent = `Unpacking the models, then opening ${file.name}…`;
      return;
    }
    try {
      if (file.name.endsWith(".tegata")) {
        await this.engine.addClassifier(file);
        this.note(`${file.name} is in use.`, true);
        await this.again();
      } else if (file.type.startsWith("video/")) {
        await this.openVideo(file);
      } else {
        await this.openImage(file);
      }
    } catch (error) {
      this.warn(`${file.name}: ${error.message}`);
    }
  }

  /** Opens the image that the page contains, for visitors without a camera or a file. */
  async openSample() {
    const element = /** @type {HTMLElement} */ (document.querySelector("script.sample"));
    await this.openFile(new File([await unpacked(element)], element.dataset.name));
  }

  async openVideo(file) {
    const video = document.createElement("video");
    Object.assign(video, { muted: true, playsInline: true, loop: true, src: URL.createObjectURL(file) });
    await new Promise((resume, fail) => {
      video.addEventListener("loadeddata", resume, { once: true });
      video.addEventListener(
        "error",
        () => fail(new Error("the browser cannot play this video; convert it to MP4 (H.264) or WebM")),
        { once: true },
      );
    });
    this.open({ kind: "video", name: file.name, video });
    find("position").max = video.duration;
    for (const kind of ["play", "pause"]) video.addEventListener(kind, () => this.showPlaying());
    video.addEventListener("ended", () => this.stopRecording());
    await video.play();
  }

  async openImage(file) {
    let bitmap;
    try {
      bitmap = await createImageBitmap(file, /** @type {any} */ ({ imageOrientation: "from-image" }));
    } catch {
      throw new Error("the browser cannot read this file; open an image, a video, or a file that tegata train wrote");
    }
    this.open({ kind: "image", name: file.name, bitmap });
    await this.again();
  }

  /** Replaces the input and starts to process it. */
  open(input) {
    this.closeInput();
    this.warn("");
    this.note("");
    this.input = input;
    this.times = [];
    this.zoom.clear();
    find("start").hidden = true;
    find("controls").hidden = false;
    find("mirror").checked = false;
    this.showControls();
    if (input.video) this.run(input);
  }

  /** Shows the controls for the input. */
  showControls() {
    const kind = this.input?.kind;
    find("play").hidden = !this.input?.video;
    find("position").hidden = kind !== "video";
    find("mirror-choice").hidden = kind !== "camera";
    find("camera-choice").hidden = true;
    find("rate").textContent = "";
    this.showPlaying();
    this.showRecording();
  }

  closeInput() {
    this.stopRecording();
    const { input } = this;
    this.input = null;
    input?.stream?.getTracks().forEach((track) => track.stop());
    if (input?.video?.src) URL.revokeObjectURL(input.video.src);
    input?.video?.pause();
    this.showControls();
  }

  /** Processes the frames of a camera or a video. The tracker drops those that come too fast for it. */
  async run(input) {
    while (this.input === input) {
      const time = await nextFrame(input.video);
      if (this.input !== input) return;
      if (!document.hidden) this.process(input, await grabFrame(input.video), time);
    }
  }

  /** Reports the failure, and makes a new tracker for the next input. */
  async fail(error) {
    // Leave out the error's advice, because it addresses programs.
    this.warn(`${error.message.split(";")[0]}. Open the camera or the file again.`);
    this.closeInput();
    await this.engine.setOptions({}).catch(() => {});
  }

  /** Finds the hands of a frame and shows both. */
  async process(input, image, time) {
    const started = performance.now();
    // The engine takes one copy, and the page shows the other.
    const taken = image instanceof ImageBitmap ? await createImageBitmap(image) : image.clone();
    let result;
    try {
      result = await this.engine.find(taken, input.kind === "image" ? null : started);
    } catch (error) {
      if (this.input === input) await this.fail(error);
    }
    if (this.input !== input || !result) {
      if (image !== input.bitmap) image.close();
      return;
    }
    if (this.shown && this.shown.image !== input.bitmap) this.shown.image.close();
    this.shown = { image, result, hands: result.hands.map(shownHand) };
    if (input.kind === "image") this.times = [];
    this.measure(started);
    this.keep(time);
    this.show();
  }

  /** Processes the current image once more, because an option has changed. */
  async again() {
    const { input } = this;
    if (!input) return;
    if (input.kind === "image") await this.process(input, input.bitmap, null);
    else if (input.video.paused)
      await this.process(input, await grabFrame(input.video), 1000 * input.video.currentTime);
  }

  async changeOptions() {
    this.note("Loading the model…");
    try {
      await this.engine.setOptions({
        model: Number(find("model").value),
        maxHands: Number(find("count").value),
        smooths: find("smooth").checked,
      });
      this.note("");
      await this.again();
    } catch (error) {
      this.note("");
      this.warn(error.message);
      const { model, maxHands, smooths } = this.engine.options;
      [find("model").value, find("count").value, find("smooth").checked] = [model, maxHands, smooths];
    }
  }

  /** Shows the rate and the mean duration of the frames of the last second. */
  measure(started) {
    const now = performance.now();
    // A frame may have waited for the one before it.
    const spent = now - Math.max(started, this.times.at(-1)?.end ?? 0);
    this.times = [...this.times.filter(({ end }) => now - end < 1000), { end: now, spent }];
    if (this.input.kind === "image") {
      find("rate").textContent = `${spent.toFixed(0)} ms`;
      return;
    }
    if (this.input.kind === "video") find("position").value = this.input.video.currentTime;
    const { length } = this.times;
    // Numbers that change more often cannot be read.
    if (length < 2 || now - (this.rateShown ?? 0) < 500) return;
    this.rateShown = now;
    const rate = (1000 * (length - 1)) / (now - this.times[0].end);
    const mean = this.times.reduce((sum, time) => sum + time.spent, 0) / length;
    find("rate").textContent = `${rate.toFixed(0)} frames/s, ${mean.toFixed(0)} ms each`;
  }

  show() {
    const {
      hands,
      result: { width, height },
    } = this.shown;
    this.draw();
    const seen = this.seen(hands);
    this.space.show(seen, handPlaces(seen, width, height, hands.length === 1), hands.length > 1 ? 0.25 : 0.14);
    const items = hands.map((hand) => handItem(hand));
    if (items.length === 0) {
      const item = document.createElement("li");
      item.className = "hint";
      item.textContent = "No hand";
      items.push(item);
    }
    find("hands").replaceChildren(...items);
    showAngles(hands);
  }

  /** Returns the hands as they appear on the screen, which may be a mirror. */
  seen(hands) {
    if (!find("mirror").checked) return hands;
    const flipped = (points, middle) => points.map((value, i) => (i % 3 === 0 ? 2 * middle - value : value));
    return hands.map((hand) => ({
      ...hand,
      landmarks: flipped(hand.landmarks, 0.5),
      worldLandmarks: flipped(hand.worldLandmarks, 0),
    }));
  }

  draw() {
    if (!this.shown) return;
    const { canvas } = this;
    const { image, result } = this.shown;
    find("screen").style.setProperty("--aspect", `${result.width} / ${result.height}`);
    find("screen").style.setProperty("--shape", result.width / result.height);
    const [width, height] = fitCanvas(canvas);
    const context = canvas.getContext("2d");
    const place = (x, y) => this.zoom.place(x, y, width, height);
    const [left, top] = place(0, 0);
    const [drawnWidth, drawnHeight] = [this.zoom.factor * width, this.zoom.factor * height];
    context.imageSmoothingQuality = "high";
    context.save();
    if (find("mirror").checked) context.transform(-1, 0, 0, 1, 2 * left + drawnWidth, 0);
    context.drawImage(image, left, top, drawnWidth, drawnHeight);
    context.restore();
    const scale = Math.max(width, height) / 640;
    const hands = this.seen(this.shown.hands);
    for (const hand of hands)
      drawSkeleton(context, (i) => place(hand.landmarks[3 * i], hand.landmarks[3 * i + 1]), scale);
    drawLabels(context, hands, place, width, height, scale);
    canvas.setAttribute("aria-label", hands.length ? hands.map(handLabel).join(", ") : "No hand");
  }

  togglePlaying() {
    const video = this.input?.video;
    if (video?.paused) video.play();
    else video?.pause();
    this.showPlaying();
  }

  showPlaying() {
    const isPlaying = Boolean(this.input?.video && !this.input.video.paused);
    find("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    find("play")
      .querySelector("path")
      .setAttribute("d", isPlaying ? "M4 2.5h3v11H4zm5 0h3v11H9z" : "M4 2.5v11l9-5.5z");
  }

  hiddenChanged() {
    if (!this.input?.video) return;
    if (document.hidden) {
      this.resumes = !this.input.video.paused;
      this.input.video.pause();
    } else {
      if (this.resumes) this.input.video.play();
      this.note("Paused while the page was hidden.", true);
    }
    this.showPlaying();
  }

  toggleRecording() {
    if (!this.input) return;
    if (this.input.kind === "image") {
      if (this.shown) this.save([this.line({})], "json");
    } else if (this.recording) {
      this.stopRecording();
    } else {
      this.recording = { lines: [], began: performance.now(), last: 0 };
      if (this.input.kind === "video") this.playOnce(this.input.video);
    }
    this.showRecording();
  }

  /** Plays a video from its start, because a recording has each frame once. */
  playOnce(video) {
    Object.assign(video, { loop: false, currentTime: 0 });
    video.play();
  }

  /** Adds the current frame to the recording. */
  keep(time) {
    if (!this.recording) return;
    const { lines, began, last } = this.recording;
    const sinceStart = this.input.kind === "video" ? time : performance.now() - began;
    // Frames from before the jump to the start of a video may still arrive.
    if (sinceStart < last) lines.length = 0;
    this.recording.last = sinceStart;
    lines.push(this.line({ frame: lines.length, timestampMs: Math.round(sinceStart) }));
    this.showRecording();
  }

  /** Returns the current result as a line of `tegata track --json`. */
  line(members) {
    const { events, frame, timestampMs, ...rest } = this.shown.result;
    return JSON.stringify({ source: this.input.name, ...members, ...rest });
  }

  stopRecording() {
    const { recording } = this;
    this.recording = null;
    if (this.input?.kind === "video") this.input.video.loop = true;
    if (recording?.lines.length > 0) this.save(recording.lines, "jsonl");
    this.showRecording();
  }

  save(lines, extension) {
    const name = this.input.kind === "camera" ? "camera" : this.input.name.replace(/\.[^.]*$/, "");
    saveFile(new Blob([lines.join("\n"), "\n"], { type: "application/json" }), `${name}.${extension}`);
    this.note(`${counted(lines.length, "line")} saved as ${name}.${extension}`, true);
  }

  showRecording() {
    const button = find("record");
    button.disabled = !this.input;
    button.classList.toggle("recording", Boolean(this.recording));
    if (this.recording) button.textContent = `Stop · ${this.recording.lines.length.toLocaleString("en")}`;
    else button.textContent = this.input?.kind === "image" ? "Save JSON" : "Record";
  }
}

globalThis.page = new LivePage();
