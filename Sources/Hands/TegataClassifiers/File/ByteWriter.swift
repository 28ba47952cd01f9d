/// Writes little-endian values, one after the other.
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
