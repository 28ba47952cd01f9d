import TegataBuffers
import TegataInference
import TegataKernelABI

/// An image's overlapping square tiles. The smallest come first, followed by tiles of twice the size, as long as the
/// image is more than three times larger than the tiles.
package struct TileLayout {
    /// The tiles in row-major order.
    package private(set) var tiles: [Tile] = []
    private var size: PixelSize?
    private var rotationDegrees = 0

    package init() {}

    /// A part of an image.
    package struct Tile {
        /// The region that the detector sees.
        package let region: PixelRegion
        /// The tile before rotation, in fractions of the image.
        let box: Box

        /// Whether a box in fractions of the image extends beyond a side of the tile that is not an edge of the image.
        /// Another tile or the whole image then shows it completely.
        func cuts(_ other: Box) -> Bool {
            (box.x > 0 && other.x < box.x) || (box.x + box.width < 1 && other.x + other.width > box.x + box.width)
                || (box.y > 0 && other.y < box.y)
                || (box.y + box.height < 1 && other.y + other.height > box.y + box.height)
        }
    }

    /// Divides an image into tiles unless this has already been done; returns whether the tiles are new.
    package mutating func update(_ size: PixelSize, rotationDegrees: Int, _ options: SearchOptions) -> Bool {
        guard size != self.size || rotationDegrees != self.rotationDegrees else { return false }
        self.size = size
        self.rotationDegrees = rotationDegrees
        tiles.removeAll(keepingCapacity: true)
        var side = Float(options.tileSide)
        repeat {
            tiles += Self.tiles(
                size, rotationDegrees: rotationDegrees, side: side, step: side * (1 - options.tileOverlap))
            side *= 2
        } while size.longerSide > 3 * side
        return true
    }

    /// Returns the tiles of one size.
    static func tiles(_ size: PixelSize, rotationDegrees: Int, side: Float, step: Float) -> [Tile] {
        var tiles: [Tile] = []
        let (columns, rows) = (count(size.width, side, step), count(size.height, side, step))
        for row in 0..<rows {
            let y = start(row, of: rows, size.height, side)
            for column in 0..<columns {
                let x = start(column, of: columns, size.width, side)
                var region = PixelRegion(
                    HandRectangle(
                        centerX: 0, centerY: 0, width: 0, height: 0,
                        rotation: regionRotation(degrees: rotationDegrees)), size)
                (region.centerX, region.centerY) = (x + side / 2, y + side / 2)
                (region.width, region.height) = (side, side)
                let box = Box(
                    x: x / size.width, y: y / size.height, width: side / size.width, height: side / size.height)
                tiles.append(Tile(region: region, box: box))
            }
        }
        return tiles
    }

    /// Returns the number of tiles along a side.
    private static func count(_ length: Float, _ side: Float, _ step: Float) -> Int {
        length > side ? Int(((length - side) / step).rounded(.up)) + 1 : 1
    }

    /// Returns where a tile starts: the first and last tiles lie at the image's edges, and a single one is centred.
    private static func start(_ index: Int, of count: Int, _ length: Float, _ side: Float) -> Float {
        count == 1 ? (length - side) / 2 : (length - side) * Float(index) / Float(count - 1)
    }
}

/// The selection of tiles to search in each video frame. All tiles take turns, and adjacent tiles do so in different
/// frames.
struct TileSchedule {
    private var layout = TileLayout()
    /// The index of the next tile; tiles are visited in steps of ``stride``.
    private var next = 0
    private var stride = 1
    /// The points of each tile from when it was last searched, one tile after another.
    private var glances: [UInt8] = []
    private var isKnown: [Bool] = []
    /// The tiles of the current frame.
    private(set) var chosen: [TileLayout.Tile] = []

    /// Lays out a frame's tiles without choosing any.
    mutating func begin(_ frame: PipelineFrame, _ options: SearchOptions) {
        chosen.removeAll(keepingCapacity: true)
        guard layout.update(frame.size, rotationDegrees: frame.rotationDegrees, options) else { return }
        next = 0
        stride = Self.stride(layout.tiles.count)
        glances = [UInt8](
            repeating: 0, count: options.skipsUnchanged ? layout.tiles.count * TileChangeDetector.count : 0)
        isKnown = [Bool](repeating: false, count: layout.tiles.count)
    }

    /// Makes all tiles due again, even if they do not change.
    mutating func forget() {
        for index in isKnown.indices { isKnown[index] = false }
    }

    /// Starts with the first tile, as in a new video.
    mutating func restart() {
        next = 0
        forget()
    }

    /// Chooses the next `count` tiles in place of the previous ones; `changeDetector` causes some to be skipped.
    /// `asked` counts the tiles considered in this frame, so that each is considered at most once.
    mutating func choose(
        _ count: Int, _ frame: PipelineFrame, _ changeDetector: TileChangeDetector?, _ asked: inout Int
    ) {
        chosen.removeAll(keepingCapacity: true)
        while chosen.count < count, asked < layout.tiles.count {
            asked += 1
            let index = next
            next = (next + stride) % layout.tiles.count
            if let changeDetector, !isDue(index, frame, changeDetector) { continue }
            chosen.append(layout.tiles[index])
        }
    }

    private mutating func isDue(_ index: Int, _ frame: PipelineFrame, _ changeDetector: TileChangeDetector) -> Bool {
        changeDetector.look(at: layout.tiles[index], frame)
        let start = index * TileChangeDetector.count
        guard !isKnown[index] || changeDetector.differs(from: glances, at: start) else { return false }
        isKnown[index] = true
        for point in 0..<TileChangeDetector.count { glances[start + point] = changeDetector.points[point] }
        return changeDetector.hasDetail
    }

    /// Returns approximately the golden section of the count, but coprime to it, so that every tile gets its turn.
    private static func stride(_ count: Int) -> Int {
        func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
        var stride = max(1, count * 382 / 1000)
        while divisor(count, stride) != 1 { stride += 1 }
        return stride
    }
}

/// Detects from a coarse grid of points whether a tile shows any detail and whether it has changed.
final class TileChangeDetector {
    /// The number of points along a side; a hand large enough to be found in a tile covers several of them.
    static let side = 32
    static let count = side * side
    /// The largest difference between values in 0…255 that is attributed to camera noise.
    private static let largestNoise = 20
    /// The number of points that may differ by more than that because of noise.
    private static let noisyPoints = 2
    /// The largest difference between the darkest and brightest points of an even surface.
    private static let evenness = 16

    private let buffer: AlignedBuffer
    private let warp: TensorWarp
    /// The green values of the last tile.
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

    /// Whether the tile shows any detail.
    var hasDetail: Bool {
        var (darkest, brightest) = (UInt8.max, UInt8.min)
        for index in 0..<Self.count {
            darkest = min(darkest, points[index])
            brightest = max(brightest, points[index])
        }
        return Int(brightest) - Int(darkest) > Self.evenness
    }

    /// Returns whether the tile differs from its earlier points, which begin at index `start` of `earlier`.
    func differs(from earlier: [UInt8], at start: Int) -> Bool {
        var changed = 0
        for index in 0..<Self.count where abs(Int(points[index]) - Int(earlier[start + index])) > Self.largestNoise {
            changed += 1
        }
        return changed > Self.noisyPoints
    }
}
