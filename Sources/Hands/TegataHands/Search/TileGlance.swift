import TegataBuffers
import TegataInference
import TegataKernelABI

/// What little is seen of a tile at a glance: points of it in a grid, by which it is told whether it shows anything, and
/// whether that has changed.
final class TileGlance {
    /// Points along a side; a hand that is found in a tile covers several.
    static let side = 32
    static let count = side * side
    /// Values of 0…255 that differ by more than the noise of a camera.
    private static let largestNoise = 20
    /// Points that the noise moves by more all the same.
    private static let noisyPoints = 2
    /// An even surface has no more between its darkest and its brightest point.
    private static let evenness = 16

    private let buffer: AlignedBuffer
    private let warp: TensorWarp
    /// The greens of the tile that was looked at last.
    private(set) var points = [UInt8](repeating: 0, count: count)

    init(kernels: KernelSet, team: ThreadTeam) {
        buffer = AlignedBuffer(byteCount: 3 * Self.count * MemoryLayout<Float>.stride)
        warp = TensorWarp(
            to: UnsafeMutableBufferPointer(start: buffer.floats(at: 0, count: 3 * Self.count), count: 3 * Self.count),
            side: Self.side, border: .replicated, kernels: kernels, team: team)
    }

    func look(at tile: TileLayout.Tile, _ frame: PipelineFrame) {
        warp.runAlone(frame.view, tile.region, isMirrored: frame.isMirrored, turnedBy: frame.turnDegrees)
        let floats = buffer.floats(at: 0, count: 3 * Self.count)
        for index in 0..<Self.count { points[index] = UInt8(clamping: Int(floats[3 * index + 1] * 255)) }
    }

    /// Whether there is something to see.
    var hasDetail: Bool {
        var (darkest, brightest) = (UInt8.max, UInt8.min)
        for index in 0..<Self.count {
            darkest = min(darkest, points[index])
            brightest = max(brightest, points[index])
        }
        return Int(brightest) - Int(darkest) > Self.evenness
    }

    /// Whether a tile looks otherwise than it did, as `earlier` has it from `start` on.
    func differs(from earlier: [UInt8], at start: Int) -> Bool {
        var changed = 0
        for index in 0..<Self.count where abs(Int(points[index]) - Int(earlier[start + index])) > Self.largestNoise {
            changed += 1
        }
        return changed > Self.noisyPoints
    }
}
