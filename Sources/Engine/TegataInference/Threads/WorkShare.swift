import CTegataShims

/// A worker's share of the pieces of a phase. A word has the number of the phase, the next piece and the end of the share:
/// nothing can be claimed of it when the next is not below the end.
struct WorkShare: @unchecked Sendable {
    /// Words from one share to the next: two cache lines, as processors fetch them in pairs.
    static let stride = 16
    /// Pieces are counted with 16 bits.
    static let mostPieces = 0xffff
    /// For how many nanoseconds a thread watches its share before it sleeps.
    private static let patience: UInt64 = 50_000
    private static let pausesBetweenLooksAtTheClock = 32

    /// The word, and behind it whether the worker sleeps.
    private let word: UnsafeMutablePointer<UInt64>

    init(_ memory: UnsafeMutablePointer<UInt64>) {
        word = memory
    }

    private var halves: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
    }

    /// The half of the word that has the number.
    private var numberWord: UnsafeMutablePointer<UInt32> { halves + 1 }
    private var isAsleep: UnsafeMutablePointer<UInt32> { halves + 2 }

    /// The number of the phase that the share was given in last.
    var number: UInt32 { UInt32(tegata_load_acquire_64(word) >> 32) }

    /// Takes the next piece.
    @inline(__always)
    func claim() -> Int? {
        while true {
            let value = tegata_load_acquire_64(word)
            let next = value >> 16 & 0xffff
            guard next < value & 0xffff else { return nil }
            if tegata_replace_64(word, value, value + 1 << 16) { return Int(next) }
        }
    }

    /// Gives the worker its share. One that is waited for is sure to see it; others lose nothing that matters when they
    /// sleep on.
    func begin(_ number: UInt32, _ pieces: Range<Int>, isWaitedFor: Bool) {
        set(UInt64(number) << 32 | UInt64(pieces.lowerBound) << 16 | UInt64(pieces.upperBound), isSure: isWaitedFor)
    }

    /// Says that there will be no further phase.
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

    /// Returns when the number is no longer `seen`, and says for how many nanoseconds it slept.
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
