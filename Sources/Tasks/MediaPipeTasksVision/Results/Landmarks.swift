import Foundation
import TegataHands

/// A point of a hand in a picture: x and y as fractions of its width and height from the top left, also outside 0…1; z
/// is the depth in the unit of x, counted from the wrist, negative towards the camera.
open class NormalizedLandmark: NSObject, @unchecked Sendable {
    /// From the left, as a fraction of the width.
    public let x: Float
    /// From the top, as a fraction of the height.
    public let y: Float
    /// The depth from the wrist, negative towards the camera, in the unit of x.
    public let z: Float
    /// Always nil in what hand tasks return.
    public let visibility: NSNumber?
    /// Always nil in what hand tasks return.
    public let presence: NSNumber?

    /// A point of one's own making.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
    }

    /// Landmarks are equal whose coordinates differ by at most 1e-6.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NormalizedLandmark else { return false }
        return areAlmostEqual((x, y, z), (other.x, other.y, other.z))
    }

    /// The same for all landmarks, as those that nearly agree are equal.
    open override var hash: Int { landmarkHash }

    /// The coordinates.
    open override var description: String { "<NormalizedLandmark: x=\(x) y=\(y) z=\(z)>" }
}

/// A point of a hand in the world: metres from about the middle of the hand, with the picture's axes and z growing away
/// from the camera.
open class Landmark: NSObject, @unchecked Sendable {
    /// To the right, in metres.
    public let x: Float
    /// Downwards, in metres.
    public let y: Float
    /// Away from the camera, in metres.
    public let z: Float
    /// Always nil in what hand tasks return.
    public let visibility: NSNumber?
    /// Always nil in what hand tasks return.
    public let presence: NSNumber?

    /// A point of one's own making.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
    }

    /// Landmarks are equal whose coordinates differ by at most 1e-6.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Landmark else { return false }
        return areAlmostEqual((x, y, z), (other.x, other.y, other.z))
    }

    /// The same for all landmarks, as those that nearly agree are equal.
    open override var hash: Int { landmarkHash }

    /// The coordinates.
    open override var description: String { "<Landmark: x=\(x) y=\(y) z=\(z)>" }
}

private func areAlmostEqual(_ a: (Float, Float, Float), _ b: (Float, Float, Float)) -> Bool {
    let tolerance: Float = 1e-6
    return abs(a.0 - b.0) <= tolerance && abs(a.1 - b.1) <= tolerance && abs(a.2 - b.2) <= tolerance
}

/// Equal landmarks must have equal hashes, and any two coordinates are linked by a chain of equal ones.
private let landmarkHash = 21

/// A line between two points of a hand, by their positions in a result's list of landmarks.
open class Connection: NSObject, @unchecked Sendable {
    /// The index of the point where the line begins.
    public let start: UInt
    /// The index of the point where the line ends.
    public let end: UInt

    /// A line between two points.
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
    /// All 21, in the order of the parts above.
    package static let all = palm + thumb + indexFinger + middleFinger + ringFinger + pinky
}
