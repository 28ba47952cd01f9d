#if _pointerBitWidth(_32)
    /// The time of a frame in milliseconds. It is 64 bits wide, because an `Int` of 32 bits overflows after 24 days of
    /// an endless stream. The parts of `tegata-device` use such times; the rest of the package requires 64-bit
    /// platforms.
    public typealias Milliseconds = Int64
#else
    /// The time of a frame in milliseconds.
    public typealias Milliseconds = Int
#endif
