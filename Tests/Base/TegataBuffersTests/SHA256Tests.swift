import TegataBuffers
import Testing

/// SHA-256 of the standard's examples and across block boundaries.
struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func hashesTheExamplesOfTheStandard(_ text: String, _ expected: String) {
        #expect(sha256(Bytes(Array(text.utf8))) == expected)
    }

    @Test func hashesAMillionLetters() {
        let bytes = Bytes([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        #expect(sha256(bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test(arguments: [1, 3, 55, 56, 63, 64, 65, 200])
    func hashesPiecesLikeTheWhole(_ size: Int) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hash.update($0) }
        }
        #expect(hash.hexadecimalDigits() == sha256(Bytes(bytes)))
    }
}
