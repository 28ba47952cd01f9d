import TegataBuffers

/// The SHA-256 of `bytes` as 64 hexadecimal digits.
package func sha256(_ bytes: Bytes) -> String {
    // Square and cube roots of primes, as the standard lists them.
    let constants: [UInt32] = primes(64).map { fraction($0, root: 3) }
    var state: [UInt32] = primes(8).map { fraction($0, root: 2) }
    var message = bytes.array()
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    message += littleEndianBytes(UInt64(bytes.count) * 8).reversed()
    var schedule = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: message.count, by: 64) {
        for index in 0..<16 {
            let at = block + 4 * index
            schedule[index] =
                UInt32(message[at]) << 24 | UInt32(message[at + 1]) << 16 | UInt32(message[at + 2]) << 8
                | UInt32(message[at + 3])
        }
        for index in 16..<64 {
            let (a, b) = (schedule[index - 15], schedule[index - 2])
            let low = rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)
            let high = rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10)
            schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
        }
        var v = state
        for index in 0..<64 {
            let first =
                v[7] &+ (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) &+ ((v[4] & v[5]) ^ (~v[4] & v[6]))
                &+ constants[index] &+ schedule[index]
            let second =
                (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22))
                &+ ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))
            v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
        }
        for index in 0..<8 { state[index] &+= v[index] }
    }
    return state.map { String(repeating: "0", count: $0.leadingZeroBitCount / 4) + ($0 == 0 ? "" : String($0, radix: 16)) }
        .joined()
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

/// The first 32 bits behind the point of the square or cube root of `prime`.
private func fraction(_ prime: UInt64, root: Int) -> UInt32 {
    // The largest r with r^root ≤ prime · 2^(32·root), bit by bit; 128 bits hold it for primes below 512.
    var result: UInt64 = 0
    for bit in (0..<36).reversed() {
        let candidate = result | 1 << UInt64(bit)
        let wide = UInt128(candidate)
        let power = root == 2 ? wide * wide : wide * wide * wide
        if power <= UInt128(prime) << UInt128(32 * root) { result = candidate }
    }
    return UInt32(truncatingIfNeeded: result)
}
