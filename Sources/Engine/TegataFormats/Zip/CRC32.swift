import CTegataShims
import TegataBuffers

#if canImport(CZlib)
    import CZlib
#endif

/// The checksum used in zip archives (polynomial 0xEDB88320, reflected).
package enum CRC32 {
    /// Returns the checksum of `bytes`. It is computed by zlib, which uses special CPU instructions. Builds without
    /// zlib use the CPU's checksum instructions or ``portableChecksum(of:)``.
    package static func checksum(of bytes: Bytes) -> UInt32 {
        #if canImport(CZlib)
            bytes.withSpan { span in
                unsafe span.withUnsafeBytes { buffer in
                    // For a null pointer, zlib returns its initial value, which is also the checksum of no bytes.
                    unsafe UInt32(truncatingIfNeeded: crc32_z(0, buffer.baseAddress, buffer.count))
                }
            }
        #else
            #if arch(arm64)
                if tegata_has_checksums() != 0 {
                    return bytes.withSpan { span in
                        unsafe span.withUnsafeBytes { buffer in
                            unsafe ~tegata_add_to_checksum(0xFFFF_FFFF, buffer.baseAddress, UInt(buffer.count))
                        }
                    }
                }
            #endif
            return portableChecksum(of: bytes)
        #endif
    }

    /// Returns the checksum, computed with tables, eight bytes at a time.
    package static func portableChecksum(of bytes: Bytes) -> UInt32 {
        var checksum: UInt32 = 0xFFFF_FFFF
        bytes.withSpan { span in
            unsafe span.withUnsafeBytes { buffer in
                var start = 0
                // Browsers recompile a function with more optimisation after it has been called a few times.
                while start < buffer.count {
                    let end = min(start + 65536, buffer.count)
                    unsafe add(UnsafeRawBufferPointer(rebasing: buffer[start..<end]), to: &checksum)
                    start = end
                }
            }
        }
        return ~checksum
    }

    @inline(never)
    private static func add(_ bytes: UnsafeRawBufferPointer, to checksum: inout UInt32) {
        unsafe tables.withUnsafeBufferPointer { tables in
            @inline(__always) func entry(_ table: Int, _ byte: UInt64) -> UInt32 {
                unsafe tables[table << 8 | Int(truncatingIfNeeded: byte & 0xFF)]
            }
            var value = checksum
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let mixed = UInt64(littleEndian: word) ^ UInt64(value)
                value = entry(7, mixed) ^ entry(6, mixed >> 8) ^ entry(5, mixed >> 16) ^ entry(4, mixed >> 24)
                value ^= entry(3, mixed >> 32) ^ entry(2, mixed >> 40) ^ entry(1, mixed >> 48) ^ entry(0, mixed >> 56)
                offset += 8
            }
            while offset < bytes.count {
                value = unsafe value >> 8 ^ entry(0, UInt64(value) ^ UInt64(bytes[offset]))
                offset += 1
            }
            checksum = value
        }
    }

    /// Table k contains the effect of a byte that is followed by k more bytes.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 {
                value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
            }
            tables[byte] = value
        }
        for index in 256..<8 * 256 {
            let value = tables[index - 256]
            tables[index] = value >> 8 ^ tables[Int(value & 0xFF)]
        }
        return tables
    }()
}
