import Foundation
import TegataHands

/// A point of a hand in an image. x and y are fractions of its width and height from the top left, and can lie outside
/// 0…1. z is the depth in the same unit as x, measured from the wrist, negative towards the camera.
open class NormalizedLandmark: NSObject, @unchecked Sendable {
    /// The fraction of the width, from the left.
    public let x: Float
    /// The fraction of the height, from the top.
    public let y: Float
    /// The depth relative to the wrist, negative towards the camera, in the same unit as x.
    public let z: Float
    /// The visibility; nil in the results of hand tasks.
    public let visibility: NSNumber?
    /// The presence; nil in the results of hand tasks.
    public let presence: NSNumber?

    /// Creates a point.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
    }

    /// Returns whether the coordinates differ by at most 1e-6.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NormalizedLandmark else { return false }
        return areAlmostEqual((x, y, z), (other.x, other.y, other.z))
    }

    /// The same value for all landmarks, because landmarks that are nearly the same are equal.
    open override var hash: Int { landmarkHash }

    /// The coordinates.
    open override var description: String { "<NormalizedLandmark: x=\(x) y=\(y) z=\(z)>" }
}

/// A point of a hand in space, in metres from approximately the centre of the hand. The axes are the image's, and z
/// increases away from the camera.
open class Landmark: NSObject, @unchecked Sendable {
    /// The coordinate to the right, in metres.
    public let x: Float
    /// The coordinate downwards, in metres.
    public let y: Float
    /// The coordinate away from the camera, in metres.
    public let z: Float
    /// The visibility; nil in the results of hand tasks.
    public let visibility: NSNumber?
    /// The presence; nil in the results of hand tasks.
    public let presence: NSNumber?

    /// Creates a point.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
    }

    /// Returns whether the coordinates differ by at most 1e-6.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Landmark else { return false }
        return areAlmostEqual((x, y, z), (other.x, other.y, other.z))
    }

    /// The same value for all landmarks, because landmarks that are nearly the same are equal.
    open override var hash: Int { landmarkHash }

    /// The coordinates.
    open override var description: String { "<Landmark: x=\(x) y=\(y) z=\(z)>" }
}

private func areAlmostEqual(_ a: (Float, Float, Float), _ b: (Float, Float, Float)) -> Bool {
    let tolerance: Float = 1e-6
    return abs(a.0 - b.0) <= tolerance && abs(a.1 - b.1) <= tolerance && abs(a.2 - b.2) <= tolerance
}

/// Equal landmarks must have equal hashes, and a chain of equal landmarks links any two coordinates.
private let landmarkHash = 21

/// A line between two points of a hand, by their positions in a result's list of landmarks.
open class Connection: NSObject, @unchecked Sendable {
    /// The index of the point where the line begins.
    public let start: UInt
    /// The index of the point where the line ends.
    public let end: UInt

    /// Creates a line between two points.
    public init(start: UInt, end: UInt) {
        self.start = start
        self.end = end
    }

    convenience init(_ connection: HandConnection) {
        self.init(start: connection.start.rawValue, end: connection.end.rawValue)
    }
}

/// The lines of a hand's skeleton, by part.
package enum HandConnections {
    package static let palm = HandPart.palm.connections.map(Connection.init)
    package static let thumb = HandPart.thumb.connections.map(Connection.init)
    package static let indexFinger = HandPart.indexFinger.connections.map(Connection.init)
    package static let middleFinger = HandPart.middleFinger.connections.map(Connection.init)
    package static let ringFinger = HandPart.ringFinger.connections.map(Connection.init)
    package static let pinky = HandPart.pinky.connections.map(Connection.init)
    /// All 21 lines, in the order of the parts above.
    package static let all = palm + thumb + indexFinger + middleFinger + ringFinger + pinky
}
