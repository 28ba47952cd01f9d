/// Rows of float16 with poisoned memory before, between and after them. The poison is NaN with a distinct payload,
/// which kernels must not read into a result or overwrite.
final class Float16Rows {
    let rows: Int
    let width: Int
    let stride: Int
    /// Row 0, aligned to a cache line.
    let base: UnsafeMutablePointer<Float16>
    private let count: Int
    private let memory: UnsafeMutablePointer<Float16>

    private static let margin = 64
    private static let poison = Float16(bitPattern: 0x7ead)

    /// Creates rows filled with `fill`, or poisoned if `fill` is nil.
    init(_ rows: Int, _ width: Int, gap: Int = 0, fill: ((_ row: Int, _ column: Int) -> Float16)? = nil) {
        self.rows = rows
        self.width = width
        stride = width + gap
        count = rows * stride + 2 * Self.margin
        let raw = UnsafeMutableRawPointer.allocate(byteCount: 2 * count, alignment: 64)
        memory = raw.bindMemory(to: Float16.self, capacity: count)
        memory.initialize(repeating: Self.poison, count: count)
        base = memory + Self.margin
        guard let fill else { return }
        for row in 0..<rows {
            for column in 0..<width { base[row * stride + column] = fill(row, column) }
        }
    }

    convenience init(_ values: [Float16]) {
        self.init(1, values.count) { values[$1] }
    }

    deinit { memory.deallocate() }

    subscript(row: Int, column: Int) -> Float16 { base[row * stride + column] }

    var start: UnsafePointer<Float16> { UnsafePointer(base) }

    /// Whether the memory outside the rows still contains the poison.
    var isIntact: Bool {
        for index in 0..<count where memory[index].bitPattern != Self.poison.bitPattern {
            let offset = index - Self.margin
            if offset < 0 || offset >= rows * stride || offset % stride >= width { return false }
        }
        return true
    }

    func hasBits(of other: Float16Rows) -> Bool {
        for row in 0..<rows {
            for column in 0..<width where self[row, column].bitPattern != other[row, column].bitPattern { return false }
        }
        return true
    }
}
