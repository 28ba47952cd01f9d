import TegataHands

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
