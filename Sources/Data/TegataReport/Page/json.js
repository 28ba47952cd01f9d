// Restores the output of `tegata --json` from packed numbers.

/** Returns the digits and exponent of the shortest decimal that reads back to the same 32-bit float. */
function shortestDecimal(magnitude) {
  // Most numbers need eight or nine digits.
  let count = 8;
  let found = readableDecimal(magnitude, count);
  if (found) {
    while (count > 1) {
      const shorter = readableDecimal(magnitude, count - 1);
      if (!shorter) break;
      found = shorter;
      count -= 1;
    }
  } else {
    found = readableDecimal(magnitude, 9);
  }
  const [digits, exponent] = found.split("e");
  return { digits: digits.replace(".", ""), exponent: Number(exponent) };
}

/** Returns the nearest decimal with `count` digits; null if it does not read back to the same number. */
function readableDecimal(magnitude, count) {
  const reads = (text) => Math.fround(Number(text)) === magnitude;
  const nearest = magnitude.toExponential(count - 1);
  const [digits, exponent] = nearest.split("e");
  const last = Number(digits.at(-1));
  const withLast = (digit) => `${digits.slice(0, -1)}${digit}e${exponent}`;
  if (!reads(nearest)) {
    // The gap to the next float is wider above a power of two than below.
    return last < 9 && Number.isInteger(Math.log2(magnitude)) && reads(withLast(last + 1)) ? withLast(last + 1) : null;
  }
  if (last % 2 === 0) return nearest;
  // Of two equally near decimals, Swift chooses the even one.
  const exact = magnitude.toExponential(count);
  return exact.split("e")[0].endsWith("5") && Number(exact) === magnitude ? withLast(last - 1) : nearest;
}

/** Returns a number as JSON: the shortest decimal that reads back to the same 32-bit float. */
function floatText(value) {
  if (!Number.isFinite(value)) return "null";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return sign + "0.0";
  const magnitude = Math.abs(value);
  const { digits, exponent } = shortestDecimal(magnitude);
  if (exponent < -4 || magnitude > 2 ** 24) {
    const power = String(Math.abs(exponent)).padStart(2, "0");
    const fraction = digits.length > 1 ? "." + digits.slice(1) : "";
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${power}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-1 - exponent)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

const escapes = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function stringText(text) {
  const escape = (character) => escapes.get(character) ?? "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0");
  return `"${text.replace(/["\\\u0000-\u001f\u007f-\u009f]/g, escape)}"`;
}

function pointsText(points) {
  const texts = [];
  for (let i = 0; i < points.length; i += 3) {
    texts.push(`{"x":${floatText(points[i])},"y":${floatText(points[i + 1])},"z":${floatText(points[i + 2])}}`);
  }
  return `[${texts.join(",")}]`;
}

function categoryText({ index, score, name, displayName }) {
  return `{"index":${index},"score":${floatText(score)},"categoryName":${stringText(name)},"displayName":${stringText(displayName)}}`;
}

/** Functions that return the JSON of a field's value, by type. */
const valueTexts = {
  integer: (value) => `${value}`,
  category: categoryText,
  categories: (values) => `[${values.map(categoryText).join(",")}]`,
  points: pointsText,
  numbers: (values) => `[${Array.from(values, floatText).join(",")}]`,
};

function handText({ values }) {
  const present = vocabulary.fields.filter(({ name }) => name in values);
  return `{${present.map(({ name, kind }) => `"${name}":${valueTexts[kind](values[name])}`).join(",")}}`;
}

function eventText(event) {
  const name = stringText(event.name);
  return `{"id":${event.identifier},"event":"${event.kind}","categoryName":${name},"durationMs":${event.milliseconds}}`;
}

function actionEventText(event) {
  return `{"id":${event.identifier},"categoryName":${stringText(event.name)}}`;
}

/** Returns the JSON line of an image or frame, without the line feed. */
function lineText(frame) {
  const members = [`"source":${stringText(frame.source)}`];
  if (frame.number !== null) members.push(`"frame":${frame.number}`, `"timestampMs":${frame.time}`);
  members.push(`"width":${frame.width}`, `"height":${frame.height}`);
  members.push(`"hands":[${frame.hands.map(handText).join(",")}]`);
  const isAction = ({ kind }) => kind === "action";
  if (frame.hasActions) members.push(`"actions":[${frame.events.filter(isAction).map(actionEventText).join(",")}]`);
  const gestures = frame.events.filter((event) => !isAction(event));
  if (gestures.length > 0) members.push(`"gestureEvents":[${gestures.map(eventText).join(",")}]`);
  return `{${members.join(",")}}`;
}

/** Returns a file with the lines for all frames, written in steps to keep the page responsive; null if cancelled. */
async function linesFile(sources, report, goesOn) {
  const parts = [];
  const total = sources.reduce((sum, source) => sum + source.count, 0);
  let done = 0;
  for (const source of sources) {
    for (let index = 0; index < source.count;) {
      const end = performance.now() + 30;
      let text = "";
      while (index < source.count && performance.now() < end) {
        text += lineText(source.frame(index)) + "\n";
        index += 1;
        done += 1;
      }
      parts.push(new Blob([text]));
      report(done / total);
      await new Promise((resume) => setTimeout(resume));
      if (!goesOn()) return null;
    }
  }
  return new Blob(parts, { type: "application/jsonl" });
}
