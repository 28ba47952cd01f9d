// The values of hands, in words and degrees.

/** MediaPipe's gestures in words. Other gestures keep their names, because the user has chosen them. */
const GESTURES = new Map([
  ["Closed_Fist", "Closed fist"],
  ["ILoveYou", "I love you"],
  ["Open_Palm", "Open palm"],
  ["Pointing_Up", "Pointing up"],
  ["Thumb_Down", "Thumb down"],
  ["Thumb_Up", "Thumb up"],
]);

/** Returns a hand of a result as the parts of reports take it. */
function shownHand({ id, handedness, landmarks, worldLandmarks, gestures, action, joints }) {
  const flat = (points) => Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z]));
  const named = (category) =>
    category ? { name: GESTURES.get(category.categoryName) ?? category.categoryName, score: category.score } : null;
  return {
    identifier: id ?? null,
    side: handedness.categoryName,
    score: handedness.score,
    landmarks: flat(landmarks),
    worldLandmarks: flat(worldLandmarks),
    gesture: named(gestures?.[0]),
    action: named(action),
    joints,
  };
}

/** Shows how far each joint is bent, in degrees, and whether the finger is extended. */
function showAngles(hands) {
  const tables = hands.map((hand) => {
    const table = document.createElement("table");
    table.createCaption().textContent = `${hand.identifier === null ? "" : `#${hand.identifier} `}${hand.side}`;
    const head = table.createTHead().insertRow();
    for (const title of ["Finger", "State", "Base", "Middle", "End"]) {
      const cell = document.createElement("th");
      cell.textContent = title;
      head.append(cell);
    }
    const body = table.createTBody();
    const angles = Object.values(hand.joints.angles);
    Object.entries(hand.joints.fingers).forEach(([finger, { state }], i) => {
      const row = body.insertRow();
      const name = document.createElement("th");
      name.textContent = finger;
      row.append(name);
      row.insertCell().textContent = state;
      // Each finger has three joints, in the order of the fingers.
      for (const { flexion } of angles.slice(3 * i, 3 * i + 3)) {
        row.insertCell().textContent = `${Math.round((flexion * 180) / Math.PI)}°`.replace("-", "−");
      }
    });
    return table;
  });
  if (tables.length > 0) find("angles").replaceChildren(...tables);
  else
    find("angles")
      .querySelectorAll("td")
      .forEach((cell) => {
        cell.textContent = "–";
      });
}
