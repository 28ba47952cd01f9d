import Foundation
import TegataHands

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
