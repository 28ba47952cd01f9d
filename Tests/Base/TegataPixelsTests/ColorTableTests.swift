import TegataPixels
import TegataTestSupport
import Testing

struct ColorTableTests {
    @Test(arguments: ColorEncoding.Matrix.allCases, [false, true])
    func convertsColoursByTheFormula(matrix: ColorEncoding.Matrix, isFullRange: Bool) {
        let factors: [Int]
        switch (matrix, isFullRange) {
        case (.bt601, false): factors = [76309, 104597, 25675, 53279, 132201]
        case (.bt601, true): factors = [65536, 91881, 22554, 46802, 116130]
        case (.bt709, false): factors = [76309, 117489, 13975, 34925, 138438]
        case (.bt709, true): factors = [65536, 103206, 12276, 30679, 121609]
        }
        let table = ColorTable(ColorEncoding(matrix, isFullRange: isFullRange))
        var noise = SplitMix64(seed: 7)
        for _ in 0..<10_000 {
            let sample = noise.next()
            let (y, u, v) = (
                UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8),
                UInt8(truncatingIfNeeded: sample >> 16)
            )
            let (c, d, e) = (factors[0] * (Int(y) - (isFullRange ? 0 : 16)), Int(u) - 128, Int(v) - 128)
            let sums = [c + factors[1] * e, c - factors[2] * d - factors[3] * e, c + factors[4] * d]
            let color = table.color(y, u, v)
            #expect(
                [color.red, color.green, color.blue] == sums.map { UInt8(min(max(($0 + 32768) >> 16, 0), 255)) })
        }
    }

    @Test func refillsTablesForAnotherEncoding() {
        let table = ColorTable(ColorEncoding(.bt601))
        #expect(table.color(16, 128, 128) == (0, 0, 0) && table.color(235, 128, 128) == (255, 255, 255))
        table.use(ColorEncoding(.bt601, isFullRange: true))
        #expect(table.color(16, 128, 128) == (16, 16, 16) && table.color(76, 85, 255) == (254, 0, 0))
    }
}
