import { FilesetResolver, HandLandmarker } from "./tegata/tegata.mjs";

const vision = await FilesetResolver.forVisionTasks("./wasm");
const handLandmarker = await HandLandmarker.createFromOptions(vision, {
  baseOptions: { modelAssetPath: "models/hand_landmarker.task" },
  runningMode: "VIDEO",
  canvas: new OffscreenCanvas(1, 1),
});

addEventListener("message", ({ data: { bitmap, timestamp } }) => {
  postMessage(handLandmarker.detectForVideo(bitmap, timestamp));
  bitmap.close();
});
postMessage("ready");
