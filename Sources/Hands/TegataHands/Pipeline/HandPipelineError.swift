import TegataBuffers

/// An error in the options or in an image.
package enum HandPipelineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An option is outside its range, as described by ``PipelineOption``.
    case outOfRange(String)
    /// One of the smoothing frequencies is not above 0, or the coefficient is below 0.
    case smoothing(SmoothingOptions)
    /// Tiles are requested with the legacy graph.
    case searchInLegacyGraph
    /// The time limit for tiles is less than a millisecond.
    case tileMilliseconds(Int)
    /// The requested tiles are larger than the image.
    case tileTooLarge(side: Int, width: Int, height: Int)
    /// The camera's parameters are invalid.
    case camera(MetricCamera)
    /// The palm's width in metres is out of range.
    case palmWidth(Float)
    /// The rotation is not a multiple of 90 degrees.
    case rotation(degrees: Int)
    /// A video's timestamps do not increase.
    case timestamp(milliseconds: Milliseconds, last: Milliseconds)
    /// Gestures or actions are requested from a pipeline that only finds hands.
    case recognition

    package var description: String {
        switch self {
        case .outOfRange(let complaint): complaint
        case .smoothing(let options):
            "the smoothing has cutoffs of \(options.minimumCutoffHertz) and \(options.speedCutoffHertz) Hz and a speed"
                + " coefficient of \(options.speedCoefficient); cutoffs must be greater than 0, and the coefficient"
                + " must not be negative"
        case .searchInLegacyGraph: "legacy mode searches whole images only; turn legacy mode off to search tiles"
        case .tileMilliseconds(let milliseconds):
            "the time for the tiles of a frame is \(milliseconds) ms; it must be at least 1"
        case .tileTooLarge(let side, let width, let height):
            "tiles of \(side) pixels are larger than the image of \(width)×\(height); make them smaller, or search the "
                + "whole image"
        case .camera(.intrinsics(let camera)):
            "a camera with focal lengths of \(camera.focalX) and \(camera.focalY) pixels and its centre at"
                + " \(camera.centerX), \(camera.centerY) is invalid; the focal lengths must be greater than 0, and all"
                + " values finite"
        case .camera(.fieldOfView(let degrees)):
            "the field of view is \(degrees) degrees; it must be more than 0 and less than 180"
        case .palmWidth(let width):
            "the palm is \(width) m wide between its outer knuckles; it must be between 0.02 and 0.15"
        case .rotation(let degrees): "the rotation is \(degrees) degrees; it must be a multiple of 90"
        case .timestamp(let milliseconds, let last):
            "the timestamp \(milliseconds) ms follows \(last) ms; timestamps must increase"
        case .recognition:
            "a HandPipeline does not recognise gestures or actions; use a GesturePipeline, or do not request them"
        }
    }
}

extension TegataError {
    /// Creates the error that users see.
    package init(_ error: HandPipelineError) {
        self.init(.invalidArgument, description: error.description)
    }
}
