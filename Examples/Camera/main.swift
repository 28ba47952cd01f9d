import TegataBuffers
import TegataHands
import TegataInference

let bundle = try Bytes(mappingFileAt: "hand_landmarker.task")
let networks = try HandNetworks(bundle: bundle, file: "hand_landmarker.task")
let tracker = try HandPipeline(networks, options: HandPipelineOptions(), team: ThreadTeam(count: 2))

// For every frame of a camera, here of 640 × 480 pixels as Y, U, Y, V:
let frame = [UInt8](repeating: 128, count: 2 * 640 * 480)
let result = try frame.withUnsafeBytes { bytes in
    try tracker.track(ImageView(.yuyv, width: 640, height: 480, bytes: bytes), milliseconds: 0)
}
print(result.hands.count, "hands in", result.timings.total, "ns")
