// Pages with joints: how far these are bent over time, and bones in space in place of lines between landmarks.

class JointsSource extends Source {
  readHand(reader) {
    const hand = super.readHand(reader);
    return { ...hand, angles: reader.floats(vocabulary.angles.length) };
  }

  /** The angles of all hands, those of one joint after the other. */
  keepHand(index, hand) {
    super.keepHand(index, hand);
    // Made while the source is, so that the first hand finds nothing.
    this.angles ??= vocabulary.angles.map(() => new Float32Array(this.scores.length));
    hand.angles.forEach((angle, i) => { this.angles[i][index] = angle; });
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
  /** Bones, each wide near the joint that it turns about, and joints; those that are inferred are white. */
  pieces({ joints, shift }, project) {
    const places = vocabulary.bones.map((_, i) =>
      project(joints[3 * i] + shift[0], joints[3 * i + 1] + shift[1], joints[3 * i + 2]));
    return vocabulary.bones.flatMap(({ parent, colour }, i) => [
      { depth: places[i][2] - 0.001, draw: (context, scale) => this.drawJoint(context, places[i], colour, scale) },
      ...(parent === null ? [] : [{
        depth: Math.max(places[i][2], places[parent][2]), draw: (context, scale) => this.drawBone(context, places[parent], places[i], scale),
      }]),
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
    // The index finger's middle joint says most of a hand.
    find("joint").value = "index_finger_pip flexion";
    find("joint").addEventListener("change", () => this.plots?.draw());
    find("angles").hidden = false;
  }
}

// What comes behind makes these in place of the others.
[Source, Plots, SpaceView, Page] = [JointsSource, JointsPlots, JointsSpaceView, JointsPage];

