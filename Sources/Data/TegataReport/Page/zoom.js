// The visible part of the image.

class PictureZoom {
  /** Calls `changed` when the visible part changes. */
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
    // The position of the image's corner, as a fraction of the canvas.
    this.factor = 1;
    this.left = 0;
    this.top = 0;
    this.canvas.classList.remove("zoomed");
  }

  reset() {
    this.clear();
    this.changed();
  }

  /** Zooms by a factor around a position given in fractions of the canvas. */
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
    // Without zoom, one finger scrolls the page.
    this.canvas.classList.toggle("zoomed", this.factor > 1);
    this.changed();
  }

  /** Maps fractions of the image's sides to a canvas of this size. */
  place(x, y, width, height) {
    return [(this.left + x * this.factor) * width, (this.top + y * this.factor) * height];
  }
}
