/// The bytes of a .npy file (format version 1) with float32 elements in C order.
package func npyFile(_ elements: UnsafeBufferPointer<Float>, shape: [Int]) -> [UInt8] {
    var bytes = npyHeader(shape: shape)
    bytes.reserveCapacity(bytes.count + elements.count * 4)
    for element in elements {
        withUnsafeBytes(of: element.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
}

/// What goes before the elements: 128 bytes for any four extents, so that one of them can be filled in later.
package func npyHeader(shape: [Int]) -> [UInt8] {
    let extents = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var header = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(extents)), }"
    // The data begins at a multiple of 64 bytes, behind a line feed.
    let start = 10
    header += String(repeating: " ", count: 63 - (start + header.utf8.count) % 64) + "\n"
    return [0x93] + "NUMPY".utf8 + [
        1, 0, UInt8(truncatingIfNeeded: header.utf8.count), UInt8(truncatingIfNeeded: header.utf8.count >> 8),
    ]
        + header.utf8
}
