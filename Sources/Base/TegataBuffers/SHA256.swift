/// Returns the SHA-256 of `bytes` as 64 hexadecimal digits.
package func sha256(_ bytes: Bytes) -> String {
    var hash = SHA256()
    bytes.withSpan { $0.withUnsafeBytes { hash.update($0) } }
    return hash.hexadecimalDigits()
}

/// Computes the SHA-256 of bytes that arrive in pieces.
package struct SHA256 {
    // Square and cube roots of primes, as listed in the standard.
    private static let constants: [UInt32] = primes(64).map { fraction($0, root: 3) }
    private static let start: [UInt32] = primes(8).map { fraction($0, root: 2) }

    private var state = SHA256.start
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = rest.prefix(64 - pending.count)
            pending += missing
            rest = rest.dropFirst(missing.count)
            guard pending.count == 64 else { return }
            let block = pending
            block.withUnsafeBytes { mix($0[...]) }
            pending = []
        }
        mix(rest.prefix(rest.count & ~63))
        pending += rest.suffix(rest.count & 63)
    }

    /// Returns the hash of all bytes so far as 64 hexadecimal digits.
    package func hexadecimalDigits() -> String {
        var last = self
        var padding: [UInt8] = [0x80]
        while (pending.count + padding.count) % 64 != 56 { padding.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            padding.append(UInt8(truncatingIfNeeded: (byteCount * 8) >> shift))
        }
        padding.withUnsafeBytes { last.update($0) }
        return last.state.map {
            String(repeating: "0", count: $0.leadingZeroBitCount / 4) + ($0 == 0 ? "" : String($0, radix: 16))
        }.joined()
    }

    /// Processes whole 64-byte blocks.
    private mutating func mix(_ blocks: Slice<UnsafeRawBufferPointer>) {
        var schedule = [UInt32](repeating: 0, count: 64)
        for block in stride(from: blocks.startIndex, to: blocks.endIndex, by: 64) {
            for index in 0..<16 {
                schedule[index] = UInt32(
                    bigEndian: blocks.base.loadUnaligned(fromByteOffset: block + 4 * index, as: UInt32.self))
            }
            for index in 16..<64 {
                let (a, b) = (schedule[index - 15], schedule[index - 2])
                let low = rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)
                let high = rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10)
                schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
            }
            var (a, b, c, d, e, f, g, h) = (
                state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
            )
            for index in 0..<64 {
                let first =
                    h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ ((e & f) ^ (~e & g))
                    &+ Self.constants[index] &+ schedule[index]
                let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
                (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
        }
    }
}

private func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value >> count | value << (32 - count)
}

private func primes(_ count: Int) -> [UInt64] {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < count {
        if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
        candidate += 1
    }
    return primes
}

/// Returns the first 32 fractional bits of the square or cube root of `prime`.
private func fraction(_ prime: UInt64, root: Int) -> UInt32 {
    // Find the largest r with r^root ≤ prime · 2^(32·root), bit by bit; 128 bits are enough for primes below 512.
    var result: UInt64 = 0
    for bit in (0..<36).reversed() {
        let candidate = result | 1 << UInt64(bit)
        let wide = UInt128(candidate)
        let power = root == 2 ? wide * wide : wide * wide * wide
        if power <= UInt128(prime) << UInt128(32 * root) { result = candidate }
    }
    return UInt32(truncatingIfNeeded: result)
}
