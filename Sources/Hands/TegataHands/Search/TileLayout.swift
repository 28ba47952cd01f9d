/// The tiles that a picture is looked at in: squares that overlap, the smallest first, and twice as large ones for as
/// long as the picture is more than three times larger than them.
package struct TileLayout {
    /// Row by row.
    package private(set) var tiles: [Tile] = []
    private var size: PixelSize?
    private var rotationDegrees = 0

    package init() {}

    /// A part of a picture.
    package struct Tile {
        /// What the detector sees.
        package let region: PixelRegion
        /// The same without a turn, in fractions of the picture.
        let box: Box

        /// Whether something in fractions of the picture goes beyond a side of the tile behind which the picture goes
        /// on; another tile shows it whole, or the whole picture does.
        func cuts(_ other: Box) -> Bool {
            (box.x > 0 && other.x < box.x) || (box.x + box.width < 1 && other.x + other.width > box.x + box.width)
                || (box.y > 0 && other.y < box.y)
                || (box.y + box.height < 1 && other.y + other.height > box.y + box.height)
        }
    }

    /// Lays tiles over a picture unless they lie there already; returns whether they are new.
    package mutating func update(_ size: PixelSize, rotationDegrees: Int, _ options: SearchOptions) -> Bool {
        guard size != self.size || rotationDegrees != self.rotationDegrees else { return false }
        self.size = size
        self.rotationDegrees = rotationDegrees
        tiles.removeAll(keepingCapacity: true)
        var side = Float(options.tileSide)
        repeat {
            addTiles(size, side: side, step: side * (1 - options.tileOverlap))
            side *= 2
        } while size.longerSide > 3 * side
        return true
    }

    private mutating func addTiles(_ size: PixelSize, side: Float, step: Float) {
        let (columns, rows) = (Self.count(size.width, side, step), Self.count(size.height, side, step))
        for row in 0..<rows {
            let y = Self.start(row, of: rows, size.height, side)
            for column in 0..<columns {
                let x = Self.start(column, of: columns, size.width, side)
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
    }

    /// How many tiles it takes along a side.
    private static func count(_ length: Float, _ side: Float, _ step: Float) -> Int {
        length > side ? Int(((length - side) / step).rounded(.up)) + 1 : 1
    }

    /// Where a tile begins: the first and last ones at the picture's borders, or one over its middle.
    private static func start(_ index: Int, of count: Int, _ length: Float, _ side: Float) -> Float {
        count == 1 ? (length - side) / 2 : (length - side) * Float(index) / Float(count - 1)
    }
}
