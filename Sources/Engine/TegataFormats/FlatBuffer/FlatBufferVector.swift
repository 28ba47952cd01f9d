import TegataBuffers

/// A vector whose elements have been checked to lie inside the file.
package struct FlatBufferVector: Sendable {
    let table: FlatBufferTable
    let field: FlatBufferField
    package let count: Int
    /// The offset of the first element in the file.
    let start: Int
    let elementSize: Int

    /// Throws if the vector has more than `limit` elements.
    func check(_ limit: Int) throws(ModelFormatError) {
        guard count <= limit else {
            throw table.error(field, at: start - 4, .countAboveLimit(count: count, limit: limit))
        }
    }

    /// Returns a copy of all elements.
    func integers<Integer: FixedWidthInteger & BitwiseCopyable>(as type: Integer.Type) -> [Int] {
        var result: [Int] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            result.append(Int(clamping: table.buffer.bytes.integer(at: start + index * elementSize, as: type) ?? 0))
        }
        return result
    }

    /// Returns a copy of all elements.
    func floats() -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            let pattern = table.buffer.bytes.integer(at: start + index * elementSize, as: UInt32.self) ?? 0
            result.append(Float(bitPattern: pattern))
        }
        return result
    }

    private func target(at index: Int) throws(ModelFormatError) -> Int {
        let location = start + index * elementSize
        return try table.buffer.target(ofOffsetAt: location) { (target: Int) in
            self.table.error(
                self.field, at: location,
                .offsetOutOfRange(target: target, byteCount: self.table.buffer.bytes.count))
        }
    }

    /// Returns the table that element `index` points to. Errors refer to it as `name`.
    func table(at index: Int, named name: StaticString) throws(ModelFormatError) -> FlatBufferTable {
        try FlatBufferTable(
            buffer: table.buffer, position: try target(at: index), path: .below(table.path, name, index: index))
    }

    /// Returns the text that element `index` points to.
    func string(at index: Int, budget: inout DecodingBudget) throws(ModelFormatError) -> String {
        let target = try target(at: index)
        let bytes = table.buffer.bytes
        let available = bytes.count - target - 4
        let count = Int(clamping: bytes.integer(at: target, as: UInt32.self) ?? 0)
        guard count <= available else {
            throw table.error(
                field, at: target, .vectorOutOfRange(count: count, elementSize: 1, available: available))
        }
        let size = count.clampedProduct(with: DecodingBudget.textByte)
        try budget.spend(size.clampedSum(with: DecodingBudget.overhead), table, field)
        return bytes.text(at: target + 4, count: count) ?? ""
    }
}
