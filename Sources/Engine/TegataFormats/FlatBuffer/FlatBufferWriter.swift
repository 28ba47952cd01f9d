import TegataBuffers

/// Writes a flatbuffer from its last byte to its first, so that a target is written before the offset that points to
/// it.
///
/// The same calls produce the same bytes. Tables share no data, so files are a little larger than other writers' files.
package struct FlatBufferWriter: Sendable {
    /// The bytes written so far, the last byte first.
    private var reversed: [UInt8] = []
    /// The largest alignment so far; the size of the whole file becomes a multiple of it.
    private var alignment = 4

    package init() {}

    /// A table, vector or text that has been written, as its distance from the end of the file.
    package struct Reference: Sendable {
        fileprivate let distance: Int
    }

    /// The content of a table's field.
    package enum Value: Sendable {
        case uint8(UInt8)
        case int32(Int32)
        case uint32(UInt32)
        case float(Float)
        case reference(Reference)
    }

    /// Writes a table. `fields` are in slot order; nil stands for a field that the table does not have.
    package mutating func table(_ fields: [Value?]) -> Reference {
        let end = reversed.count
        var distances = [Int?](repeating: nil, count: fields.count)
        for (slot, field) in fields.enumerated().reversed() {
            switch field {
            case nil: continue
            case .uint8(let value): put(value)
            case .int32(let value): put(value)
            case .uint32(let value): put(value)
            case .float(let value): put(value.bitPattern)
            case .reference(let reference): put(reference)
            }
            distances[slot] = reversed.count
        }
        let vtableSize = 4 + 2 * fields.count
        // The vtable comes directly before the table.
        put(Int32(vtableSize))
        let start = reversed.count
        for distance in distances.reversed() {
            put(UInt16(distance.map { start - $0 } ?? 0))
        }
        put(UInt16(start - end))
        put(UInt16(vtableSize))
        return Reference(distance: start)
    }

    /// Writes a copy of a table without references, whose fields keep their positions modulo 8.
    package mutating func table(copying table: FlatBufferTable) -> Reference {
        let (vtable, fields) = table.parts
        align(to: 8, before: 0)
        // Positions are relative to the end of the file, whose size is a multiple of 8.
        let position = table.position / 4 * 4
        while (reversed.count + fields.count + 4 + position) % 8 != 0 { reversed.append(0) }
        reversed.append(contentsOf: fields.array().reversed())
        put(Int32(vtable.count))
        let start = reversed.count
        reversed.append(contentsOf: vtable.array().reversed())
        return Reference(distance: start)
    }

    /// Writes a text.
    package mutating func string(_ text: String) -> Reference {
        let text = Array(text.utf8)
        align(to: 4, before: text.count + 1)
        reversed.append(0)
        reversed.append(contentsOf: text.reversed())
        put(UInt32(text.count))
        return Reference(distance: reversed.count)
    }

    /// Writes bytes, starting at a multiple of `alignment`.
    package mutating func bytes(_ bytes: [UInt8], alignedTo alignment: Int) -> Reference {
        align(to: max(alignment, 4), before: bytes.count)
        reversed.append(contentsOf: bytes.reversed())
        put(UInt32(bytes.count))
        return Reference(distance: reversed.count)
    }

    /// Writes a vector of numbers.
    package mutating func vector(_ values: [Int32]) -> Reference {
        align(to: 4, before: 0)
        for value in values.reversed() { put(value) }
        put(UInt32(values.count))
        return Reference(distance: reversed.count)
    }

    /// Writes a vector of numbers.
    package mutating func vector(_ values: [Float]) -> Reference {
        vector(values.map { Int32(bitPattern: $0.bitPattern) })
    }

    /// Writes a vector of numbers.
    package mutating func vector(_ values: [Int64]) -> Reference {
        align(to: 8, before: 0)
        for value in values.reversed() { put(value) }
        put(UInt32(values.count))
        return Reference(distance: reversed.count)
    }

    /// Writes a vector of references to values that have already been written.
    package mutating func vector(_ references: [Reference]) -> Reference {
        align(to: 4, before: 0)
        for reference in references.reversed() { put(reference) }
        put(UInt32(references.count))
        return Reference(distance: reversed.count)
    }

    /// Returns the whole file. The four letters of `identifier` follow the root offset.
    package mutating func finish(_ root: Reference, identifier: StaticString) -> [UInt8] {
        align(to: alignment, before: 8)
        reversed.append(contentsOf: identifier.description.utf8.reversed())
        put(root)
        return reversed.reversed()
    }

    /// Adds zeros, so that a value that starts after `count` more bytes is at a multiple of `alignment`.
    private mutating func align(to alignment: Int, before count: Int) {
        self.alignment = max(self.alignment, alignment)
        while (reversed.count + count) % alignment != 0 { reversed.append(0) }
    }

    private mutating func put<Integer: FixedWidthInteger>(_ value: Integer) {
        let size = Integer.bitWidth / 8
        align(to: size, before: size)
        for byte in (0..<size).reversed() { reversed.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }

    /// Writes the distance from this offset to the referenced value.
    private mutating func put(_ reference: Reference) {
        align(to: 4, before: 4)
        put(UInt32(reversed.count + 4 - reference.distance))
    }
}
