import TegataBuffers
import TegataHands

/// A result as a binary record of little-endian numbers; `docs/device.md` describes the format.
package struct BinaryRecord {
    package private(set) var bytes: [UInt8] = []

    /// The number of bytes before the hands.
    static let headerByteCount = 40
    /// The number of bytes per hand.
    static let handByteCount = 16 + nameByteCount + 2 * 12 * HandPoints.count
    /// The number of bytes for a gesture's name, including a terminating zero.
    private static let nameByteCount = 32

    package init() {}

    /// Reserves memory for `handCount` hands.
    mutating func reserveCapacity(handCount: Int) {
        bytes.reserveCapacity(Self.headerByteCount + handCount * Self.handByteCount)
    }

    /// Replaces the record with one for a new result, in the same memory.
    package mutating func set(index: Int, milliseconds: Milliseconds, width: Int, height: Int, hands: [HandResult]) {
        bytes.removeAll(keepingCapacity: true)
        for byte in "TGH1".utf8 { bytes.append(byte) }
        append(UInt32(clamping: Self.headerByteCount + hands.count * Self.handByteCount))
        append(UInt64(clamping: index))
        append(UInt64(bitPattern: Int64(milliseconds)))
        append(UInt32(clamping: width))
        append(UInt32(clamping: height))
        append(UInt32(clamping: hands.count))
        append(UInt32(0))
        for hand in hands { append(hand) }
    }

    private mutating func append(_ hand: HandResult) {
        append(UInt32(clamping: hand.identifier ?? 0))
        append(hand.rightProbability.bitPattern)
        append(hand.presence.bitPattern)
        append((hand.gesture?.score ?? 0).bitPattern)
        let nameEnd = bytes.count + Self.nameByteCount
        if let gesture = hand.gesture {
            for byte in gesture.nameBytes(atMost: Self.nameByteCount - 1) { bytes.append(byte) }
        }
        while bytes.count < nameEnd { bytes.append(0) }
        append(hand.landmarks)
        append(hand.worldLandmarks)
    }

    private mutating func append(_ points: HandPoints) {
        for point in points {
            append(point.x.bitPattern)
            append(point.y.bitPattern)
            append(point.z.bitPattern)
        }
    }

    private mutating func append<Integer: FixedWidthInteger & UnsignedInteger>(_ value: Integer) {
        for shift in 0..<Integer.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> Integer(8 * shift))) }
    }
}
