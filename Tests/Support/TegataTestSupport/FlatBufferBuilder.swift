/// A value of a flatbuffer, written by ``FlatBufferImage``.
package indirect enum FlatValue {
    case int8(Int8), uint8(UInt8), bool(Bool)
    case int32(Int32), uint32(UInt32), float(Float)
    case int64(Int64), uint64(UInt64)
    /// Fields by slot.
    case table([Int: FlatValue])
    case string(String)
    case bytes([UInt8])
    case int32s([Int32])
    case int64s([Int64])
    case floats([Float])
    /// Tables or strings.
    case vector([FlatValue])
    /// A value whose position ``FlatBufferImage/positions`` stores under this name.
    case named(String, FlatValue)
    /// Another reference to the table, string or vector with this name.
    case again(String)
}

/// The bytes of a flatbuffer that is written front to back: every table follows its vtable, and children follow their
/// parents.
///
/// It is much simpler than the usual builders, and is made for tests, which also need the positions of values.
package struct FlatBufferImage {
    package private(set) var bytes: [UInt8] = []
    /// The positions of named values: of the table, of the length of a string or vector, or of the scalar.
    package private(set) var positions: [String: Int] = [:]
    /// The offsets to write once the target's position is known.
    private var pending: [(location: Int, value: FlatValue)] = []

    package init(identifier: String, root: FlatValue) {
        append(UInt32(0))
        bytes += Array(identifier.utf8)
        pending = [(0, root)]
        var next = 0
        while next < pending.count {
            let (location, value) = pending[next]
            next += 1
            let target: Int
            if case .again(let name) = value, let position = positions[name] {
                target = position
            } else {
                target = write(value)
            }
            patch(location, UInt32(truncatingIfNeeded: target - location))
        }
    }

    /// Overwrites the little-endian integer at `offset`.
    package mutating func patch<Integer: FixedWidthInteger>(_ offset: Int, _ value: Integer) {
        bytes.patch(offset, value)
    }

    /// Returns the little-endian integer at `offset`.
    package func read<Integer: FixedWidthInteger>(_ offset: Int, as type: Integer.Type) -> Integer {
        var value: Integer = 0
        for index in (0..<MemoryLayout<Integer>.size).reversed() {
            value = (value << 8) | Integer(truncatingIfNeeded: bytes[offset + index])
        }
        return value
    }

    /// Returns the position of the vtable of the table at `position`.
    package func vtable(ofTableAt position: Int) -> Int {
        position - Int(read(position, as: Int32.self))
    }

    /// Returns the position of the field `slot` of the table at `position`.
    package func field(_ slot: Int, ofTableAt position: Int) -> Int {
        position + Int(read(vtable(ofTableAt: position) + 4 + 2 * slot, as: UInt16.self))
    }

    private mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
        for index in 0..<MemoryLayout<Integer>.size {
            bytes.append(UInt8(truncatingIfNeeded: value >> (8 * Integer(index))))
        }
    }

    private mutating func align(_ size: Int, ahead: Int = 0) {
        while (bytes.count + ahead) % size != 0 { bytes.append(0) }
    }

    private mutating func write(_ value: FlatValue) -> Int {
        switch value {
        case .named(let name, let inner):
            let position = write(inner)
            positions[name] = position
            return position
        case .table(let fields):
            return writeTable(fields)
        case .string(let text):
            let position = writeCount(text.utf8.count, alignment: 4)
            bytes += Array(text.utf8) + [0]
            return position
        case .bytes(let data):
            let position = writeCount(data.count, alignment: 16)
            bytes += data
            return position
        case .int32s(let values):
            let position = writeCount(values.count, alignment: 4)
            for value in values { append(value) }
            return position
        case .int64s(let values):
            let position = writeCount(values.count, alignment: 8)
            for value in values { append(value) }
            return position
        case .floats(let values):
            let position = writeCount(values.count, alignment: 4)
            for value in values { append(value.bitPattern) }
            return position
        case .vector(let values):
            let position = writeCount(values.count, alignment: 4)
            for value in values {
                pending.append((bytes.count, value))
                append(UInt32(0))
            }
            return position
        case .again, .int8, .uint8, .bool, .int32, .uint32, .float, .int64, .uint64:
            preconditionFailure("only tables, texts and vectors can be pointed to")
        }
    }

    private mutating func writeCount(_ count: Int, alignment: Int) -> Int {
        align(max(alignment, 4), ahead: 4)
        append(UInt32(count))
        return bytes.count - 4
    }

    private mutating func writeTable(_ fields: [Int: FlatValue]) -> Int {
        let slots = (fields.keys.max() ?? -1) + 1
        let vtableSize = 4 + 2 * slots
        // The table starts at a multiple of 8, so that 64-bit fields are aligned within it.
        align(8, ahead: vtableSize)
        let vtable = bytes.count
        bytes += [UInt8](repeating: 0, count: vtableSize)
        let table = bytes.count
        append(Int32(vtableSize))
        for slot in fields.keys.sorted() {
            guard let value = fields[slot] else { continue }
            patch(vtable + 4 + 2 * slot, UInt16(writeField(value, table: table)))
        }
        align(4)
        patch(vtable, UInt16(vtableSize))
        patch(vtable + 2, UInt16(bytes.count - table))
        return table
    }

    /// Writes a scalar, or reserves room for an offset, and returns its offset within the table.
    private mutating func writeField(_ value: FlatValue, table: Int) -> Int {
        func place(_ size: Int) -> Int {
            align(size)
            return bytes.count - table
        }
        switch value {
        case .int8(let value):
            append(value)
            return bytes.count - 1 - table
        case .uint8(let value):
            append(value)
            return bytes.count - 1 - table
        case .bool(let value):
            append(UInt8(value ? 1 : 0))
            return bytes.count - 1 - table
        case .int32(let value):
            let offset = place(4)
            append(value)
            return offset
        case .uint32(let value):
            let offset = place(4)
            append(value)
            return offset
        case .float(let value):
            let offset = place(4)
            append(value.bitPattern)
            return offset
        case .int64(let value):
            let offset = place(8)
            append(value)
            return offset
        case .uint64(let value):
            let offset = place(8)
            append(value)
            return offset
        case .named(let name, let inner):
            switch inner {
            case .table, .string, .bytes, .int32s, .int64s, .floats, .vector: break
            default:
                let offset = writeField(inner, table: table)
                positions[name] = table + offset
                return offset
            }
            fallthrough
        case .table, .string, .bytes, .int32s, .int64s, .floats, .vector, .again:
            let offset = place(4)
            pending.append((bytes.count, value))
            append(UInt32(0))
            return offset
        }
    }
}

extension [UInt8] {
    /// Overwrites the little-endian integer at `offset`.
    package mutating func patch<Integer: FixedWidthInteger>(_ offset: Int, _ value: Integer) {
        for index in 0..<MemoryLayout<Integer>.size {
            self[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * Integer(index)))
        }
    }
}
