#if _pointerBitWidth(_32)
    /// When a frame is shown: wide enough for streams that never end, which an `Int` of 32 bits is for 24 days. What
    /// `tegata-device` consists of has such times; the rest of the package is for 64 bits.
    public typealias Milliseconds = Int64
#else
    /// When a frame is shown.
    public typealias Milliseconds = Int
#endif
