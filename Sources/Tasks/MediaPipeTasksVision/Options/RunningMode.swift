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

/// What a task computes with.
public enum Delegate: UInt, Sendable {
    /// The processor, with the kernels that fit it.
    case CPU = 0
    /// Does not exist here: a task with it cannot be made.
    case GPU = 1

    /// Another name of ``CPU``.
    public static let cpu = Delegate.CPU
    /// Another name of ``GPU``.
    public static let gpu = Delegate.GPU
}
