/// The text with control characters spelt out, so that names from a file cannot break lines or steer a terminal.
package func printable(_ text: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
        if isControl(scalar) {
            safe += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
            safe.unicodeScalars.append(scalar)
        }
    }
    return safe
}
