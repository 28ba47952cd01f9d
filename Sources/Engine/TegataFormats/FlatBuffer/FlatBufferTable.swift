import TegataBuffers

/// A field of a table: its slot in the schema, and its name for error messages.
package struct FlatBufferField: ExpressibleByIntegerLiteral, Sendable {
    package let slot: Int
    package let name: StaticString?

    package init(_ slot: Int, _ name: StaticString? = nil) {
        self.slot = slot
        self.name = name
    }

    package init(integerLiteral slot: Int) {
        self.init(slot)
    }

    var label: String {
        guard let name else { return "field \(slot)" }
        return name.description
    }
}

/// A table in a flatbuffer. The table and its vtable have been checked to lie inside the file; each read checks the
/// rest.
///
///     position ─┐                        ┌─ position − vtable distance
///               ▼                        ▼
///     table:  | Int32 vtable distance | fields … |      vtable: | UInt16 own size | UInt16 table size | UInt16 per slot: offset or 0 |
package struct FlatBufferTable: Sendable {
    package let buffer: FlatBuffer
    /// The table's path in the model, such as "subgraph 0, operator 12".
    package let path: FlatBufferPath
    /// The offset of the table's first byte in the file.
    package let position: Int
    private let vtable: Int
    private let vtableSize: Int
    private let tableSize: Int

    init(buffer: FlatBuffer, position: Int, path: FlatBufferPath) throws(ModelFormatError) {
        let bytes = buffer.bytes
        guard let distance = bytes.integer(at: position, as: Int32.self) else {
            throw buffer.error(
                path, at: position, .offsetOutOfRange(target: position, byteCount: bytes.count))
        }
        let vtable = Int64(position) - Int64(distance)
        guard let vtable = Int(exactly: vtable),
            let vtableSize = bytes.integer(at: vtable, as: UInt16.self),
            let tableSize = bytes.integer(at: vtable + 2, as: UInt16.self)
        else {
            throw buffer.error(path, at: position, .vtableOutOfRange(target: vtable, byteCount: bytes.count))
        }
        guard vtableSize >= 4, vtableSize % 2 == 0, Int(vtableSize) <= bytes.count - vtable else {
            throw buffer.error(path, at: vtable, .vtableSizeInvalid(Int(vtableSize)))
        }
        guard tableSize >= 4, Int(tableSize) <= bytes.count - position else {
            throw buffer.error(path, at: vtable + 2, .tableSizeInvalid(Int(tableSize)))
        }
        self.buffer = buffer
        self.path = path
        self.position = position
        self.vtable = vtable
        self.vtableSize = Int(vtableSize)
        self.tableSize = Int(tableSize)
    }

    /// The bytes of the vtable, and the bytes of the fields after the distance to the vtable.
    var parts: (vtable: Bytes, fields: Bytes) {
        // Both have been checked to lie inside the file.
        (
            buffer.bytes.slice(at: vtable, count: vtableSize) ?? .empty,
            buffer.bytes.slice(at: position + 4, count: tableSize - 4) ?? .empty
        )
    }

    /// Returns an error about `field`, which lies at `offset` in the file.
    package func error(_ field: FlatBufferField, at offset: Int? = nil, _ problem: ModelFormatError.Problem)
        -> ModelFormatError
    {
        ModelFormatError(
            file: buffer.file,
            place: path.label + (path.isRoot ? "" : ", ") + field.label + ", byte \(hexadecimal(offset ?? position))",
            problem: problem)
    }

    /// Returns the offset of a field's `size` bytes, or nil if the table does not have the field.
    private func location(of field: FlatBufferField, size: Int) throws(ModelFormatError) -> Int? {
        let entry = 4 + 2 * field.slot
        guard entry >= 4, entry + 2 <= vtableSize,
            let offset = buffer.bytes.integer(at: vtable + entry, as: UInt16.self), offset != 0
        else { return nil }
        guard offset >= 4, Int(offset) + size <= tableSize else {
            throw error(field, at: vtable + entry, .fieldOutsideTable(offset: Int(offset), tableSize: tableSize))
        }
        return position + Int(offset)
    }

    /// Whether the table has the field.
    package func has(_ field: FlatBufferField) throws(ModelFormatError) -> Bool {
        try location(of: field, size: 1) != nil
    }

    @inline(__always)
    private func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ field: FlatBufferField, default fallback: Integer
    ) throws(ModelFormatError) -> Integer {
        guard let location = try location(of: field, size: MemoryLayout<Integer>.size) else { return fallback }
        return buffer.bytes.integer(at: location) ?? fallback
    }

    package func int8(_ field: FlatBufferField, default fallback: Int8) throws(ModelFormatError) -> Int8 {
        try integer(field, default: fallback)
    }

    package func uint8(_ field: FlatBufferField, default fallback: UInt8) throws(ModelFormatError) -> UInt8 {
        try integer(field, default: fallback)
    }

    package func int32(_ field: FlatBufferField, default fallback: Int32) throws(ModelFormatError) -> Int32 {
        try integer(field, default: fallback)
    }

    package func uint32(_ field: FlatBufferField, default fallback: UInt32) throws(ModelFormatError) -> UInt32 {
        try integer(field, default: fallback)
    }

    package func int64(_ field: FlatBufferField, default fallback: Int64) throws(ModelFormatError) -> Int64 {
        try integer(field, default: fallback)
    }

    package func uint64(_ field: FlatBufferField, default fallback: UInt64) throws(ModelFormatError) -> UInt64 {
        try integer(field, default: fallback)
    }

    package func float(_ field: FlatBufferField, default fallback: Float) throws(ModelFormatError) -> Float {
        Float(bitPattern: try integer(field, default: fallback.bitPattern))
    }

    package func bool(_ field: FlatBufferField, default fallback: Bool) throws(ModelFormatError) -> Bool {
        try integer(field, default: UInt8(fallback ? 1 : 0)) != 0
    }

    /// Returns the position that an offset field points to, or nil if the table does not have the field.
    private func target(of field: FlatBufferField) throws(ModelFormatError) -> Int? {
        guard let location = try location(of: field, size: 4) else { return nil }
        return try buffer.target(ofOffsetAt: location) { (target: Int) in
            self.error(field, at: location, .offsetOutOfRange(target: target, byteCount: self.buffer.bytes.count))
        }
    }

    /// Returns the table that a field points to, or nil if the field is absent.
    package func table(_ field: FlatBufferField) throws(ModelFormatError) -> FlatBufferTable? {
        guard let target = try target(of: field) else { return nil }
        return try FlatBufferTable(
            buffer: buffer, position: target, path: .below(path, field.name ?? "table", index: nil))
    }

    /// Returns the vector of elements of `elementSize` bytes to which a field points, or nil if the field is absent.
    /// All elements have been checked to lie inside the file.
    package func vector(_ field: FlatBufferField, elementSize: Int) throws(ModelFormatError) -> FlatBufferVector? {
        guard let target = try target(of: field) else { return nil }
        let available = buffer.bytes.count - target - 4
        guard let count = buffer.bytes.integer(at: target, as: UInt32.self),
            UInt64(count) * UInt64(elementSize) <= UInt64(available)
        else {
            throw error(
                field, at: target,
                .vectorOutOfRange(
                    count: Int(clamping: buffer.bytes.integer(at: target, as: UInt32.self) ?? 0),
                    elementSize: elementSize,
                    available: max(available, 0)))
        }
        return FlatBufferVector(
            table: self, field: field, count: Int(clamping: count), start: target + 4, elementSize: elementSize)
    }

    /// Returns the bytes to which a field points, without copying; empty if the field is absent.
    package func bytes(_ field: FlatBufferField) throws(ModelFormatError) -> Bytes {
        guard let vector = try vector(field, elementSize: 1) else { return .empty }
        return buffer.bytes.slice(at: vector.start, count: vector.count) ?? .empty
    }

    /// Returns the text that a field points to, or nil if the field is absent. Bytes that are not UTF-8 become U+FFFD.
    package func string(_ field: FlatBufferField, atMost limit: Int) throws(ModelFormatError) -> String? {
        guard let vector = try vector(field, elementSize: 1) else { return nil }
        try vector.check(limit)
        return buffer.bytes.text(at: vector.start, count: vector.count)
    }

    /// Returns the 32-bit integers to which a field points, or nil if the field is absent. Throws if there are more
    /// than `limit`.
    package func intVector(_ field: FlatBufferField, atMost limit: Int) throws(ModelFormatError) -> [Int]? {
        guard let vector = try vector(field, elementSize: 4) else { return nil }
        try vector.check(limit)
        return vector.integers(as: Int32.self)
    }
}
