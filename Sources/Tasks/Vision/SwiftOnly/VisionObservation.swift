import CoreMedia
import Foundation

/// What a request found.
public protocol VisionObservation: Codable, CustomStringConvertible, Hashable, Sendable {
    /// A number of its own for every observation; nothing links those of two images.
    var uuid: UUID { get }
    /// How sure the engine is that there is such a thing, from 0 to 1.
    var confidence: Float { get }
    /// When the image was shown; nil where that is not known.
    var timeRange: CMTimeRange? { get }
    /// The request that found it.
    var originatingRequestDescriptor: RequestDescriptor? { get }
}
