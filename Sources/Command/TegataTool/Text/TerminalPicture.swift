import TegataImages

/// An image as text for terminals. Each character shows two pixels, the upper one in the text colour and the lower one
/// in the background colour.
package struct TerminalPicture {
    let lines: [String]

    /// The largest possible size of an image, in characters.
    package struct Size: Sendable {
        let columns: Int
        let rows: Int

        /// Returns the factor by which an image must shrink, at least 1.
        package func shrinkage(of picture: RGBImage) -> Double {
            max(Double(picture.width) / Double(columns), Double(picture.height) / Double(2 * rows), 1)
        }
    }

    /// Creates the text of an image, as large as `size` allows.
    package init(_ picture: RGBImage, _ size: Size) {
        let shrinkage = size.shrinkage(of: picture)
        let width = max(1, Int(Double(picture.width) / shrinkage))
        let height = max(1, Int(Double(picture.height) / shrinkage))
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
