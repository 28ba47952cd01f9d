import Foundation

/// The base class of all task options.
///
/// A copy is an instance of the class that this module declares. For a subclass to be copied as itself, override
/// ``copy(with:)``.
open class TaskOptions: NSObject, NSCopying {
    private var storedBaseOptions = BaseOptions()

    /// The options of all tasks. The setter stores a copy; the getter returns the stored object, which you can change
    /// in place.
    open var baseOptions: BaseOptions {
        get { storedBaseOptions }
        set { storedBaseOptions = BaseOptions(copying: newValue) }
    }

    /// Creates options without a model.
    public override init() {}

    /// Returns options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = TaskOptions()
        copy.baseOptions = baseOptions
        return copy
    }
}

/// The input of a task, and the way it returns results.
public enum RunningMode: UInt, Sendable {
    /// Single images, with the result returned by the call.
    case image = 0
    /// Frames of a video, with the result returned by the call.
    case video = 1
    /// Frames of a live stream, such as a camera's, with results passed to a delegate.
    case liveStream = 2

    /// The name in error messages.
    var displayName: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}
