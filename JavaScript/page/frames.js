// Cameras and the frames of videos.

/** Returns what the page says about an error of the browser's camera. */
function cameraProblem(error) {
  switch (error.name) {
    case "NotAllowedError":
      return "The browser did not allow the camera. Allow it beside the page's address, then try again.";
    case "NotFoundError":
      return "There is no camera. Connect one and try again, open a file, or try the sample.";
    case "NotReadableError":
      return "Another program uses the camera. Close it and try again.";
    case "OverconstrainedError":
      return "The chosen camera has gone. Choose another one.";
    default:
      return `The camera does not start: ${error.message}`;
  }
}

/** Returns a promise of the next frame that the video shows, with the frame's time in the video in milliseconds. */
function nextFrame(video) {
  if (!video.requestVideoFrameCallback) {
    return new Promise((resume) => requestAnimationFrame(() => resume(1000 * video.currentTime)));
  }
  return new Promise((resume) => video.requestVideoFrameCallback((_, { mediaTime }) => resume(1000 * mediaTime)));
}

/** Returns the frame that the video shows, or a promise of it. */
function grabFrame(video) {
  return typeof VideoFrame === "function" ? new VideoFrame(video) : createImageBitmap(video);
}
