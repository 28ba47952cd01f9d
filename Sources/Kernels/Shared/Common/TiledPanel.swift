import TegataKernelABI

/// A panel of a matrix product, whose rows are computed in tiles.
protocol TiledPanel {
    /// The number of columns.
    static var width: Int { get }
    /// The height of full tiles.
    static var tileHeight: Int { get }
    /// The height that no tile exceeds.
    static var highest: Int { get }
    /// The size of an element of A in bytes.
    static var elementSize: Int { get }
    /// Computes `count` tiles of `height` rows, starting at a given row.
    static func runTiles(_ arguments: UnsafePointer<GemmArguments>, _ row: Int, _ height: Int, count: Int)
}

extension TiledPanel {
    /// Computes all rows, using full tiles as long as there are enough rows, if these tiles are taller than all others.
    /// The rest is split into tiles of nearly equal height, so that no short tile remains at the end.
    @inline(__always)
    static func run(_ arguments: UnsafePointer<GemmArguments>) {
        if arguments.pointee.columns < width { return runPadded(arguments) }
        let rows = arguments.pointee.rows
        var row = 0
        if tileHeight > highest {
            let count = rows / tileHeight
            runTiles(arguments, 0, tileHeight, count: count)
            row = count * tileHeight
        }
        let tiles = (rows - row + highest - 1) / highest
        guard tiles > 0 else { return }
        let height = (rows - row) / tiles
        let higher = rows - row - tiles * height
        runTiles(arguments, row, height + 1, count: higher)
        runTiles(arguments, row + higher * (height + 1), height, count: tiles - higher)
    }

    /// Computes a panel whose last columns do not exist in C: tiles are computed in a padded copy.
    @inline(never)
    private static func runPadded(_ arguments: UnsafePointer<GemmArguments>) {
        let columns = arguments.pointee.columns
        let rows = arguments.pointee.rows
        let residualStride = arguments.pointee.residualRowStride
        let stride = arguments.pointee.cRowStride
        // Memory with a literal size of at most a kilobyte is allocated on the stack.
        withUnsafeTemporaryAllocation(of: Input.self, capacity: 256) { buffer in
            let padded = buffer.baseAddress.unsafelyUnwrapped
            var tile = arguments.pointee
            tile.c = UnsafeMutableRawPointer(padded)
            tile.cRowStride = width
            tile.residualRowStride = width
            tile.columns = width
            var row = 0
            while row < rows {
                let height = min(rows - row, 256 / width, highest)
                tile.a = arguments.pointee.a + row * tile.aRowStride * elementSize
                if let residual = arguments.pointee.residual?.inputs {
                    copyRows(from: residual + row * residualStride, residualStride, to: padded, width, height, columns)
                    tile.residual = UnsafeRawPointer(padded)
                }
                runTiles(&tile, 0, height, count: 1)
                copyRows(from: padded, width, to: arguments.pointee.c.outputs + row * stride, stride, height, columns)
                row += height
            }
        }
    }
}
