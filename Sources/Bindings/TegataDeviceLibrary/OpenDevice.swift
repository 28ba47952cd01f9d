import TegataBuffers
import TegataHands
import TegataInference
import TegataPixels

/// A device opened by the C library: a pipeline, and the hands in the last image.
final class OpenDevice {
    private let pipeline: GesturePipeline
    private let tracks: Bool
    private var hands: [HandResult] = []
    private var taken = 0

    /// Loads networks from the memory of a bundle, which is not needed afterwards: all of them, or those for gestures
    /// beside the networks that the caller runs.
    init(
        bundle: UnsafeRawBufferPointer, external: ExternalNetworks?, options: HandPipelineOptions, tracks: Bool
    ) throws(TegataError) {
        let bytes = Bytes(adopting: bundle) { _ in }
        let team = ThreadTeam(count: 1)
        if let external {
            let gestures = options.gestures == nil ? nil : try GestureNetworks(bundle: bytes, file: "bundle")
            pipeline = try external.pipeline(gestures: gestures, options: options, team: team)
        } else {
            let networks = try HandNetworks(bundle: bytes, file: "bundle", includingGestures: options.gestures != nil)
            pipeline = try GesturePipeline(networks, options: options, team: team)
        }
        self.tracks = tracks
        try warmUp()
    }

    /// Processes a small image, so that one-time allocations happen here and frames need none.
    private func warmUp() throws(TegataError) {
        let gray = [UInt8](repeating: 0, count: 64 * 64)
        try gray.span.withUnsafeBytes { bytes throws(TegataError) in
            try push(ImageView(.gray, width: 64, height: 64, bytes: bytes), milliseconds: .min)
        }
        pipeline.resetTracking()
    }

    /// Finds the hands in an image.
    func push(_ picture: ImageView, milliseconds: Milliseconds) throws(TegataError) {
        // Drop the last result first, because the pipeline reuses the memory of results that are no longer referenced.
        hands = []
        taken = 0
        hands =
            tracks
            ? try pipeline.track(picture, milliseconds: milliseconds).hands : try pipeline.detect(picture).hands
    }

    /// Returns the next hand in the last image; nil if none is left.
    func pull() -> HandResult? {
        guard taken < hands.count else { return nil }
        taken += 1
        return hands[taken - 1]
    }
}
