import TegataBuffers

/// Reads little-endian values one after another, never past the end.
package struct ByteReader {
    private let bytes: Bytes
    private let file: String
    private var offset = 0

    package init(_ bytes: Bytes, file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// The number of bytes left.
    package var remaining: Int { bytes.count - offset }

    /// Returns the error for the part that was being read.
    package func failure(_ place: String, _ problem: ClassifierFileError.Problem) -> ClassifierFileError {
        ClassifierFileError(file: file, place: "\(place), byte \(offset)", problem: problem)
    }

    package mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ place: String, as type: Integer.Type = Integer.self
    ) throws(ClassifierFileError) -> Integer {
        guard let value = bytes.integer(at: offset, as: Integer.self) else {
            throw failure(place, .truncated(needed: MemoryLayout<Integer>.size, available: remaining))
        }
        offset += MemoryLayout<Integer>.size
        return value
    }

    /// Reads the number of elements that take at least `size` bytes each. Throws if the file is too short for them, so
    /// that memory use stays within the size of the file.
    package mutating func count(_ place: String, ofSize size: Int) throws(ClassifierFileError) -> Int {
        let count = Int(clamping: try integer(place, as: UInt32.self))
        guard count <= remaining / size else {
            throw failure(place, .truncated(needed: Int(clamping: Int64(count) * Int64(size)), available: remaining))
        }
        return count
    }

    package mutating func float(_ place: String) throws(ClassifierFileError) -> Float {
        let value = Float(bitPattern: try integer(place, as: UInt32.self))
        guard value.isFinite else { throw failure(place, .notFinite) }
        return value
    }

    package mutating func double(_ place: String) throws(ClassifierFileError) -> Double {
        let value = Double(bitPattern: try integer(place, as: UInt64.self))
        guard value.isFinite else { throw failure(place, .notFinite) }
        return value
    }

    package mutating func floats(_ place: String) throws(ClassifierFileError) -> [Float] {
        let count = try count(place, ofSize: 4)
        var values: [Float] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try float(place)) }
        return values
    }

    package mutating func text(_ place: String) throws(ClassifierFileError) -> String {
        let count = try count(place, ofSize: 1)
        guard let part = bytes.slice(at: offset, count: count) else {
            throw failure(place, .truncated(needed: count, available: remaining))
        }
        guard let text = String(validating: part.array(), as: UTF8.self) else { throw failure(place, .notUTF8) }
        offset += count
        return text
    }

    /// Reads a byte that is 0 or 1.
    package mutating func flag(_ place: String) throws(ClassifierFileError) -> Bool {
        let value = try integer(place, as: UInt8.self)
        guard value <= 1 else { throw failure(place, .value(found: Int(value))) }
        return value == 1
    }
}

/// Writes little-endian values one after another.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func integer<Integer: FixedWidthInteger>(_ value: Integer) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func float(_ value: Float) { integer(value.bitPattern) }

    package mutating func double(_ value: Double) { integer(value.bitPattern) }

    package mutating func floats(_ values: [Float]) {
        integer(UInt32(values.count))
        bytes.reserveCapacity(bytes.count + 4 * values.count)
        for value in values { float(value) }
    }

    package mutating func text(_ text: String) {
        integer(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func flag(_ value: Bool) { integer(UInt8(value ? 1 : 0)) }
}
