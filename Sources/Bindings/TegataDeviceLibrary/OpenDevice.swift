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

    /// Loads a bundle's networks from memory, which is not needed afterwards.
    init(bundle: UnsafeRawBufferPointer, options: HandPipelineOptions, tracks: Bool) throws(TegataError) {
        let bytes = Bytes(adopting: bundle) { _ in }
        let networks = try HandNetworks(bundle: bytes, file: "bundle", includingGestures: options.gestures != nil)
        pipeline = try GesturePipeline(networks, options: options, team: ThreadTeam(count: 1))
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
