/// A place in a video.
package enum ClipTime: Sendable, Hashable {
    case seconds(Double)
    /// The number of a frame, from 0.
    case frame(Int)

    /// The place in seconds, in a video with so many frames a second.
    func seconds(rate: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds
        case .frame(let frame): Double(frame) / rate
        }
    }
}
