import TegataBuffers
import TegataHands

/// An answer as a record of bytes, all numbers little-endian; `docs/device.md` describes it.
package struct BinaryRecord {
    package private(set) var bytes: [UInt8] = []

    /// The bytes of what comes before the hands, and of each hand.
    static let headerByteCount = 40
    static let handByteCount = 16 + nameByteCount + 2 * 12 * HandPoints.count
    /// With a zero behind the name.
    private static let nameByteCount = 32

    package init() {}

    /// Makes room for so many hands.
    mutating func reserveCapacity(handCount: Int) {
        bytes.reserveCapacity(Self.headerByteCount + handCount * Self.handByteCount)
    }

    /// Makes the record of an answer in the memory of the last one.
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
