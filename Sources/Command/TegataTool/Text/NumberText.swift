/// The number with that many decimals.
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

/// The number with a comma between groups of three digits.
package func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += "," }
        text.append(digit)
    }
    return text
}

/// The number with zeros before it, so that names are in the order of their numbers.
package func sixDigits(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
}
