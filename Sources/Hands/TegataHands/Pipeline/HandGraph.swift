/// A graph of MediaPipe's whose numbers the pipeline gives.
public enum HandGraph: Sendable {
    /// That of the tasks: the hand landmarker and the gesture recogniser.
    case tasks
    /// That of Python's `mediapipe.solutions.hands`, as the package has it in version 0.10.21.
    ///
    /// It looks at palms without the tasks' turn of 26.6°, keeps hands that are found twice, has its own way to join
    /// new hands with tracked ones, which can give up to `2 * maximumHandCount - 1` hands in a frame of a video, and
    /// puts new ones first. Its names of hands are those of mirrored pictures, so that a right hand is called left
    /// unless ``FrameOptions/isMirrored`` is set.
    case legacy
}
