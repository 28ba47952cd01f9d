import TegataBuffers
import TegataHands
import TegataInference

/// Detects the hands of an image on one thread, `rounds` times, or tracks them through as many frames that all show the
/// image, and passes the numbers of each hand of the last round on. Returns 0, or prints a message and returns another
/// status.
@_cdecl("tegata_detect_hands")
public func detectHands(
    bundle: UnsafeRawPointer, bundleSize: Int, precision: UnsafePointer<CChar>, pixels: UnsafeRawPointer, width: Int,
    height: Int, rounds: Int, isVideo: Bool,
    output: @convention(c) (UnsafePointer<Float>, Int) -> Void, message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> Int32 {
    do {
        let bytes = Bytes([UInt8](UnsafeRawBufferPointer(start: bundle, count: bundleSize)))
        guard let precision = HandPrecision(rawValue: String(cString: precision)) else { return 2 }
        let networks = try HandNetworks(bundle: bytes, file: "BUNDLE", precision: precision)
        let pipeline = try HandPipeline(networks, team: ThreadTeam(count: 1))
        let picture = UnsafeRawBufferPointer(start: pixels, count: 3 * width * height)
        let image = try ImageView(.rgb, width: width, height: height, bytes: picture)
        var hands: [HandResult] = []
        for round in 0..<rounds {
            hands = try isVideo ? pipeline.track(image, milliseconds: round).hands : pipeline.detect(image).hands
        }
        for hand in hands {
            var numbers = [hand.presence, hand.rightProbability]
            for point in hand.landmarks { numbers += [point.x, point.y, point.z] }
            for point in hand.worldLandmarks { numbers += [point.x, point.y, point.z] }
            numbers.withUnsafeBufferPointer { output($0.baseAddress!, $0.count) }
        }
        return 0
    } catch {
        message(error.description)
        return 1
    }
}
