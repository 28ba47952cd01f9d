/// The bytes of a .npy file with the header as NumPy writes it.
package func npy(_ descriptor: String, _ shape: String, fortranOrder: Bool = false, version: UInt8 = 1, data: [UInt8])
    -> [UInt8]
{
    npy(
        header: "{'descr': '\(descriptor)', 'fortran_order': \(fortranOrder ? "True" : "False"), 'shape': \(shape), }",
        version: version, data: data)
}

package func npy(header: String, version: UInt8 = 1, data: [UInt8] = []) -> [UInt8] {
    let text = Array(header.utf8) + [UInt8(ascii: "\n")]
    let length = version == 1 ? littleEndianBytes(UInt16(text.count)) : littleEndianBytes(UInt32(text.count))
    return [0x93] + Array("NUMPY".utf8) + [version, 0] + length + text + data
}

package func floatBytes(_ values: [Float]) -> [UInt8] {
    values.flatMap { littleEndianBytes($0.bitPattern) }
}
