import Foundation
import TegataHands

/// What the options of all tasks have.
///
/// A copy has the class that the module declares; a subclass that is to be copied as itself overrides ``copy(with:)``.
open class TaskOptions: NSObject, NSCopying {
    private var storedBaseOptions = BaseOptions()

    /// What is assigned is copied; what is read can be changed in place.
    open var baseOptions: BaseOptions {
        get { storedBaseOptions }
        set { storedBaseOptions = BaseOptions(copying: newValue) }
    }

    /// Options without a model.
    public override init() {}

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = TaskOptions()
        copy.baseOptions = baseOptions
        return copy
    }
}

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

extension HandPipelineOptions {
    /// By the names that tasks have for them.
    init(
        numHands: Int, minHandDetectionConfidence: Float, minHandPresenceConfidence: Float,
        minTrackingConfidence: Float, tracking: TrackingOptions
    ) {
        self.init()
        maximumHandCount = numHands
        minimumDetectionConfidence = minHandDetectionConfidence
        minimumPresenceConfidence = minHandPresenceConfidence
        minimumTrackingConfidence = minTrackingConfidence
        self.tracking = tracking
    }
}
