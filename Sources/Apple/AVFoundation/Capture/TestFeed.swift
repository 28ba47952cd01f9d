import CoreGraphics
import TegataBuffers
import TegataPixels

/// A picture that moves: a bright square on a ramp from dark to light. Every run is the same.
final class TestFeed: FrameFeed {
    private let width: Int
    private let height: Int
    private let framesPerSecond: Double
    private let frameCount: Int
    private var pace: FramePace
    private var index = 0
    private var samples: [UInt8]

    init(
        width: Int, height: Int, framesPerSecond: Double, frameCount: Int?, _ playback: AVCaptureDevice.Playback
    ) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.frameCount = playback.contains(.loops) ? .max : frameCount ?? .max
        pace = FramePace(playback)
        samples = [UInt8](repeating: 128, count: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2))
    }

    var pictureSize: CGSize? { CGSize(width: width, height: height) }

    func next(for taker: any FrameTaker, _ gate: CaptureGate) -> Int? {
        guard index < frameCount else { return nil }
        let time = Int((Double(index) * 1000 / framesPerSecond).rounded(.down))
        guard pace.wait(forFrameAt: time, gate) else { return nil }
        draw()
        index += 1
        samples.withUnsafeBytes { bytes in
            // The memory has the size for it.
            if let view = try? ImageView(.i420, width: width, height: height, bytes: bytes) { taker.take(view) }
        }
        return time
    }

    /// Luma from 16 at the left to 235 at the right without colours, and a square of a quarter of the height that moves
    /// right by an eighth of its side per frame.
    private func draw() {
        let side = max(2, height / 4)
        let left = index * max(1, side / 8) % max(1, width - side)
        let top = (height - side) / 2
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        samples.withUnsafeMutableBufferPointer { samples in
            for x in 0..<width { samples[x] = UInt8(16 + 219 * x / max(1, width - 1)) }
            for y in 1..<max(1, height) {
                for x in 0..<width { samples[y * width + x] = samples[x] }
            }
            for y in top..<top + side {
                for x in left..<left + side { samples[y * width + x] = 235 }
            }
            for plane in 0...1 {
                let start = width * height + plane * chromaWidth * chromaHeight
                for place in start..<start + chromaWidth * chromaHeight { samples[place] = 128 }
                for y in top / 2..<(top + side) / 2 {
                    for x in left / 2..<(left + side) / 2 { samples[start + y * chromaWidth + x] = 128 - 64 }
                }
            }
        }
    }
}
