/// The bytes of a .npy file (format version 1) with float32 elements in C order.
package func npyFile(_ elements: UnsafeBufferPointer<Float>, shape: [Int]) -> [UInt8] {
    let extents = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var header = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(extents)), }"
    // The data begins at a multiple of 64 bytes, behind a line feed.
    let start = 10
    header += String(repeating: " ", count: 63 - (start + header.utf8.count) % 64) + "\n"
    var bytes: [UInt8] = [0x93] + "NUMPY".utf8 + [1, 0]
    bytes.reserveCapacity(start + header.utf8.count + elements.count * 4)
    bytes.append(UInt8(truncatingIfNeeded: header.utf8.count))
    bytes.append(UInt8(truncatingIfNeeded: header.utf8.count >> 8))
    bytes += header.utf8
    for element in elements {
        withUnsafeBytes(of: element.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
}

/// The name of the file for a tensor: what is neither letter, digit, `.`, `_` nor `-` becomes `_`.
package func fileName(forTensor name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": result.unicodeScalars.append(scalar)
        default: result += "_"
        }
    }
    return result
}
