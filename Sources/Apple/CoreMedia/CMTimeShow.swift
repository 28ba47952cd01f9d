import CoreVideo

/// Writes what a time is to standard error, for people to read.
public func CMTimeShow(_ time: CMTime) {
    try? FileHandle.standardError.write(contentsOf: Data("\(time.shown)\n".utf8))
}

extension CMTime {
    /// The time for people to read: its fraction, and what that is in seconds.
    package var shown: String {
        if !isValid { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        let seconds = String(format: "%.3f", seconds)
        return "{\(value)/\(timescale) = \(seconds)\(hasBeenRounded ? ", rounded" : "")}"
    }
}
