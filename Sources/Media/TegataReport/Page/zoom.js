// The part of the picture that is shown.

class PictureZoom {
  /** `changed` is called when another part is to be shown. */
  constructor(canvas, changed) {
    this.canvas = canvas;
    this.changed = changed;
    this.clear();
    watchPointers(canvas, {
      moved: (x, y) => {
        if (this.factor > 1) this.move(x / canvas.clientWidth, y / canvas.clientHeight);
      },
      zoomed: (factor, x, y) => {
        const box = canvas.getBoundingClientRect();
        this.zoom(factor, (x - box.left) / box.width, (y - box.top) / box.height);
      },
    });
    canvas.addEventListener("dblclick", () => this.reset());
  }

  clear() {
    // Where the picture's corner is, as a fraction of the canvas.
    [this.factor, this.left, this.top] = [1, 0, 0];
    this.canvas.classList.remove("zoomed");
  }

  reset() {
    this.clear();
    this.changed();
  }

  /** Enlarges by a factor what is shown around a place given as fractions of the canvas. */
  zoom(factor, x, y) {
    const next = Math.max(1, Math.min(16, this.factor * factor));
    const by = next / this.factor;
    this.factor = next;
    [this.left, this.top] = [x - (x - this.left) * by, y - (y - this.top) * by];
    this.move(0, 0);
  }

  move(x, y) {
    const inside = (start) => Math.max(1 - this.factor, Math.min(0, start));
    [this.left, this.top] = [inside(this.left + x), inside(this.top + y)];
    // One finger scrolls the page while there is nothing to move.
    this.canvas.classList.toggle("zoomed", this.factor > 1);
    this.changed();
  }

  /** Where fractions of the picture's sides are on a canvas of this size. */
  place(x, y, width, height) {
    return [(this.left + x * this.factor) * width, (this.top + y * this.factor) * height];
  }
}
