// Additions for pages with a known camera: distances, and a view in metres instead of the view of world landmarks.

valueTexts.number = floatText;
valueTexts.place = ([x, y, z]) => `{"x":${floatText(x)},"y":${floatText(y)},"z":${floatText(z)}}`;

/** Returns the lowest and highest coordinate of positions along each axis; null if there are none. */
function extentOf(places) {
  if (places.length === 0) return null;
  return [0, 1, 2].map((axis) =>
    places.reduce(
      ([low, high], place) => [Math.min(low, place[axis]), Math.max(high, place[axis])],
      [Infinity, -Infinity],
    ),
  );
}

/** Returns the distance of a hand from the camera with its uncertainty, such as `0.62 ± 0.04 m`. */
function distanceText({ position, distanceUncertainty }) {
  return `${Math.hypot(...position).toFixed(2)} ± ${distanceUncertainty.toFixed(2)} m`;
}

/** A source that records the extent of its hands' positions. */
class MetricSource extends Source {
  keepHand(index, hand) {
    super.keepHand(index, hand);
    const { position } = hand.values;
    if (!position) return;
    // The base class's constructor reads hands, so the extent is undefined for the first one.
    const known = this.extent ? [0, 1].map((end) => this.extent.map((ends) => ends[end])) : [];
    this.extent = extentOf([...known, position]);
  }

  readValue(reader, kind) {
    switch (kind) {
      case "number":
        return reader.float();
      case "place":
        return reader.floats(3);
      default:
        return super.readValue(reader, kind);
    }
  }
}

/** A view of the space in front of the camera. */
class MetricSpaceView extends SpaceView {
  /** Shows hands at their positions; the view's centre, and its extent from the centre, are in metres. */
  showRoom(hands, middle, reach) {
    const fromMiddle = (values) => values.map((value, i) => value - middle[i % 3]);
    this.middle = middle;
    this.reach = reach;
    this.hands = hands
      .filter(({ values }) => values.cameraLandmarks)
      .map(({ values, identifier, joints }) => ({
        points: fromMiddle(values.cameraLandmarks),
        joints: joints && fromMiddle(joints),
        shift: [0, 0],
        place: fromMiddle(values.position),
        label: (identifier === null ? "" : `#${identifier} `) + distanceText(values),
      }));
    this.draw();
  }

  /** The distance between the floor lines, in metres. */
  get spacing() {
    return [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25].find((spacing) => 2 * this.reach <= 6 * spacing) ?? 100;
  }

  /** Draws lines at round distances from the camera and from its optical axis. */
  drawFloor(context, project, reach) {
    const { spacing, middle } = this;
    if (!middle) return;
    const floor = 0.8 * reach;
    const places = (axis) => {
      const first = Math.ceil((middle[axis] - reach) / spacing);
      const count = Math.floor((middle[axis] + reach) / spacing) - first + 1;
      return Array.from({ length: count }, (_, i) => (first + i) * spacing);
    };
    const line = (from, to) => {
      context.moveTo(...project(...from).slice(0, 2));
      context.lineTo(...project(...to).slice(0, 2));
    };
    context.strokeStyle = "rgb(58,66,76)";
    context.lineWidth = 1;
    context.beginPath();
    for (const x of places(0)) line([x - middle[0], floor, -reach], [x - middle[0], floor, reach]);
    for (const z of places(2)) line([-reach, floor, z - middle[2]], [reach, floor, z - middle[2]]);
    for (const {
      place: [x, y, z],
    } of this.hands)
      if (y < floor) line([x, y, z], [x, floor, z]);
    context.stroke();
    this.prepareText(context, "left");
    for (const z of places(2)) {
      if (z <= 0) continue;
      const [x, y] = project(-reach, floor, z - middle[2]);
      context.fillText(`${Number(z.toFixed(2))} m`, x, y);
    }
    context.fillText(`Lines every ${spacing} m`, 0.02 * this.canvas.width, 0.97 * this.canvas.height);
  }

  prepareText(context, alignment) {
    context.font = `${11 * (window.devicePixelRatio || 1)}px system-ui, sans-serif`;
    context.fillStyle = "rgb(170,178,188)";
    context.textAlign = alignment;
    context.textBaseline = "middle";
  }

  /** Returns the pieces of a hand, with its distance as a label above it and in front of everything else. */
  pieces(hand, project) {
    const pieces = super.pieces(hand, project);
    const label = (context) => {
      const places = Array.from({ length: vocabulary.pointCount }, (_, i) =>
        project(...hand.points.slice(3 * i, 3 * i + 3)),
      );
      const [middle, top] = [project(...hand.place)[0], Math.min(...places.map(([, y]) => y))];
      this.prepareText(context, "center");
      context.fillText(
        hand.label,
        middle,
        Math.max(0.03 * this.canvas.height, top - 14 * (window.devicePixelRatio || 1)),
      );
    };
    return [...pieces, { depth: -Infinity, draw: label }];
  }
}

class MetricPage extends Page {
  constructor(sources) {
    super(sources);
    find("space").setAttribute(
      "aria-label",
      "Hands in space, in metres from the camera; the arrow keys rotate the view, plus and minus zoom, 0 resets it",
    );
  }

  /** Shows the extent of a whole video, so that hands move and the surroundings do not. */
  showInSpace() {
    const places = this.frame.hands.map(({ values }) => values.position).filter((place) => place);
    const extent = (this.source.isVideo ? this.source.extent : extentOf(places)) ?? [
      [0, 0],
      [0, 0],
      [0.5, 0.5],
    ];
    const middle = extent.map(([low, high]) => (low + high) / 2);
    // Add the extent of a hand around the centre of its palm.
    /** @type {MetricSpaceView} */ (this.space).showRoom(
      this.frame.hands,
      middle,
      Math.max(...extent.map(([low, high]) => (high - low) / 2)) + 0.14,
    );
  }

  writeHands() {
    super.writeHands();
    this.frame.hands.forEach(({ values }, i) => {
      if (!values.position) return;
      const shown = document.createElement("span");
      shown.className = "shown";
      shown.textContent = distanceText(values);
      find("hands").children[i].append(shown);
    });
  }
}

// The code after this file creates these classes instead of their base classes.
// @ts-expect-error A script may replace its classes.
[Source, SpaceView, Page] = [MetricSource, MetricSpaceView, MetricPage];
