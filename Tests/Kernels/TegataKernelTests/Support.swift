import TegataKernelABI
import TegataKernelSelection
import TegataSystem
import Testing

/// The kernel sets that this machine supports. Every test covers all of them.
let supportedSets: [KernelSet] = kernelLevels().filter(\.isSupported).map { $0.makeSet() }

/// Half of a float's spacing at 1: the relative error of one rounding.
let roundoff = 0x1p-24

/// A NaN with a distinctive payload that no kernel may use in a result or overwrite.
let poison = Float(bitPattern: 0x7fc0_dead)

/// Whether the address sanitizer detects reads and writes beyond the ends of memory.
private let hasAddressSanitizer = dlsym(nil, "__asan_init") != nil

/// Rows of floats with poison between, before and after them. If the address sanitizer checks the ends, there is no
/// poison before and after them.
struct Rows {
    let count: Int
    let width: Int
    let stride: Int
    private let margin = hasAddressSanitizer ? 0 : 64
    var storage: [Float]

    init(_ count: Int, _ width: Int, gap: Int, fill: (_ row: Int, _ column: Int) -> Float) {
        self.count = count
        self.width = width
        stride = width + gap
        storage = [Float](
            repeating: poison, count: 2 * margin + count * stride - (hasAddressSanitizer && count > 0 ? gap : 0))
        for row in 0..<count {
            for column in 0..<width { storage[margin + row * stride + column] = fill(row, column) }
        }
    }

    /// Creates poisoned rows for results.
    init(_ count: Int, _ width: Int, gap: Int) {
        self.init(count, width, gap: gap) { _, _ in poison }
    }

    subscript(row: Int, column: Int) -> Float { storage[margin + row * stride + column] }

    func withFloats<Result>(_ body: (UnsafePointer<Float>) -> Result) -> Result {
        storage.withUnsafeBufferPointer { body($0.baseAddress! + margin) }
    }

    mutating func withMutableFloats<Result>(_ body: (UnsafeMutablePointer<Float>) -> Result) -> Result {
        storage.withUnsafeMutableBufferPointer { body($0.baseAddress! + margin) }
    }

    /// Whether everything outside the rows still holds the poison.
    var isPoisonIntact: Bool {
        for (index, value) in storage.enumerated() where value.bitPattern != poison.bitPattern {
            let offset = index - margin
            if offset < 0 || offset >= count * stride || offset % stride >= width { return false }
        }
        return true
    }
}

/// Memory aligned to a cache line, like packed weights.
final class AlignedFloats {
    let base: UnsafeMutablePointer<Float>
    let count: Int

    init(_ values: [Float]) {
        count = values.count
        let raw = UnsafeMutableRawPointer.allocate(byteCount: max(1, count) * 4, alignment: 64)
        base = raw.bindMemory(to: Float.self, capacity: count)
        base.initialize(from: values, count: count)
    }

    deinit { base.deallocate() }

    var values: [Float] { Array(UnsafeBufferPointer(start: base, count: count)) }
}

/// Returns the activation of a value in double precision.
func activate(_ value: Double, _ activation: Activation, low: Float, high: Float, slope: Float) -> Double {
    switch activation {
    case .none: value
    case .clamp: min(max(value, Double(low)), Double(high))
    case .prelu: value < 0 ? value * Double(slope) : value
    }
}
