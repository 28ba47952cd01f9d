// The current frame, and the clock for playing.

class Player {
  /** Calls `show` with each frame to show, and `changed` when playing starts or stops. */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    this.source = null;
    this.index = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.tick = this.tick.bind(this);
  }

  open(source) {
    this.pause();
    this.source = source;
    this.seek(0);
  }

  seek(index) {
    this.index = Math.max(0, Math.min(this.source.count - 1, index));
    this.startClock();
    if (this.source.count > 0) this.show(this.index);
  }

  step(count) {
    this.pause();
    this.seek(this.index + count);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.startClock();
  }

  startClock() {
    this.clockStart = performance.now();
    this.timeStart = this.source.times[this.index];
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (!this.source.isVideo || this.source.count < 2) return;
    if (this.index === this.source.count - 1) this.seek(0);
    this.isPlaying = true;
    this.startClock();
    this.changed();
    requestAnimationFrame(this.tick);
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.changed();
  }

  tick(now) {
    if (!this.isPlaying) return;
    const time = this.timeStart + Math.max(0, now - this.clockStart) * this.speed;
    const index = this.source.frameAt(time);
    if (index !== this.index) {
      this.index = index;
      this.show(index);
    }
    if (index === this.source.count - 1) this.pause();
    else requestAnimationFrame(this.tick);
  }
}
