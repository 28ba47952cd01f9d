// Generates random networks and compares every supported CPU level with the naive evaluation.
//
//     compare-networks [--operators N] [--networks N] [--movements N] [--channels N] [--seed S] [--write FOLDER]
//
// The program generates N networks of one operator, N of two to ten operators, and N of two to ten operators that also
// move elements along any axes. Networks with odd seeds also reinterpret elements in other shapes. N more networks
// contain channels that change nothing: these must be removed without changing a bit. Each network must either be
// rejected, or its outputs must stay within the bound, and all levels with fused multiply-add must agree to the bit.
// Otherwise the program prints the seed and the size, and exits with status 1.
//
// With a folder, each network is written to SEED-OPERATORS.tflite or SEED-OPERATORS-moved.tflite. Its inputs, and the
// outputs of levels with fused multiply-add, are written as consecutive floats to files of the same name with the
// extensions .inputs and .outputs, to check that other machines compute the same.

import NetworkGrammar
import TegataSystem
import TegataTestSupport

var folder: String?
var counts = ["--operators": 10_000, "--networks": 1_000, "--movements": 1_000, "--channels": 10_000, "--seed": 1]
var words = CommandLine.arguments.dropFirst().makeIterator()
while let word = words.next() {
    if word == "--write", let path = words.next() {
        folder = path
        continue
    }
    guard counts[word] != nil, let value = words.next().flatMap({ Int($0) }), value >= 0 else {
        print(
            "compare-networks: \(word): takes --operators, --networks, --movements, --channels, --seed N and",
            "--write FOLDER"
        )
        exit(2)
    }
    counts[word] = value
}

var findings = 0

func keep(_ bytes: [UInt8], at path: String) {
    do { try PendingFile.writeFile(bytes.span.bytes, to: path) } catch {
        print("compare-networks: \(error)")
        exit(2)
    }
}

@MainActor
func compare(
    _ count: Int, of kind: String, hasMovements: Bool = false, bound: Float, operatorCount: (UInt64) -> Int
) {
    var worst: Float = 0
    var byTerms = 0
    var refused = 0
    let first = UInt64(counts["--seed"] ?? 1) &* 1_000_000_007
    for offset in 0..<UInt64(count) {
        let seed = first &+ offset
        let size = operatorCount(seed)
        do {
            let network = RandomNetwork(
                seed: seed, operatorCount: size, hasViews: !seed.isMultiple(of: 2), hasMovements: hasMovements)
            let comparison = try NetworkComparison(network, bound: bound, seed: seed)
            if let folder, let outputs = comparison.fusedOutputs {
                let path = "\(folder)/\(seed)-\(size)\(hasMovements ? "-moved" : "")"
                keep(network.bytes(), at: "\(path).tflite")
                keep(floatBytes(comparison.inputs.flatMap(\.self)), at: "\(path).inputs")
                keep(floatBytes(outputs.flatMap(\.self)), at: "\(path).outputs")
            }
            byTerms += comparison.countByTerms
            worst = max(worst, comparison.worstError)
            if comparison.worstError > bound || !comparison.unequalLevels.isEmpty {
                findings += 1
                print(
                    "seed \(seed), operators \(size) of \(kind): error \(comparison.worstError),",
                    "unequal \(comparison.unequalLevels)")
            }
        } catch {
            refused += 1
            if refused <= 3 { print("seed \(seed), operators \(size): \(error)") }
        }
    }
    print("\(count) \(kind): worst error \(worst), bound \(bound), by terms \(byTerms), refused \(refused)")
}

@MainActor
func comparePlanted(_ count: Int) {
    var worst: Float = 0
    var dropped = 0
    for seed in 1...UInt64(max(count, 1)) where count > 0 {
        do {
            let comparison = try PlantedComparison(seed: seed &+ UInt64(counts["--seed"] ?? 1) &* 1_000_000_007)
            worst = max(worst, comparison.worstError)
            dropped += comparison.droppedCount
            guard
                comparison.worstError > NetworkComparison.boundOfOperators
                    || comparison.droppedCount != comparison.expectedCount || !comparison.unequalLevels.isEmpty
            else { continue }
            findings += 1
            print("seed \(seed) of channels: \(comparison)")
        } catch {
            findings += 1
            print("seed \(seed) of channels: \(error)")
        }
    }
    print("\(count) networks with channels that change nothing: \(dropped) left out, worst error \(worst)")
}

compare(
    counts["--operators"] ?? 0, of: "networks of one operator", bound: NetworkComparison.boundOfOperators
) { _ in 1 }
compare(counts["--networks"] ?? 0, of: "networks", bound: NetworkComparison.bound) { 2 + Int($0 % 9) }
compare(
    counts["--movements"] ?? 0, of: "networks with movements", hasMovements: true, bound: NetworkComparison.bound
) { 2 + Int($0 % 9) }
comparePlanted(counts["--channels"] ?? 0)
exit(findings == 0 ? 0 : 1)
