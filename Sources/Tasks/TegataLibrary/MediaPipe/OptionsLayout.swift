import CTegataLibrary

/// How options lie in memory, which changed with the versions of MediaPipe: what follows the base options moved.
enum OptionsLayout {
    /// 0.10.32.
    case first
    /// 0.10.35.
    case second
    /// 1.0.1 and later.
    case third

    /// How many bytes the base options have.
    var baseByteCount: Int {
        switch self {
        case .first: 32
        case .second: 56
        case .third: MemoryLayout<MpBaseOptions>.size
        }
    }

    /// That of the options at `address`, of which no more is read than the smallest layout has.
    ///
    /// Nothing says it. What tells the layouts apart is what Python writes: in the third the descriptor of no file, in
    /// the second the number of its environment where the third has a delegate, and a running mode where the third has
    /// a pointer. C programs of the third may leave the descriptor 0; then what would be confidences in the first are
    /// pointers or nothing.
    init(of address: UnsafeRawPointer) {
        guard MemoryLayout<UnsafeRawPointer>.size == 8 else {
            self = .third
            return
        }
        func integer(_ offset: Int) -> Int32 { address.load(fromByteOffset: offset, as: Int32.self) }
        // Zeros there may also be the upper half of an address below 4 GiB, whose lower half is hardly a possible one.
        let mayBeAddress = integer(44) == 0
        func isConfidence(_ offset: Int) -> Bool {
            let value = address.load(fromByteOffset: offset, as: Float.self)
            return value == 0 || (mayBeAddress ? 1e-6...1 ~= value : 1e-6...1e6 ~= value.magnitude)
        }
        let (descriptorOrDelegate, delegateOrEnvironment) = (integer(24), integer(28))
        let pythonEnvironment: Int32 = 3
        if descriptorOrDelegate == 0 || descriptorOrDelegate == 1 {
            if delegateOrEnvironment == pythonEnvironment, RunningMode(rawValue: integer(56)) != nil {
                self = .second
                return
            }
            let confidences = [40, 44, 48]
            // Half of a pointer may look like a number, but not both.
            let hasPointer = integer(40) == 0 && integer(44) == 0 && integer(52) != 0
            if !hasPointer, RunningMode(rawValue: integer(32)) != nil, confidences.allSatisfy(isConfidence),
                confidences.contains(where: { integer($0) != 0 })
            {
                self = .first
                return
            }
        }
        self = .third
    }
}
