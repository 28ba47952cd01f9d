// Elements, text and files on pages.

// The type is any, because only the page's HTML determines which kind of element has an ID.
/** @type {(id: string) => any} */
const find = (id) => document.getElementById(id);
const counted = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

/** Returns a time such as 1:02.40. */
function clockText(milliseconds, decimals = 2) {
  const unit = 10 ** decimals;
  const units = Math.round((Math.max(0, milliseconds) / 1000) * unit);
  const minutes = Math.floor(units / (60 * unit));
  const rest = (units / unit - 60 * minutes).toFixed(decimals);
  return `${minutes}:${rest.padStart(decimals ? decimals + 3 : 2, "0")}`;
}

/** Fits a canvas to its space on the page, and returns its width and height in screen pixels. */
function fitCanvas(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [
    Math.max(1, Math.round(canvas.clientWidth * ratio)),
    Math.max(1, Math.round(canvas.clientHeight * ratio)),
  ];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  return [width, height];
}

/** Returns the bytes of a block, which contains them as base64. */
function blockBytes(element) {
  const text = element.textContent;
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Returns an item of the list of hands: the hand's ID, side, gesture and action, after a square if it has a colour. */
function handItem(hand, colour) {
  const item = document.createElement("li");
  if (colour) {
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.style.background = colour;
    item.append(swatch);
  }
  const name = document.createElement("b");
  name.textContent = `${hand.identifier === null ? "" : `#${hand.identifier} `}${hand.side}`;
  item.append(name, ` ${percentage(hand.score)}`);
  for (const text of [hand.gesture && gestureText(hand.gesture), hand.action && actionText(hand.action)]) {
    if (!text) continue;
    const shown = document.createElement("span");
    shown.className = "shown";
    shown.textContent = text;
    item.append(shown);
  }
  return item;
}

/** Saves a file in the downloads folder. */
function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
