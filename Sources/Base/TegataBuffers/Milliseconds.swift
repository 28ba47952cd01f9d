#if _pointerBitWidth(_32)
    /// A frame's time in milliseconds. It is 64 bits wide, because in an endless stream a 32-bit `Int` overflows after
    /// 24 days. The parts used by `tegata-device` need such times; the rest of the package requires 64-bit platforms.
    public typealias Milliseconds = Int64
#else
    /// A frame's time in milliseconds.
    public typealias Milliseconds = Int
#endif
