import CTegataShims

/// A worker's share of the pieces of a phase. A single word contains the number of the phase, the next piece and the
/// end of the share. Nothing can be claimed unless the next piece is below the end.
struct WorkShare: @unchecked Sendable {
    /// The number of words from one share to the next: two cache lines, because processors fetch lines in pairs.
    static let stride = 16
    /// The maximum number of pieces, because they are counted with 16 bits.
    static let mostPieces = 0xffff
    /// The time in nanoseconds for which a thread watches its share before it sleeps.
    private static let patience: UInt64 = 50_000
    private static let pausesBetweenLooksAtTheClock = 32

    /// The word, followed by a flag that is set while the worker sleeps.
    private let word: UnsafeMutablePointer<UInt64>

    init(_ memory: UnsafeMutablePointer<UInt64>) {
        word = memory
    }

    private var halves: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
    }

    /// The half of the word that contains the number.
    private var numberWord: UnsafeMutablePointer<UInt32> { halves + 1 }
    private var isAsleep: UnsafeMutablePointer<UInt32> { halves + 2 }

    /// The number of the phase in which the share was last set.
    var number: UInt32 { UInt32(tegata_load_acquire_64(word) >> 32) }

    /// Claims the next piece; returns nil if there is none.
    @inline(__always)
    func claim() -> Int? {
        while true {
            let value = tegata_load_acquire_64(word)
            let next = value >> 16 & 0xffff
            guard next < value & 0xffff else { return nil }
            if tegata_replace_64(word, value, value + 1 << 16) { return Int(next) }
        }
    }

    /// Sets the worker's share. A worker that is waited for is certain to see it. Other workers may continue to sleep
    /// without harm.
    func begin(_ number: UInt32, _ pieces: Range<Int>, isWaitedFor: Bool) {
        set(UInt64(number) << 32 | UInt64(pieces.lowerBound) << 16 | UInt64(pieces.upperBound), isSure: isWaitedFor)
    }

    /// Marks the end: there will be no further phase.
    func end(_ number: UInt32) {
        set(UInt64(number) << 32 | 1 << 16, isSure: true)
    }

    var isEnd: Bool { tegata_load_acquire_64(word) & 0xffff_ffff == 1 << 16 }

    private func set(_ value: UInt64, isSure: Bool) {
        if isSure {
            _ = tegata_exchange_64(word, value)
        } else {
            tegata_store_release_64(word, value)
        }
        if tegata_load_acquire(isAsleep) != 0 && tegata_exchange(isAsleep, 0) != 0 { tegata_wake_all(numberWord) }
    }

    /// Waits until the number is no longer `seen`. Returns for how many nanoseconds the thread slept.
    func wait(until seen: UInt32) -> UInt64 {
        let start = tegata_monotonic_nanoseconds()
        repeat {
            for _ in 0..<Self.pausesBetweenLooksAtTheClock {
                if number != seen { return 0 }
                tegata_pause()
            }
        } while tegata_monotonic_nanoseconds() - start < Self.patience
        while number == seen {
            _ = tegata_exchange(isAsleep, 1)
            if number == seen { tegata_wait(numberWord, seen) }
        }
        _ = tegata_exchange(isAsleep, 0)
        return tegata_monotonic_nanoseconds() - start
    }
}
