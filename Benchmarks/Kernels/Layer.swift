import TegataBuffers
import TegataKernelABI

/// One line of the shape list.
struct Layer {
    enum Shape {
        case gemm(pixels: Int, depth: Int, columns: Int)
        case window(size: Int, kernel: Int, stride: Int, channels: Int, columns: Int)
        case depthwise(size: Int, kernel: Int, stride: Int, channels: Int)
    }

    let name: String
    let shape: Shape
    let hasResidual: Bool
    let activation: Activation

    init?(line: Substring) {
        let words = line.split(separator: " ")
        guard words.count > 2 else { return nil }
        var numbers: [Int] = []
        var hasResidual = false
        var activation = Activation.none
        for word in words.dropFirst(2) {
            switch word {
            case "residual": hasResidual = true
            case "clamp": activation = .clamp
            case "prelu": activation = .prelu
            default:
                guard let number = Int(word), number > 0 else { return nil }
                numbers.append(number)
            }
        }
        switch (words[0], numbers.count) {
        case ("gemm", 3): shape = .gemm(pixels: numbers[0], depth: numbers[1], columns: numbers[2])
        case ("window", 5):
            shape = .window(
                size: numbers[0], kernel: numbers[1], stride: numbers[2], channels: numbers[3], columns: numbers[4])
        case ("depthwise", 4):
            shape = .depthwise(size: numbers[0], kernel: numbers[1], stride: numbers[2], channels: numbers[3])
        default: return nil
        }
        name = "\(words[0]) \(words[1])"
        self.hasResidual = hasResidual
        self.activation = activation
    }

    /// The floating-point operations of one run, including taps beyond the edge, which the kernels skip.
    var operations: Double {
        switch shape {
        case .gemm(let pixels, let depth, let columns): 2 * Double(pixels * depth * columns)
        case .window(let size, let kernel, _, let channels, let columns):
            2 * Double(size * size * kernel * kernel * channels * columns)
        case .depthwise(let size, let kernel, _, let channels): 2 * Double(size * size * kernel * kernel * channels)
        }
    }
}

/// Fills the memory with a repeatable sequence of small positive and negative numbers.
func fill(_ floats: UnsafeMutablePointer<Float>, _ count: Int) {
    var state: UInt64 = 42
    for index in 0..<count {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        floats[index] = Float(Int32(truncatingIfNeeded: state >> 33) - (1 << 30)) / Float(1 << 30)
    }
}

/// Aligned memory full of small positive and negative numbers.
func noise(_ count: Int) -> (buffer: AlignedBuffer, floats: UnsafeMutablePointer<Float>) {
    let buffer = AlignedBuffer(byteCount: 4 * count)
    let floats = buffer.floats(at: 0, count: count)
    fill(floats, count)
    return (buffer, floats)
}

extension UnsafeRawPointer {
    /// Returns one of the floats that a kernel argument points at.
    func float(_ index: Int) -> Double { Double(assumingMemoryBound(to: Float.self)[index]) }
}
