/// A cell of a delimited table between quotes, those in it doubled. By scalars, as readers know no letters: a quote may
/// be one with the accent behind it.
package func cellBetweenQuotes(_ text: String) -> String {
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
        if scalar == "\"" { quoted.append(scalar) }
        quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
}
