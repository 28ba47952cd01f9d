// A view of world landmarks that can be rotated.

/**
 * Returns the centres of hands in the image, in metres from the image's centre or, with `fromTheirs`, from the mean of
 * the hands. The long side of the image is taken to be half a metre. The points of each hand are relative to the hand's
 * centre.
 */
function handPlaces(hands, width, height, fromTheirs) {
  const metres = 0.5 / Math.max(width, height);
  const places = hands.map(({ landmarks }) =>
    [0, 1].map((axis) => {
      let sum = 0;
      for (let i = axis; i < landmarks.length; i += 3) sum += landmarks[i];
      return (sum / vocabulary.pointCount - 0.5) * metres * (axis === 0 ? width : height);
    }),
  );
  if (!fromTheirs) return places;
  const middle = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  return places.map((place) => [place[0] - middle[0], place[1] - middle[1]]);
}

class SpaceView {
  constructor(canvas) {
    this.canvas = canvas;
    this.hands = [];
    // The extent of the view from its centre, in metres.
    this.reach = 0.14;
    this.reset();
    watchPointers(canvas, { moved: (x, y) => this.turn(0.01 * x, 0.01 * y), zoomed: (factor) => this.zoom(factor) });
    // A click must not move the keyboard focus here, so that the arrow keys keep stepping through frames.
    canvas.addEventListener("mousedown", (event) => event.preventDefault());
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (event.ctrlKey) return;
        event.preventDefault();
        this.zoom(Math.exp(-0.002 * event.deltaY));
      },
      { passive: false },
    );
    canvas.addEventListener("dblclick", () => this.reset());
    canvas.addEventListener("keydown", (event) => this.pressed(event));
  }

  reset() {
    this.yaw = 0.5;
    this.pitch = 0.25;
    this.magnification = 1;
    this.draw();
  }

  turn(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + pitch));
    this.draw();
  }

  zoom(factor) {
    this.magnification = Math.max(0.3, Math.min(6, this.magnification * factor));
    this.draw();
  }

  pressed(event) {
    const actions = {
      ArrowLeft: () => this.turn(-0.1, 0),
      ArrowRight: () => this.turn(0.1, 0),
      ArrowUp: () => this.turn(0, -0.1),
      ArrowDown: () => this.turn(0, 0.1),
      "+": () => this.zoom(1.2),
      "-": () => this.zoom(1 / 1.2),
      0: () => this.reset(),
    };
    const action = event.altKey || event.ctrlKey || event.metaKey ? undefined : actions[event.key];
    if (!action) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows hands at positions in the image, in metres from its centre. */
  show(hands, places, reach) {
    this.hands = hands.map((hand, i) => ({ points: hand.worldLandmarks, joints: hand.joints, shift: places[i] }));
    this.reach = reach;
    this.draw();
  }

  draw() {
    const { canvas } = this;
    const [width, height] = fitCanvas(canvas);
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    const { reach } = this;
    const unit = (this.magnification * Math.min(width, height)) / 2 / reach;
    const [sinY, cosY, sinP, cosP] = [
      Math.sin(this.yaw),
      Math.cos(this.yaw),
      Math.sin(this.pitch),
      Math.cos(this.pitch),
    ];
    // The image's axes: x to the right, y down, z away from the camera.
    const project = (x, y, z) => {
      const [turnedX, turnedZ] = [x * cosY + z * sinY, z * cosY - x * sinY];
      const [turnedY, depth] = [y * cosP - turnedZ * sinP, turnedZ * cosP + y * sinP];
      const nearness = 1 / (1 + depth / (6 * reach));
      return [width / 2 + turnedX * unit * nearness, height / 2 + turnedY * unit * nearness, depth, nearness];
    };
    this.drawFloor(context, project, reach);
    const scale = Math.min(width, height) / 420;
    const pieces = this.hands.flatMap((hand) => this.pieces(hand, project));
    pieces.sort((a, b) => b.depth - a.depth);
    for (const piece of pieces) piece.draw(context, scale);
  }

  drawFloor(context, project, reach) {
    context.strokeStyle = "rgb(58,66,76)";
    context.lineWidth = 1;
    context.beginPath();
    for (let i = -4; i <= 4; i += 1) {
      const at = (i / 4) * reach;
      context.moveTo(...project(at, reach * 0.8, -reach).slice(0, 2));
      context.lineTo(...project(at, reach * 0.8, reach).slice(0, 2));
      context.moveTo(...project(-reach, reach * 0.8, at).slice(0, 2));
      context.lineTo(...project(reach, reach * 0.8, at).slice(0, 2));
    }
    context.stroke();
  }

  /**
   * Returns the lines and points of a hand, each with its depth.
   * @param {any} hand
   * @param {any} project
   */
  pieces({ points, shift }, project) {
    const places = Array.from({ length: vocabulary.pointCount }, (_, i) =>
      project(points[3 * i] + shift[0], points[3 * i + 1] + shift[1], points[3 * i + 2]),
    );
    return vocabulary.parts.flatMap((part) => [
      ...part.connections.map(([first, second]) => ({
        depth: Math.max(places[first][2], places[second][2]),
        draw: (context, scale) => {
          context.lineCap = "round";
          context.strokeStyle = part.lineColour;
          context.lineWidth = 1.5 * part.lineWidth * scale * places[first][3];
          context.beginPath();
          context.moveTo(places[first][0], places[first][1]);
          context.lineTo(places[second][0], places[second][1]);
          context.stroke();
        },
      })),
      ...part.points.map((index) => ({
        // Draw points in front of the lines that end at them, whose depth is the depth of their far end.
        depth: places[index][2] - 0.001,
        draw: (context, scale) => {
          const [x, y, , nearness] = places[index];
          fillCircle(context, x, y, vocabulary.rimRadius * scale * nearness, vocabulary.rimColour);
          fillCircle(context, x, y, vocabulary.pointRadius * scale * nearness, part.pointColour);
        },
      })),
    ]);
  }
}
