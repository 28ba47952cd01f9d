import TegataBuffers

/// Why key points could not be looked for at all.
package enum KeyPointExtractionError: Error, Sendable, CustomStringConvertible {
    /// The bundle cannot be read or has not the networks that are needed.
    case networks(TegataError)
    /// Whoever watched the progress wanted no more.
    case cancelled

    package var description: String {
        switch self {
        case .networks(let error): error.description
        case .cancelled: "looking for hands was cancelled"
        }
    }
}
