import Foundation

/// A line between two points of a hand, by their positions in a result's list of landmarks.
public final class Connection: NSObject, Sendable {
    /// The index of the point where the line begins.
    public let start: UInt
    /// The index of the point where the line ends.
    public let end: UInt

    /// A line between two points.
    public init(start: UInt, end: UInt) {
        self.start = start
        self.end = end
    }

    convenience init(_ start: HandLandmark, _ end: HandLandmark) {
        self.init(start: start.rawValue, end: end.rawValue)
    }
}

/// The lines of a hand's skeleton, by part.
package enum HandConnections {
    package static let palm = [
        Connection(.wrist, .thumbCMC), Connection(.wrist, .indexFingerMCP),
        Connection(.middleFingerMCP, .ringFingerMCP),
        Connection(.ringFingerMCP, .pinkyMCP), Connection(.indexFingerMCP, .middleFingerMCP),
        Connection(.wrist, .pinkyMCP),
    ]
    package static let thumb = chain(.thumbCMC, .thumbMCP, .thumbIP, .thumbTIP)
    package static let indexFinger = chain(.indexFingerMCP, .indexFingerPIP, .indexFingerDIP, .indexFingerTIP)
    package static let middleFinger = chain(.middleFingerMCP, .middleFingerPIP, .middleFingerDIP, .middleFingerTIP)
    package static let ringFinger = chain(.ringFingerMCP, .ringFingerPIP, .ringFingerDIP, .ringFingerTIP)
    package static let pinky = chain(.pinkyMCP, .pinkyPIP, .pinkyDIP, .pinkyTIP)
    /// All 21, in the order of the parts above.
    package static let all = palm + thumb + indexFinger + middleFinger + ringFinger + pinky

    private static func chain(_ points: HandLandmark...) -> [Connection] {
        zip(points, points.dropFirst()).map { Connection($0, $1) }
    }
}
