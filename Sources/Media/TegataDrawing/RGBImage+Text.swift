import TegataImages

extension RGBImage {
    /// Draws a line of text that starts at `origin` on the baseline; `unit` is the size of the letters' grid in pixels.
    package mutating func drawText(_ text: String, at origin: PixelPoint, unit: Float, _ colour: RGBColor) {
        var column: Float = 0
        for scalar in text.unicodeScalars {
            let letter = StrokeFont.letter(scalar)
            for line in letter.lines {
                for (start, end) in zip(line, line.dropFirst()) {
                    func place(_ point: PixelPoint) -> PixelPoint {
                        origin
                            + PixelPoint(x: (column + point.x) * unit, y: (point.y - StrokeFont.capitalHeight) * unit)
                    }
                    drawLine(from: place(start), to: place(end), radius: max(0.5, unit * 0.42), colour)
                }
            }
            column += letter.width + StrokeFont.gap
        }
    }

    /// Returns the width of a line of text in pixels.
    package static func textWidth(_ text: String, unit: Float) -> Float {
        let width = text.unicodeScalars.reduce(0) { $0 + StrokeFont.letter($1).width + StrokeFont.gap }
        return max(0, width - StrokeFont.gap) * unit
    }
}

/// A font of line strokes for all printable ASCII characters.
///
/// A letter is a list of lines between positions on a grid. Each position has two digits: the column, and the row from
/// the top. Capitals extend from row 0 to the baseline at 6, lower-case letters from 2, and descenders to 8.
enum StrokeFont {
    /// A letter's lines, each through two positions or more (the same position twice is a dot), and its width in
    /// columns.
    struct Letter {
        let lines: [[PixelPoint]]
        let width: Float

        fileprivate init(_ code: String) {
            lines = code.split(separator: " ").map { line in
                let digits = line.utf8.map { Float($0) - Float(UInt8(ascii: "0")) }
                return stride(from: 0, to: digits.count - 1, by: 2).map { PixelPoint(x: digits[$0], y: digits[$0 + 1]) }
            }
            width = lines.joined().map(\.x).max() ?? 2
        }
    }

    /// The height of a capital, in rows.
    static let capitalHeight: Float = 6
    /// The depth of letters below the baseline, in rows.
    static let depth: Float = 2
    /// The distance between two letters, in columns.
    static let gap: Float = 1.8

    /// Returns a character's letter; characters that the font lacks are boxes.
    static func letter(_ scalar: Unicode.Scalar) -> Letter {
        let index = Int(scalar.value) - 0x20
        return letters.indices.contains(index) ? letters[index] : unknown
    }

    private static let unknown = Letter("0040460600")

    /// The letters from the space on, in ASCII order.
    private static let letters: [Letter] = [
        "", "0004 0606", "0002 2022", "1016 3036 0242 0444", "413010010213334445361605 2026",
        "4006 0010110100 3545463635", "46111020210405162644", "0002", "10010516", "00111506",
        "2125 0244 0442", "2125 0343", "1507", "0333", "0606", "4006",
        // Digits.
        "103041453616050110", "011016 0626", "01103041420646", "0110304142334445361605 1333", "36300444",
        "400002324345361605", "3010010516364544331304", "004016", "103041423313020110 130405163645443313",
        "1636454130100102133342",
        "0303 0606", "1313 1507", "310335", "0242 0444", "013305", "01103041422324 2626",
        "36160501103041443432222434",
        // Capitals.
        "062046 1434", "0006 003041423303 3344453606", "4130100105163645", "00062644422000", "40000646 0333",
        "400006 0333",
        "41301001051636454323", "0006 4046 0343", "0020 1016 0626", "3035261605", "0006 4003 1246", "000646",
        "0600234046",
        "06004640", "103041453616050110", "06003041423303", "103041453616050110 2446", "06003041423303 2346",
        "413010010213334445361605", "0040 2026", "000516364540", "002640", "0016233640", "0046 4006", "002340 2326",
        "00400646",
        "10000616", "0046", "00101606", "022042", "0747", "0011",
        // Lower-case letters.
        "12324346 441405163645", "0006 0312324345361605", "4332120305163645", "4046 4332120305163645",
        "04444332120305163645",
        "30201116 0232", "4247381807 4332120305163645", "0006 0312324346", "0206 0000", "121708 1010", "0006 3204 1336",
        "000516",
        "0206 03122326 23324346", "0206 0312324346", "123243453616050312", "0208 0312324345361605",
        "4248 4332120305163645",
        "0206 031232", "43321203143445361605", "10152636 0232", "0205163645 4246", "022642", "0216243642", "0246 4206",
        "0225 4208",
        "02420646",
        "20111203141526", "0008", "00111223141506", "03123443",
    ].map(Letter.init)
}
