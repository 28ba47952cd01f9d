/// What a task is given, and how it answers; the numbers are MediaPipe's.
enum RunningMode: Int32 {
    case image = 1
    case video = 2
    case liveStream = 3

    /// The name in messages.
    var name: String {
        switch self {
        case .image: "image"
        case .video: "video"
        case .liveStream: "live stream"
        }
    }
}
