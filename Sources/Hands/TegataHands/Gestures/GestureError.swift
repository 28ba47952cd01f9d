import TegataBuffers
import TegataFormats

/// An error that occurs in gesture recognition.
package enum GestureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Gestures are requested, but the networks were loaded without gesture networks.
    case networksMissing
    /// An allowlist or denylist is given, but the classifier has no labels.
    case labelsMissing(file: String)
    /// The labels or display names of a classifier cannot be read.
    case labels(ModelFormatError)
    /// The score of the more likely hand is not between 0.5 and 1.
    case handednessScore(Float)
    /// A coordinate of a landmark is infinite or NaN.
    case landmarkNotFinite(index: Int)
    /// A side of the image is less than one pixel.
    case pictureSize(width: Int, height: Int)
    /// The rotation is not a multiple of 90 degrees.
    case rotation(degrees: Int)
    /// An event's dwell or release time is negative.
    case eventDuration(milliseconds: Int)

    package var description: String {
        switch self {
        case .networksMissing:
            "gestures are requested, but no gesture networks were loaded; load them as well"
        case .labelsMissing(let file):
            "\(file): the classifier has no labels for an allowlist or denylist to choose from; leave the lists empty"
        case .labels(let error): error.description
        case .handednessScore(let score):
            "the handedness score is \(score); as the score of the more likely hand, it must be between 0.5 and 1"
        case .landmarkNotFinite(let index):
            "a coordinate of landmark \(index) is infinite or not a number; skip such hands"
        case .pictureSize(let width, let height):
            "the image size is \(width)×\(height) pixels; width and height must be at least 1"
        case .rotation(let degrees): "the rotation is \(degrees) degrees; it must be a multiple of 90"
        case .eventDuration(let milliseconds):
            "the dwell or release time of gestures is \(milliseconds) ms; it must not be negative"
        }
    }
}

extension TegataError {
    /// Creates the error that users see.
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
