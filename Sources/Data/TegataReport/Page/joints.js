// Additions for pages with joints: plots of joint angles, and bones in space instead of lines between landmarks.

class JointsSource extends Source {
  readHand(reader) {
    const hand = super.readHand(reader);
    return { ...hand, angles: reader.floats(vocabulary.angles.length) };
  }

  /** Stores the angles of a hand, with one array per joint angle. */
  keepHand(index, hand) {
    super.keepHand(index, hand);
    // Create it here, because the base class's constructor reads hands before this class is initialised.
    this.angles = this.angles ?? vocabulary.angles.map(() => new Float32Array(this.scores.length));
    hand.angles.forEach((angle, i) => {
      this.angles[i][index] = angle;
    });
  }

  wholeHand(hand, bytes, order) {
    const whole = super.wholeHand(hand, bytes, order);
    whole.joints = new Reader(bytes, hand.pointsEnd).floats(3 * vocabulary.bones.length);
    return whole;
  }
}

class JointsPlots extends Plots {
  draw() {
    super.draw();
    const angles = this.source.angles?.[find("joint").selectedIndex];
    if (angles) this.drawScores(find("angle"), angles, -Math.PI / 6, (2 * Math.PI) / 3);
  }
}

class JointsSpaceView extends SpaceView {
  /** Returns bones, each wide near the joint that it turns about, and joints; inferred joints are white. */
  pieces({ joints, shift }, project) {
    const places = vocabulary.bones.map((_, i) =>
      project(joints[3 * i] + shift[0], joints[3 * i + 1] + shift[1], joints[3 * i + 2]),
    );
    return vocabulary.bones.flatMap(({ parent, colour }, i) => [
      { depth: places[i][2] - 0.001, draw: (context, scale) => this.drawJoint(context, places[i], colour, scale) },
      ...(parent === null
        ? []
        : [
            {
              depth: Math.max(places[i][2], places[parent][2]),
              draw: (context, scale) => this.drawBone(context, places[parent], places[i], scale),
            },
          ]),
    ]);
  }

  drawJoint(context, [x, y, , nearness], colour, scale) {
    fillCircle(context, x, y, vocabulary.pointRadius * scale * nearness, colour ?? "white");
  }

  drawBone(context, [x, y], [endX, endY], scale) {
    const [alongX, alongY] = [(endX - x) / 5, (endY - y) / 5];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + alongX - alongY / 2, y + alongY + alongX / 2);
    context.lineTo(endX, endY);
    context.lineTo(x + alongX + alongY / 2, y + alongY - alongX / 2);
    context.closePath();
    context.fillStyle = "rgb(214,208,192)";
    context.fill();
    context.strokeStyle = "rgb(58,66,76)";
    context.lineWidth = scale;
    context.stroke();
  }
}

class JointsPage extends Page {
  listen() {
    super.listen();
    find("joint").replaceChildren(...vocabulary.angles.map((name) => new Option(name)));
    // Select the index finger's middle joint first, because it describes a hand best.
    find("joint").value = "index_finger_pip flexion";
    find("joint").addEventListener("change", () => this.plots?.draw());
    find("angles").hidden = false;
  }
}

// The code after this file creates these classes instead of their base classes.
// @ts-expect-error A script may replace its classes.
[Source, Plots, SpaceView, Page] = [JointsSource, JointsPlots, JointsSpaceView, JointsPage];
