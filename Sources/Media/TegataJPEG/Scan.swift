import TegataBuffers

extension JPEGDecoder {
    /// The part of the coefficients that a scan of a progressive image contains.
    struct Pass {
        let range: ClosedRange<Int>
        /// Whether these are the coefficients' first bits.
        let isFirst: Bool
        /// The number of lower bits, which are left to later scans.
        let shift: Int32
    }

    /// Reads the data of a scan with these components. `read` reads a component's block at the given block row and
    /// column. Returns whether all blocks are present.
    @inline(__always)
    mutating func readUnits(
        _ order: [Int],
        _ read: (
            inout JPEGDecoder, _ component: Int, _ row: Int, _ column: Int, inout EntropyBits, RawSpan
        ) throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        let start = segments.position
        let (bits, isComplete) = try file.withSpan { (span) throws(Fault) in
            var bits = EntropyBits(position: start)
            var remaining = tables.restartInterval
            restart()
            // Returns false if there is no restart marker where one must be.
            func endUnit() -> Bool {
                remaining -= 1
                guard remaining <= 0 else { return true }
                bits.lookForMarker(span)
                guard let marker = bits.marker, isRestart(marker) else { return false }
                bits = EntropyBits(position: bits.position)
                remaining = tables.restartInterval
                restart()
                return true
            }
            if order.count == 1, let component = order.first {
                let shape = frame.components[component]
                for row in 0..<(shape.height + 7) / 8 {
                    for column in 0..<(shape.width + 7) / 8 {
                        try read(&self, component, row, column, &bits, span)
                        guard endUnit() else { return (bits, false) }
                    }
                    writer?.write(planes, rowCounts: [8 * (row + 1)])
                }
                return (bits, true)
            }
            for unitRow in 0..<frame.unitRowCount {
                for unit in 0..<frame.unitsPerRow {
                    for component in order {
                        let (horizontal, vertical) = frame.components[component].sampling
                        for row in vertical * unitRow..<vertical * (unitRow + 1) {
                            for column in horizontal * unit..<horizontal * (unit + 1) {
                                try read(&self, component, row, column, &bits, span)
                            }
                        }
                    }
                    guard endUnit() else { return (bits, false) }
                }
                writeRows(unitRows: unitRow + 1)
            }
            return (bits, true)
        }
        segments.position = bits.position
        segments.pendingMarker = bits.marker
        return isComplete
    }

    /// Reads a block of a sequential image.
    @inline(__always)
    mutating func readBlock(
        _ huffman: HuffmanTables, _ steps: ScanSteps, _ component: Int, _ row: Int, _ column: Int,
        _ bits: inout EntropyBits, _ span: RawSpan
    ) throws(Fault) {
        var block = Block(repeating: 0)
        try bits.readBlock(
            &block, huffman, dc: components[component].dcTable, ac: components[component].acTable, steps,
            frame.components[component].quantisationTable, &components[component].prediction, span)
        store(block, component, row, column)
    }

    /// Reads the part of a block that a pass contains.
    mutating func readPart(
        _ pass: Pass, _ huffman: HuffmanTables, _ component: Int, _ row: Int, _ column: Int,
        _ bits: inout EntropyBits, _ span: RawSpan
    ) throws(Fault) {
        let index = row * frame.components[component].blocksPerRow + column
        guard pass.range.lowerBound > 0 else {
            guard pass.range.upperBound == 0 else { throw .badScan }
            if pass.isFirst {
                try bits.readDC(
                    &coefficients[component][index], huffman, components[component].dcTable, shift: pass.shift,
                    &components[component].prediction, span)
            } else {
                bits.refineDC(&coefficients[component][index], shift: pass.shift, span)
            }
            return
        }
        // Interleaved scans have only DC coefficients.
        guard isAlone else { throw .badScan }
        if pass.isFirst {
            try bits.readAC(
                &coefficients[component][index], huffman, components[component].acTable, pass.range,
                shift: pass.shift, emptyCount: &emptyCount, span)
        } else {
            try bits.refineAC(
                &coefficients[component][index], huffman, components[component].acTable, pass.range,
                shift: pass.shift, emptyCount: &emptyCount, span)
        }
    }

    /// Writes the pixels of a progressive image.
    mutating func transformCoefficients() {
        let steps = tables.quantisation.map { $0.map { Int16(bitPattern: $0) } }
        for unitRow in 0..<frame.unitRowCount {
            for component in frame.components.indices {
                let shape = frame.components[component]
                let rows = shape.sampling.vertical * unitRow..<shape.sampling.vertical * (unitRow + 1)
                for row in rows.clamped(to: 0..<(shape.height + 7) / 8) {
                    for column in 0..<(shape.width + 7) / 8 {
                        var block = coefficients[component][row * shape.blocksPerRow + column]
                        for index in 0..<64 { block[index] &*= steps[shape.quantisationTable][index] }
                        store(block, component, row, column)
                    }
                }
            }
            writeRows(unitRows: unitRow + 1)
        }
    }

    /// Writes the pixels that can be computed from this number of unit rows, if there is a writer.
    private mutating func writeRows(unitRows: Int) {
        writer?.write(planes, rowCounts: frame.components.map { 8 * $0.sampling.vertical * unitRows })
    }

    /// Computes the samples of a block and writes them to the plane of its component.
    // Not inlined, because it is large and called in several places.
    @inline(never)
    private mutating func store(_ block: Block, _ component: Int, _ row: Int, _ column: Int) {
        let shape = frame.components[component]
        let start =
            components[component].planeStart
            + 8 * (row % (shape.sampling.vertical * planeUnitRows) * shape.stride + column)
        let samples = InverseTransform.samples(of: block)
        var memory = planes.mutableSpan
        var bytes = unsafe memory.mutableBytes
        for y in 0..<8 {
            bytes.storeBytes(of: samples[y], toByteOffset: start + y * shape.stride, as: SIMD8<UInt8>.self)
        }
    }
}
