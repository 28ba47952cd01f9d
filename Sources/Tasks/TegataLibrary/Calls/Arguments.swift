/// Throws where a `size_t` is larger than memory can be: it is a signed number here.
func checkCount(_ count: Int, _ name: String) throws(CallError) {
    guard count >= 0 else {
        throw CallError(
            .invalidArgument, "The \(name) is \(UInt(bitPattern: count)), which is not possible; correct it.")
    }
}

/// A caller's text. One that is no UTF-8 is refused, since what it would be repaired to may be the name of something
/// else.
func string(_ text: UnsafePointer<CChar>, _ name: String) throws(CallError) -> String {
    guard let string = String(validatingCString: text) else {
        throw CallError(
            .invalidArgument, "The \(name) \"\(String(cString: text))\" is no UTF-8; write it in UTF-8.")
    }
    return string
}
