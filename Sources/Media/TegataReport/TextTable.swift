/// Every text of the page once.
struct TextTable {
    private(set) var texts: [String] = []
    /// By bytes: texts that mean the same can be written differently.
    private var numbers: [[UInt8]: Int] = [:]

    /// The number of a text, which is added if it is new.
    mutating func number(of text: String) -> Int {
        let bytes = Array(text.utf8)
        if let number = numbers[bytes] { return number }
        numbers[bytes] = texts.count
        texts.append(text)
        return texts.count - 1
    }
}
