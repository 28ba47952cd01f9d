/// The coefficients of 8×8 samples, row after row.
typealias Block = InlineArray<64, Int16>

/// The value to which the next DC difference is added: the DC coefficient of the component's previous block.
typealias Prediction = Int32

extension EntropyBits {
    /// Returns the next DC coefficient.
    @inline(__always)
    private mutating func dc(
        _ tables: HuffmanTables, _ table: Int, _ prediction: inout Prediction, _ file: RawSpan
    ) throws(Fault) -> Int32 {
        prepare(file)
        let entry = entry(tables, table, file)
        let difference: Int32
        if takeDifference(entry) {
            difference = entry.coefficient
        } else {
            let length = try symbol(entry, tables, table)
            guard length <= 15 else { throw .badCode }
            difference = signedNumber(Int32(length), file)
        }
        let (sum, overflow) = prediction.addingReportingOverflow(difference)
        guard !overflow else { throw Fault("bad brightness difference") }
        prediction = sum
        return sum
    }

    /// Reads a whole block, which must be zero, and multiplies it by the steps of a quantisation table.
    @inline(__always)
    mutating func readBlock(
        _ block: inout Block, _ tables: HuffmanTables, dc dcTable: Int, ac acTable: Int, _ steps: ScanSteps,
        _ quantisationTable: Int, _ prediction: inout Prediction, _ file: RawSpan
    ) throws(Fault) {
        // A copy, to keep the bits in registers while the block is read.
        var bits = self
        let difference = try bits.dc(tables, dcTable, &prediction, file)
        let (first, overflow) = difference.multipliedReportingOverflow(by: steps[quantisationTable, 0].factor)
        guard !overflow, let first = Int16(exactly: first) else { throw Fault("brightness out of range") }
        block[0] = first
        var index = 1
        repeat {
            let value: Int32
            let entry = bits.entry(tables, acTable, file)
            if try bits.takeCoefficient(entry) {
                index &+= entry.run
                value = entry.coefficient
            } else {
                bits.prepare(file)
                let symbol = try bits.symbol(entry, tables, acTable)
                let length = Int32(symbol & 0xF)
                if length == 0 {
                    guard symbol == 0xF0 else { break }
                    index &+= 16
                    continue
                }
                index &+= Int(symbol >> 4)
                value = bits.signedNumber(length, file)
            }
            let step = steps[quantisationTable, index]
            block[step.place] = Int16(truncatingIfNeeded: value &* step.factor)
            index &+= 1
        } while index < 64
        self = bits
    }

    /// Reads the first bits of the DC coefficient of a block.
    mutating func readDC(
        _ block: inout Block, _ tables: HuffmanTables, _ table: Int, shift: Int32, _ prediction: inout Prediction,
        _ file: RawSpan
    ) throws(Fault) {
        block = Block(repeating: 0)
        let (first, overflow) = try dc(tables, table, &prediction, file).multipliedReportingOverflow(by: 1 << shift)
        guard !overflow, let first = Int16(exactly: first) else { throw Fault("brightness out of range") }
        block[0] = first
    }

    /// Reads one more bit of the DC coefficient of a block.
    mutating func refineDC(_ block: inout Block, shift: Int32, _ file: RawSpan) {
        if flag(file) { block[0] &+= 1 &<< Int16(truncatingIfNeeded: shift) }
    }

    /// Reads the first bits of some of a block's AC coefficients; `emptyCount` counts the blocks after it that have
    /// none.
    mutating func readAC(
        _ block: inout Block, _ tables: HuffmanTables, _ table: Int, _ range: ClosedRange<Int>, shift: Int32,
        emptyCount: inout Int, _ file: RawSpan
    ) throws(Fault) {
        guard emptyCount == 0 else {
            emptyCount -= 1
            return
        }
        var bits = self
        var index = range.lowerBound
        repeat {
            let value: Int32
            let entry = bits.entry(tables, table, file)
            if try bits.takeCoefficient(entry) {
                index += entry.run
                value = entry.coefficient
            } else {
                bits.prepare(file)
                let symbol = try bits.symbol(entry, tables, table)
                let (run, length) = (Int(symbol >> 4), Int32(symbol & 0xF))
                if length == 0 {
                    guard run == 15 else {
                        emptyCount = bits.emptyCount(run, file) - 1
                        break
                    }
                    index += 16
                    continue
                }
                index += run
                value = bits.signedNumber(length, file)
            }
            block[Block.place(index)] = Int16(truncatingIfNeeded: value << shift)
            index += 1
        } while index <= range.upperBound
        self = bits
    }

    /// The number of blocks without further coefficients, including this one.
    private mutating func emptyCount(_ length: Int, _ file: RawSpan) -> Int {
        1 << length + (length > 0 ? Int(number(Int32(length), file)) : 0)
    }

    /// Reads one more bit of some of a block's AC coefficients, and the coefficients that become nonzero with this bit.
    mutating func refineAC(
        _ block: inout Block, _ tables: HuffmanTables, _ table: Int, _ range: ClosedRange<Int>, shift: Int32,
        emptyCount: inout Int, _ file: RawSpan
    ) throws(Fault) {
        let bit = 1 &<< Int16(truncatingIfNeeded: shift)
        var index = range.lowerBound
        if emptyCount > 0 {
            emptyCount -= 1
        } else {
            while index <= range.upperBound {
                let symbol = try symbol(entry(tables, table, file), tables, table)
                var run = Int(symbol >> 4)
                var value: Int16 = 0
                if symbol & 0xF == 0 {
                    if run < 15 {
                        emptyCount = self.emptyCount(run, file) - 1
                        break
                    }
                } else {
                    guard symbol & 0xF == 1 else { throw .badCode }
                    value = flag(file) ? bit : -bit
                }
                while index <= range.upperBound {
                    let place = Block.place(index)
                    index += 1
                    if block[place] != 0 {
                        refine(&block[place], bit, file)
                    } else if run == 0 {
                        block[place] = value
                        break
                    } else {
                        run -= 1
                    }
                }
            }
        }
        // The block has no more new coefficients.
        while index <= range.upperBound {
            let place = Block.place(index)
            index += 1
            if block[place] != 0 { refine(&block[place], bit, file) }
        }
    }

    @inline(__always)
    private mutating func refine(_ coefficient: inout Int16, _ bit: Int16, _ file: RawSpan) {
        guard flag(file), coefficient & bit == 0 else { return }
        coefficient = coefficient > 0 ? coefficient &+ bit : coefficient &- bit
    }
}
