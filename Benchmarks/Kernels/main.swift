// Runs every layer of a shape list through the kernels of a CPU level: verifies each layer first, then times it,
// interleaved with a loop that measures the peak speed of the CPU.
//
//     swift run -c release kernel-benchmarks [--isa LEVEL] [--samples N] [--filter TEXT] [--rows N] [--pad N] [--int8] [SHAPES]

import TegataBuffers
import TegataKernelABI
import TegataKernelSelection
import TegataSystem

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func fail(_ message: String) -> Never {
    print("kernel-benchmarks: \(message)")
    exit(1)
}

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

func number(_ value: Double, decimals: Int, width: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    var text = String(scaled / Int(scale))
    if decimals > 0 {
        let fraction = String(scaled % Int(scale))
        text += "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

var level: String?
var samples = 60
var filter = ""
/// The number of output rows of a depthwise convolution that are computed at once.
var rowsPerCall = 8
/// The number of floats between its input rows. Rows that are a multiple of 4 KiB apart compete for the same cache
/// lines.
var rowPad = 0
/// Whether 1×1 convolutions run in 8 bits.
var usesInt8 = false
var path = "Benchmarks/Kernels/shapes.txt"
var words = CommandLine.arguments.dropFirst().makeIterator()
func number(after option: String, _ text: String?, least: Int) -> Int {
    guard let text, let number = Int(text), number >= least else {
        fail("\(option) needs a number of at least \(least)")
    }
    return number
}
while let word = words.next() {
    switch word {
    case "--isa": level = words.next()
    case "--filter": filter = words.next() ?? ""
    case "--samples": samples = number(after: word, words.next(), least: 1)
    case "--rows": rowsPerCall = number(after: word, words.next(), least: 1)
    case "--pad": rowPad = number(after: word, words.next(), least: 0)
    case "--int8": usesInt8 = true
    default: path = word
    }
}

let set: KernelSet
do {
    set = try kernelSet(named: level)
} catch {
    fail(error.description)
}
let text: String
do {
    text = String(decoding: try Bytes(mappingFileAt: path).array(), as: UTF8.self)
} catch {
    fail("\(error)")
}

/// Returns a layer for the 8-bit kernels, or nil if they were not requested or if the layer has a window.
@MainActor func int8Layer(_ layer: Layer) -> (any Runnable)? {
    guard usesInt8 else { return nil }
    guard let set = try? int8KernelSet() else { fail("this CPU has no level with 8-bit kernels") }
    return Int8GemmLayer(layer, set)
}

/// The loop that measures the peak speed of the CPU; one run takes about a quarter of a millisecond.
let peakRounds = 20_000
let peakOperations = 2 * Double(peakRounds * PeakArguments.chainCount * set.lanes)
let (peakBuffer, peakVectors) = noise((PeakArguments.chainCount + 2) * set.lanes)
for index in 0..<2 * set.lanes { peakVectors[PeakArguments.chainCount * set.lanes + index] = 0.5 }

print("level \(set.level), minimum and median of \(samples) samples; % of the peak measured next to each layer")
print(padded("layer", 34), padded("kernels", 26), "   MMAC   min µs   median  GFLOP/s     %")
var totalTime = 0.0
var totalIdeal = 0.0
for line in text.split(separator: "\n") where !line.hasPrefix("#") && line.contains(filter) {
    guard let layer = Layer(line: line) else { fail("\(path): cannot understand '\(line)'") }
    let runnable: any Runnable =
        if case .depthwise = layer.shape { DepthwiseLayer(layer, set, rowsPerCall: rowsPerCall, rowPad: rowPad) } else {
            int8Layer(layer) ?? GemmLayer(layer, set)
        }

    runnable.run()
    let error = runnable.worstError()
    guard error < 1e-5 else { fail("\(layer.name): wrong by \(error)") }

    let start = now()
    runnable.run()
    let repetitions = max(1, Int(0.5e-3 / (now() - start)))
    var times: [Double] = []
    var peak = Double.infinity
    for _ in 0..<samples {
        let beginning = now()
        for _ in 0..<repetitions { runnable.run() }
        times.append((now() - beginning) / Double(repetitions))
        let peakStart = now()
        var peakArguments = PeakArguments(vectors: peakVectors, rounds: peakRounds)
        withExtendedLifetime(peakBuffer) { set.peak(&peakArguments) }
        peak = min(peak, now() - peakStart)
    }
    times.sort()
    let ideal = layer.operations / peakOperations * peak
    totalTime += times[0]
    totalIdeal += ideal
    print(
        padded(layer.name, 34), padded(runnable.kernelNames, 26), number(layer.operations / 2e6, decimals: 2, width: 7),
        number(times[0] * 1e6, decimals: 1, width: 8), number(times[samples / 2] * 1e6, decimals: 1, width: 8),
        number(layer.operations / times[0] * 1e-9, decimals: 1, width: 8),
        number(100 * ideal / times[0], decimals: 1, width: 5))
}
print(
    "sum of minima \(number(totalTime * 1e6, decimals: 0, width: 0)) µs, at peak \(number(totalIdeal * 1e6, decimals: 0, width: 0)) µs"
)
