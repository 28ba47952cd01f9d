// What fingers, mice and trackpads do to something that can be moved and zoomed.

/**
 * Calls `moved` with how far one finger or the mouse has dragged, and `zoomed` with a factor and the place on the screen that it is about:
 * for two fingers, and for the wheel with Ctrl, which is how trackpads tell of them.
 */
function watchPointers(element, { moved, zoomed }) {
  const places = new Map();
  const distance = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
  const middle = ([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
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
  // The browser would zoom the page with two fingers. One may still scroll it unless the element is in the way.
  for (const kind of ["touchstart", "touchmove"]) {
    element.addEventListener(kind, (event) => {
      if (event.cancelable && event.touches.length > 1) event.preventDefault();
    }, { passive: false });
  }
  element.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    // A notch of a mouse's wheel is much more than a trackpad tells of at once.
    zoomed(Math.exp(-0.01 * Math.max(-50, Math.min(50, turned))), event.clientX, event.clientY);
  }, { passive: false });
}
