extension [UInt8] {
    /// The bytes as text of the letters, digits and signs that base64 has, padded.
    func base64() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
        let alphabet = base64Alphabet.span
        var index = 0
        while index < count {
            let present = Swift.min(3, count - index)
            var bits = UInt32(self[index]) << 16
            if present > 1 { bits |= UInt32(self[index + 1]) << 8 }
            if present > 2 { bits |= UInt32(self[index + 2]) }
            text.append(alphabet[Int(bits >> 18)])
            text.append(alphabet[Int(bits >> 12 & 63)])
            text.append(present > 1 ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
            text.append(present > 2 ? alphabet[Int(bits & 63)] : UInt8(ascii: "="))
            index += 3
        }
        return text
    }
}

private let base64Alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
