import TegataBuffers
import TegataFormats
import TegataHands
import Testing

/// The public errors into which this module's own errors are converted.
@Suite struct HandErrorTests {
    private static let broken = ModelFormatError(file: "b", place: "byte 0x8", problem: .vtableSizeInvalid(1))

    @Test func namesTheFileInNetworkErrors() {
        let rows: [(HandNetworksError, TegataError.Kind)] = [
            (.inputs(file: "a", found: [[1]], expected: [[2]]), .unusableModel),
            (.outputs(file: "a", found: [1], expected: [2]), .unusableModel),
            (.normalization(file: "a"), .unusableModel), (.gesturesMissing(file: "a"), .notFound),
            (.labelCount(file: "a", labels: 1, classes: 2), .unusableModel),
        ]
        for (detailed, kind) in rows {
            #expect(TegataError(detailed) == TegataError(kind, file: "a", description: detailed.description))
        }
        #expect(TegataError(HandNetworksError.format(Self.broken)) == TegataError(Self.broken))
        #expect(
            TegataError(HandNetworksError.network(.unknownPass("p")))
                == TegataError(
                    .invalidArgument, description: HandNetworksError.network(.unknownPass("p")).description))
    }

    @Test func namesNoFileInPipelineErrors() {
        let rows: [HandPipelineError] = [
            .outOfRange(.handCount, 0), .outOfRange(.presenceConfidence, 2 as Float), .tileMilliseconds(0),
            .smoothing(SmoothingOptions()), .rotation(degrees: 1), .timestamp(milliseconds: 3, last: 4),
            .recognition,
        ]
        for detailed in rows {
            #expect(TegataError(detailed) == TegataError(.invalidArgument, description: detailed.description))
        }
    }

    @Test func convertsGestureErrors() {
        let rows: [(GestureError, TegataError)] = [
            (.networksMissing, TegataError(.notFound, description: GestureError.networksMissing.description)),
            (
                .labelsMissing(file: "a"),
                TegataError(
                    .invalidArgument, file: "a", description: GestureError.labelsMissing(file: "a").description)
            ),
            (.labels(Self.broken), TegataError(Self.broken)),
        ]
        for (detailed, error) in rows { #expect(TegataError(detailed) == error) }
        let inputs: [GestureError] = [
            .handednessScore(2), .pictureSize(width: 0, height: 1), .rotation(degrees: 1),
            .eventDuration(milliseconds: -1),
        ]
        for detailed in inputs {
            #expect(TegataError(detailed) == TegataError(.invalidArgument, description: detailed.description))
        }
    }

    @Test func convertsImageErrorsToInvalidArguments() {
        let detailed = ImageError.empty(width: 0, height: 5)
        #expect(
            TegataError(detailed)
                == TegataError(
                    .invalidArgument,
                    description: "the image is 0 x 5 pixels; it needs at least one pixel"))
    }
}
