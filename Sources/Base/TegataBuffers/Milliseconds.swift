#if _pointerBitWidth(_32)
    /// When a frame is shown: wide enough for streams that never end, which an `Int` of 32 bits is for 24 days.
    public typealias Milliseconds = Int64
#else
    /// When a frame is shown.
    public typealias Milliseconds = Int
#endif
