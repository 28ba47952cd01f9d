import Foundation
import TegataBuffers
import TegataFormats

/// Returns the bytes of a .npy file with a header in NumPy's form.
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

/// The arrays of an `.npz` file as floats: float32 values are unchanged, and bytes are divided by 255.
package struct NumPyArchive {
    package let arrays: [String: [Float]]

    package init(path: String) throws {
        let archive = try ZipArchive(bytes: Bytes(mappingFileAt: path), file: path)
        var arrays: [String: [Float]] = [:]
        for member in archive.members {
            arrays[String(member.name.dropLast(".npy".count))] = try Self.values(archive.data(of: member), member.name)
        }
        self.arrays = arrays
    }

    /// Reads the header, which is text after ten bytes. The last two of them are its length, and data follows the text.
    private static func values(_ bytes: Bytes, _ name: String) throws -> [Float] {
        let file = bytes.array()
        guard file.count >= 10, file.starts(with: Array("\u{93}NUMPY".unicodeScalars.map { UInt8($0.value) })) else {
            throw Unreadable(array: name)
        }
        let start = 10 + Int(file[8]) + Int(file[9]) << 8
        guard start <= file.count else { throw Unreadable(array: name) }
        let header = String(decoding: file[10..<start], as: UTF8.self)
        if header.contains("'<f4'") { return littleEndianFloats(file[start...]) }
        if header.contains("'|u1'") { return file[start...].map { Float($0) / 255 } }
        throw Unreadable(array: name)
    }

    package struct Unreadable: Error {
        package let array: String
    }
}

/// Returns floats from bytes in little-endian order.
package func littleEndianFloats(_ bytes: some Collection<UInt8>) -> [Float] {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count - 3, by: 4).map { start in
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        return Float(bitPattern: bits)
    }
}
