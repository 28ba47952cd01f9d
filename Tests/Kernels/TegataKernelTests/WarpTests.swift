import KernelChecks
import TegataKernelABI
import TegataTestSupport
import Testing

/// Random bytes that end exactly after the last pixel, with gaps between rows.
private struct NoisePicture {
    let layout: PixelSource.Layout
    let width: Int
    let height: Int
    let rowStride: Int
    let chromaStride: Int
    let phase: (x: Int, y: Int)
    let chromaRowShift: Int
    let bytes: [UInt8]
    let chroma: [UInt8]
    let table: [SIMD4<Int32>]

    init(
        _ layout: PixelSource.Layout, width: Int, height: Int, phase: (x: Int, y: Int) = (0, 0), chromaRowShift: Int = 1
    ) {
        var noise = SplitMix64(seed: UInt64(width * 1000 + height))
        let pixelBytes = layout == .rgb ? 3 : layout == .gray || layout == .yuv ? 1 : 4
        self.layout = layout
        self.width = width
        self.height = height
        self.phase = phase
        self.chromaRowShift = chromaRowShift
        rowStride = width * pixelBytes + 5
        bytes = (0..<(height - 1) * rowStride + width * pixelBytes).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        // The U and V of a sample are adjacent.
        let (columns, rows) = ((width + phase.x + 1) / 2, ((height + phase.y - 1) >> chromaRowShift) + 1)
        chromaStride = 2 * columns + 3
        chroma = (0..<(rows - 1) * chromaStride + 2 * columns).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        table = (0..<768).map { index in
            let value = Int32(index % 256) - (index < 256 ? 16 : 128)
            return index < 256
                ? SIMD4(repeating: 76309 * value + 32768)
                : index < 512
                    ? SIMD4(0, -25675 * value, 132201 * value, 0) : SIMD4(104597 * value, -53279 * value, 0, 0)
        }
    }

    func pixel(_ x: Int, _ y: Int) -> [Int] {
        switch layout {
        case .rgb: return (0..<3).map { Int(bytes[y * rowStride + 3 * x + $0]) }
        case .rgba: return (0..<3).map { Int(bytes[y * rowStride + 4 * x + $0]) }
        case .bgra: return (0..<3).map { Int(bytes[y * rowStride + 4 * x + 2 - $0]) }
        case .gray: return (0..<3).map { _ in Int(bytes[y * rowStride + x]) }
        case .yuv:
            let at = ((y + phase.y) >> chromaRowShift) * chromaStride + (x + phase.x) / 2 * 2
            let color =
                table[Int(bytes[y * rowStride + x])] &+ table[256 + Int(chroma[at])] &+ table[512 + Int(chroma[at + 1])]
            return (0..<3).map { min(max(Int(color[$0]) >> 16, 0), 255) }
        }
    }

    func withSource(_ body: (PixelSource) -> Void) {
        bytes.withUnsafeBytes { bytes in
            chroma.withUnsafeBytes { chroma in
                table.withUnsafeBufferPointer { table in
                    body(
                        PixelSource(
                            layout: layout.rawValue, width: width, height: height, pixels: bytes.baseAddress!,
                            rowStride: rowStride,
                            lumaStep: 1, u: chroma.baseAddress!, v: chroma.baseAddress! + 1, uRowStride: chromaStride,
                            vRowStride: chromaStride, chromaStep: 2, phaseX: phase.x, phaseY: phase.y,
                            chromaRowShift: chromaRowShift, colorTable: table.baseAddress!))
                }
            }
        }
    }

    /// Computes the warp by its definition, one output byte at a time.
    func naiveWarp(_ m: [Double], border: WarpBorder, isMirrored: Bool, side: Int) -> [Int] {
        func tap(_ x: Int, _ y: Int) -> [Int] {
            let isInside = x >= 0 && x < width && y >= 0 && y < height
            if border == .black && !isInside { return [0, 0, 0] }
            let column = min(max(x, 0), width - 1)
            return pixel(isMirrored ? width - 1 - column : column, min(max(y, 0), height - 1))
        }
        func place(_ numerator: Double, _ weight: Double) -> Int {
            Int(min(max(numerator * weight, -2_147_483_648), 2_147_483_647).rounded(.toNearestOrEven))
        }
        var result: [Int] = []
        for y in 0..<side {
            for x in 0..<side {
                let (block, step) = (Double(x / 64 * 64), Double(x % 64))
                let denominator = m[6] * block + m[7] * Double(y) + m[8] + m[6] * step
                let weight = denominator == 0 ? 0 : 32 / denominator
                let u = place(m[0] * block + m[1] * Double(y) + m[2] + m[0] * step, weight)
                let v = place(m[3] * block + m[4] * Double(y) + m[5] + m[3] * step, weight)
                let (fx, fy) = (u & 31, v & 31)
                let taps = [
                    tap(u >> 5, v >> 5), tap((u >> 5) + 1, v >> 5), tap(u >> 5, (v >> 5) + 1),
                    tap((u >> 5) + 1, (v >> 5) + 1),
                ]
                for channel in 0..<3 {
                    let top = (32 - fx) * taps[0][channel] + fx * taps[1][channel]
                    let bottom = (32 - fx) * taps[2][channel] + fx * taps[3][channel]
                    result.append(((32 - fy) * top + fy * bottom + 512) >> 10)
                }
            }
        }
        return result
    }

    /// Returns the kernel's bytes, computed in two runs of some rows each, or nil if it wrote outside its output.
    func warp(_ set: KernelSet, _ matrix: [Double], border: WarpBorder, isMirrored: Bool, side: Int) -> [Int]? {
        let output = Rows<Float>(1, 3 * side * side)
        matrix.withUnsafeBufferPointer { matrix in
            withSource { source in
                let split = side / 3
                for (first, count) in [(split, side - split), (0, split)] {
                    var arguments = WarpArguments(
                        source: source, matrix: matrix.baseAddress!, border: border.rawValue, isMirrored: isMirrored,
                        output: output.base, outputWidth: side, firstRow: first, rowCount: count, scale: 1, offset: 0)
                    // The second run must leave the rows of the first alone.
                    set.warp(&arguments)
                }
            }
        }
        guard output.isIntact else { return nil }
        return (0..<3 * side * side).map { Int(output.base[$0]) }
    }
}

@Suite struct WarpTests {
    /// Matrices that map to positions inside, across each edge, mirrored, far outside, and in perspective with a
    /// vanishing line.
    private static let matrices: [[Double]] = [
        [0.31, 0, 1, 0, 0.33, 2, 0, 0, 1],
        [1, 0, -0.5, 0, 1, 0.5, 0, 0, 1],
        [0.8, -0.6, 10.25, 0.6, 0.8, -20, 1e-9, -2e-9, 1],
        [-0.9, 0.1, 60, -0.2, -1.1, 70, 1e-4, 2e-4, 1.01],
        [2, 0, -200, 0, 2, -200, 0, 0, 1],
        [1, 0, 5000, 0, 1, 3, 0, 0, 1],
        [1, 2, 3, 4, 5, 6, 0.01, -0.02, 0.3],
        [0, 0, 7, 0, 0, 7, 0, 0, 0],
    ]

    @Test(arguments: supportedSets.map(\.level), PixelSource.Layout.allCases)
    func equalsNaiveWarp(level: String, layout: PixelSource.Layout) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (4, 2), (37, 23), (90, 71)] {
            for phase in layout == .yuv ? [(0, 0), (1, 1)] : [(0, 0)] {
                let picture = NoisePicture(
                    layout, width: width, height: height, phase: phase, chromaRowShift: width % 2)
                for (number, matrix) in Self.matrices.enumerated() {
                    for border in WarpBorder.allCases {
                        let isMirrored = (number + width) % 2 == 1
                        let side = number % 2 == 0 ? 70 : 64
                        let expected = picture.naiveWarp(matrix, border: border, isMirrored: isMirrored, side: side)
                        let found = picture.warp(set, matrix, border: border, isMirrored: isMirrored, side: side)
                        let isEqual = found == expected
                        #expect(isEqual, "\(width) x \(height), matrix \(number), \(border), mirrored \(isMirrored)")
                    }
                }
            }
        }
    }

    /// Invalid numbers produce arbitrary bytes, and nothing outside the image is read.
    @Test(arguments: supportedSets.map(\.level), PixelSource.Layout.allCases)
    func survivesInvalidMatrices(level: String, layout: PixelSource.Layout) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let picture = NoisePicture(layout, width: 40, height: 30)
        let odd: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 1e20, 0]
        var noise = SplitMix64(seed: 5)
        for _ in 0..<200 {
            let matrix = (0..<9).map { _ in
                noise.next() % 3 == 0 ? odd[Int(noise.next() % 8)] : Double(noise.float()) * 40
            }
            let found = picture.warp(set, matrix, border: .replicated, isMirrored: false, side: 64)
            #expect(found?.allSatisfy { (0...255).contains($0) } == true)
        }
    }

    @Test(arguments: supportedSets.map(\.level))
    func appliesScaleAndOffset(level: String) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let picture = NoisePicture(.rgb, width: 64, height: 64)
        let identity: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        let scale = Float(2.0 / 255)
        var output = [Float](repeating: 0, count: 3 * 64 * 64)
        identity.withUnsafeBufferPointer { matrix in
            picture.withSource { source in
                output.withUnsafeMutableBufferPointer { output in
                    var arguments = WarpArguments(
                        source: source, matrix: matrix.baseAddress!, border: WarpBorder.black.rawValue,
                        isMirrored: false,
                        output: output.baseAddress!, outputWidth: 64, firstRow: 0, rowCount: 64, scale: scale,
                        offset: -1)
                    set.warp(&arguments)
                }
            }
        }
        let expected = (0..<64 * 64).flatMap { picture.pixel($0 % 64, $0 / 64).map { Float($0) * scale + -1 } }
        #expect(output == expected)
    }
}
