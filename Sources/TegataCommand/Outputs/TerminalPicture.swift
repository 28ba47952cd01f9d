import TegataImages

/// A picture as text for terminals: each character is two pixels, the upper in the colour of the letter, the lower in that behind it.
struct TerminalPicture {
    let lines: [String]

    /// As large as fits into `columns` × `rows` characters.
    init(_ picture: RGBImage, columns: Int, rows: Int) {
        let scale = min(Double(columns) / Double(picture.width), Double(2 * rows) / Double(picture.height), 1)
        let width = max(1, Int(Double(picture.width) * scale))
        let height = max(1, Int(Double(picture.height) * scale))
        let small = picture.averaged(width: width, height: height)
        lines = stride(from: 0, to: height, by: 2).map { row in
            var line = ""
            var last: (RGBColor, RGBColor?)?
            for column in 0..<width {
                let upper = small[column, row]
                let lower = row + 1 < height ? small[column, row + 1] : nil
                if last == nil || last?.0 != upper || last?.1 != lower {
                    line += "\u{1B}[38;2;\(upper.text)" + (lower.map { ";48;2;\($0.text)" } ?? "") + "m"
                }
                last = (upper, lower)
                line += "▀"
            }
            return line + "\u{1B}[0m"
        }
    }
}

extension RGBColor {
    fileprivate var text: String { "\(red);\(green);\(blue)" }
}
