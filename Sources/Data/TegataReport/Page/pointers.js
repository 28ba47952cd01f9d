// Moving and zooming with fingers, mice and trackpads.

/**
 * Calls `moved` with the distance that one finger or the mouse has dragged. Calls `zoomed` with a factor and its centre on the screen,
 * for two fingers and for the wheel with Ctrl, which is how trackpads report two fingers.
 */
function watchPointers(element, { moved, zoomed }) {
  const places = new Map();
  const distance = (/** @type {any[]} */ [a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
  const middle = (/** @type {any[]} */ [a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    places.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  element.addEventListener("pointermove", (event) => {
    if (!places.has(event.pointerId)) return;
    const before = [...places.values()];
    places.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = [...places.values()];
    if (after.length > 2) return;
    if (after.length === 1) {
      moved(after[0].x - before[0].x, after[0].y - before[0].y);
      return;
    }
    const [from, to] = [middle(before), middle(after)];
    zoomed(Math.max(1, distance(after)) / Math.max(1, distance(before)), from.x, from.y);
    moved(to.x - from.x, to.y - from.y);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(kind, (event) => places.delete(event.pointerId));
  }
  // Keep the browser from zooming the page with two fingers; one finger may still scroll it.
  for (const kind of ["touchstart", "touchmove"]) {
    element.addEventListener(
      kind,
      (event) => {
        if (event.cancelable && event.touches.length > 1) event.preventDefault();
      },
      { passive: false },
    );
  }
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
      // Limit the step, because a notch of a mouse wheel is much larger than a trackpad's events.
      zoomed(Math.exp(-0.01 * Math.max(-50, Math.min(50, turned))), event.clientX, event.clientY);
    },
    { passive: false },
  );
}
