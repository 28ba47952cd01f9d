/// Returns the number with `decimals` decimal places.
package func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 1e15 else { return value.description }
    let digits = String(Int(scaled.magnitude))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}

/// Returns the number with a comma between groups of three digits.
package func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += "," }
        text.append(digit)
    }
    return text
}

/// Returns the number padded with zeros to six digits, so that names sort by number.
package func sixDigits(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
}

/// Returns the text with control characters spelled out, so that names cannot break lines or control a terminal.
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
