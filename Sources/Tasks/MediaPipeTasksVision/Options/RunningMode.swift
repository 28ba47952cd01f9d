/// What a task is given, and how it answers.
public enum RunningMode: UInt, Sendable {
    /// Single pictures, each answered before the call returns.
    case image = 0
    /// The frames of a video, each answered before the call returns.
    case video = 1
    /// Frames as they come, such as from a camera, answered through a delegate.
    case liveStream = 2

    /// The name in the texts of errors.
    var displayName: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}
