import TegataBuffers

/// Why a picture cannot be looked at.
package enum HandPipelineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An option is within its range; in words that ``PipelineOption`` has.
    case outOfRange(String)
    /// Frequencies of the smoothing are above 0, and its coefficient not below 0.
    case smoothing(SmoothingOptions)
    /// Tiles go with the graph of the tasks.
    case searchInLegacyGraph
    /// The time for tiles is at least a millisecond.
    case tileMilliseconds(Int)
    /// Tiles that are asked for are not larger than the picture.
    case tileTooLarge(side: Int, width: Int, height: Int)
    /// The camera is a possible one.
    case camera(MetricCamera)
    /// A palm can be as wide.
    case palmWidth(Float)
    /// Pictures are turned by multiples of 90 degrees.
    case rotation(degrees: Int)
    /// The timestamps of a video increase.
    case timestamp(milliseconds: Milliseconds, last: Milliseconds)
    /// A pipeline that only finds hands is not asked for more.
    case recognition

    package var description: String {
        switch self {
        case .outOfRange(let complaint): complaint
        case .smoothing(let options):
            "smoothing with cutoffs of \(options.minimumCutoffHertz) and \(options.speedCutoffHertz) Hz and a speed coefficient of "
                + "\(options.speedCoefficient) is not possible; cutoffs must be above 0 and the coefficient not below 0"
        case .searchInLegacyGraph: "the legacy graph looks at whole pictures only; search tiles without it"
        case .tileMilliseconds(let milliseconds):
            "the time for the tiles of a frame is \(milliseconds) ms; it must be at least 1"
        case .tileTooLarge(let side, let width, let height):
            "tiles of \(side) pixels are larger than the picture of \(width)×\(height); make them smaller, or search the "
                + "whole picture"
        case .camera(.intrinsics(let camera)):
            "a camera with focal lengths of \(camera.focalX) and \(camera.focalY) pixels and its middle at \(camera.centerX), "
                + "\(camera.centerY) is not possible; the lengths must be above 0, and all of them numbers"
        case .camera(.fieldOfView(let degrees)):
            "the field of view is \(degrees) degrees; it must be more than 0 and less than 180"
        case .palmWidth(let width):
            "the palm is \(width) m wide between its outer knuckles; it must be between 0.02 and 0.15"
        case .rotation(let degrees): "the rotation is \(degrees) degrees; it must be a multiple of 90"
        case .timestamp(let milliseconds, let last):
            "the timestamp is \(milliseconds) ms after one of \(last) ms; timestamps must increase"
        case .recognition:
            "a HandPipeline does not recognise gestures and actions; use a GesturePipeline, or do not ask for them"
        }
    }
}

extension TegataError {
    /// What users see of the error.
    package init(_ error: HandPipelineError) {
        self.init(.invalidArgument, description: error.description)
    }
}
