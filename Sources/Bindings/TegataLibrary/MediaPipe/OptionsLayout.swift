import CTegataLibrary

/// The memory layout of options. It changed between versions of MediaPipe: the fields after the base options moved.
enum OptionsLayout {
    /// 0.10.32.
    case first
    /// 0.10.35.
    case second
    /// 1.0.1 and later.
    case third

    /// The size of the base options in bytes.
    var baseByteCount: Int {
        switch self {
        case .first: 32
        case .second: 56
        case .third: MemoryLayout<MpBaseOptions>.size
        }
    }

    /// Detects the layout of the options at `address`. Reads no more bytes than the smallest layout has.
    ///
    /// The options do not identify their layout, so rely on what Python writes. In the third layout, it writes the
    /// descriptor that stands for no file. In the second, the number of its environment is at the offset of the third's
    /// delegate, and a running mode is at the offset of a pointer. C programs with the third layout may leave the
    /// descriptor 0; the fields at the offsets of the first layout's confidences are then pointers or zeros.
    init(of address: UnsafeRawPointer) {
        guard MemoryLayout<UnsafeRawPointer>.size == 8 else {
            self = .third
            return
        }
        func integer(_ offset: Int) -> Int32 { address.load(fromByteOffset: offset, as: Int32.self) }
        // Zeros at this offset may also be the upper half of an address below 4 GiB, but such a lower half is unlikely.
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
            // Half of a pointer can look like a number, but not both halves.
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
