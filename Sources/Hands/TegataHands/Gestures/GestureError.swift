import TegataBuffers
import TegataFormats

/// Why gestures cannot be recognised.
package enum GestureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The networks were loaded without those for gestures.
    case networksMissing
    /// An allowlist or denylist needs labels.
    case labelsMissing(file: String)
    /// The labels or display names of a classifier cannot be read.
    case labels(ModelFormatError)
    /// A score of the more likely hand is at least one half.
    case handednessScore(Float)
    /// The coordinates of landmarks are numbers.
    case landmarkNotFinite(index: Int)
    /// A picture has at least one pixel.
    case pictureSize(width: Int, height: Int)
    /// Pictures are turned by multiples of 90 degrees.
    case rotation(degrees: Int)
    /// The times of events are not negative.
    case eventDuration(milliseconds: Int)

    package var description: String {
        switch self {
        case .networksMissing:
            "gestures are asked for, but the networks were loaded without those for gestures; load them too"
        case .labelsMissing(let file):
            "\(file): the classifier has no labels, so that an allowlist or denylist cannot choose from them; leave the lists empty"
        case .labels(let error): error.description
        case .handednessScore(let score):
            "the handedness score is \(score); it must be between 0.5 and 1, for it is that of the more likely hand"
        case .landmarkNotFinite(let index):
            "a coordinate of landmark \(index) is infinite or no number; leave such hands out"
        case .pictureSize(let width, let height):
            "a picture of \(width)×\(height) pixels is not possible; both must be at least 1"
        case .rotation(let degrees): "the rotation is \(degrees) degrees; it must be a multiple of 90"
        case .eventDuration(let milliseconds):
            "gestures should begin or end after \(milliseconds) ms; the time must not be negative"
        }
    }
}

extension TegataError {
    /// What users see of the error.
    package init(_ error: GestureError) {
        switch error {
        case .labels(let error): self.init(error)
        case .networksMissing: self.init(.notFound, description: error.description)
        case .labelsMissing(let file): self.init(.invalidArgument, file: file, description: error.description)
        case .handednessScore, .landmarkNotFinite, .pictureSize, .rotation, .eventDuration:
            self.init(.invalidArgument, description: error.description)
        }
    }
}
