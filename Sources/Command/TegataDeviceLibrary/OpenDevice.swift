import TegataBuffers
import TegataHands
import TegataInference
import TegataPixels

/// What the C library for devices holds: a pipeline, and the hands of the last picture.
final class OpenDevice {
    private let pipeline: GesturePipeline
    private let tracks: Bool
    private var hands: [HandResult] = []
    private var taken = 0

    /// Loads the networks of a bundle in memory, which is not needed afterwards.
    init(bundle: UnsafeRawBufferPointer, options: HandPipelineOptions, tracks: Bool) throws(TegataError) {
        let bytes = Bytes(adopting: bundle) { _ in }
        let networks = try HandNetworks(bundle: bytes, file: "bundle", includingGestures: options.gestures != nil)
        pipeline = try GesturePipeline(networks, options: options, team: ThreadTeam(count: 1))
        self.tracks = tracks
        try warmUp()
    }

    /// What is asked for once only is asked for here, so that frames ask for no memory.
    private func warmUp() throws(TegataError) {
        let gray = [UInt8](repeating: 0, count: 64 * 64)
        try gray.span.withUnsafeBytes { bytes throws(TegataError) in
            try push(ImageView(.gray, width: 64, height: 64, bytes: bytes), milliseconds: .min)
        }
        pipeline.resetTracking()
    }

    /// Looks for the hands of a picture.
    func push(_ picture: ImageView, milliseconds: Milliseconds) throws(TegataError) {
        // The pipeline uses the memory of an answer again that nobody has any more.
        hands = []
        taken = 0
        hands =
            tracks
            ? try pipeline.track(picture, milliseconds: milliseconds).hands : try pipeline.detect(picture).hands
    }

    /// The next hand of the last picture; nil where there is none left.
    func pull() -> HandResult? {
        guard taken < hands.count else { return nil }
        taken += 1
        return hands[taken - 1]
    }
}
