/// Numbers one after the other, little-endian, as the page reads them.
struct PackedNumbers {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Numbers that cannot be negative and are small.
    mutating func append(small value: Int) {
        append(UInt32(clamping: value))
    }

    mutating func append(_ value: Int) {
        withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ value: Float) {
        append(value.bitPattern)
    }

    mutating func append(_ text: String) {
        append(small: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ numbers: PackedNumbers) {
        bytes += numbers.bytes
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}
