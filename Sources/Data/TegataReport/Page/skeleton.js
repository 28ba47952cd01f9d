// Draws hands like MediaPipe.

/** Returns the box around the points of a hand. */
function handBox(place) {
  const places = Array.from({ length: vocabulary.pointCount }, (_, i) => place(i));
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { left, right, top, bottom, longSide: Math.max(right - left, bottom - top) };
}

/** Draws a hand; `place` maps points to the canvas; `scale` is the size of a pixel if the long side has 640 pixels. */
function drawSkeleton(context, place, scale) {
  const size = Math.max(0.25, Math.min(scale, handBox(place).longSide / vocabulary.fullSize));
  const edge = vocabulary.edgeWidth * size;
  context.lineCap = "round";
  const drawLines = (part, width, colour) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const [first, second] of part.connections) {
      context.moveTo(...place(first));
      context.lineTo(...place(second));
    }
    context.stroke();
  };
  for (const part of vocabulary.parts) drawLines(part, part.lineWidth * size + 2 * edge, vocabulary.edgeColour);
  for (const part of vocabulary.parts) drawLines(part, part.lineWidth * size, part.lineColour);
  for (const part of vocabulary.parts) {
    for (const index of part.points) {
      const [x, y] = place(index);
      fillCircle(context, x, y, vocabulary.rimRadius * size + edge, vocabulary.edgeColour);
      fillCircle(context, x, y, vocabulary.rimRadius * size, vocabulary.rimColour);
      fillCircle(context, x, y, vocabulary.pointRadius * size, part.pointColour);
    }
  }
}

function fillCircle(context, x, y, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

const percentage = (score) => (Number.isFinite(score) ? `${Math.round(score * 100)} %` : "? %");
const isNoGesture = (name) => vocabulary.noGestureNames.includes(name);
const gestureName = (name) => (isNoGesture(name) ? "no gesture" : name || vocabulary.unnamedGesture);
/** Returns a gesture and its score; the score of no known gesture is omitted, because it is not useful. */
const gestureText = ({ name, score }) =>
  isNoGesture(name) ? gestureName(name) : `${gestureName(name)} ${percentage(score)}`;

const actionText = ({ name, score }) => `${name} ${percentage(score)}`;

/** Returns a label such as `#1 Left 98 % Victory 78 %`. */
function handLabel(hand) {
  const number = hand.identifier === null ? "" : `#${hand.identifier} `;
  const gesture = hand.gesture ? ` ${gestureText(hand.gesture)}` : "";
  const action = hand.action ? ` ${actionText(hand.action)}` : "";
  return `${number}${hand.side} ${percentage(hand.score)}${gesture}${action}`;
}

/**
 * Writes the label of each visible hand above it, or below if there is no space, and away from other labels. `place` maps fractions of the
 * image's sides to the canvas.
 */
function drawLabels(context, hands, place, width, height, scale) {
  const size = Math.max(12 * scale, 11 * (window.devicePixelRatio || 1));
  const padding = 0.35 * size;
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textBaseline = "middle";
  const boxes = [];
  for (const hand of hands) {
    const { left, right, top, bottom, longSide } = handBox((i) =>
      place(hand.landmarks[3 * i], hand.landmarks[3 * i + 1]),
    );
    if (right < 0 || left > width || bottom < 0 || top > height) continue;
    const text = handLabel(hand);
    const distance = Math.max(10 * scale, 1.6 * vocabulary.tipRadius * longSide);
    const box = { width: context.measureText(text).width + 2 * padding, height: size + 2 * padding };
    box.x = Math.max(0, Math.min((left + right - box.width) / 2, width - box.width));
    box.y =
      top - distance - box.height >= 0 ? top - distance - box.height : Math.min(bottom + distance, height - box.height);
    for (const other of boxes) {
      const overlaps =
        box.x < other.x + other.width &&
        other.x < box.x + box.width &&
        box.y < other.y + other.height &&
        other.y < box.y + box.height;
      if (overlaps) box.y = Math.min(other.y + other.height + 1, height - box.height);
    }
    boxes.push(box);
    context.fillStyle = "rgba(0,0,0,0.65)";
    context.fillRect(box.x, box.y, box.width, box.height);
    context.fillStyle = "white";
    context.fillText(text, box.x + padding, box.y + box.height / 2);
  }
}
