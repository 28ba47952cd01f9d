// Makes random networks and compares what every CPU level of this processor computes with the naive evaluation.
//
//     compare-networks [--operators N] [--networks N] [--seed S]
//
// N networks of one operator, and N of two to ten. A network is refused, or its outputs keep to the bound and levels that
// fuse multiplications with additions agree to the bit; where not, its seed and size are printed, and the exit status
// is 1.

import NetworkGrammar
import TegataSystem

var counts = ["--operators": 10_000, "--networks": 1_000, "--seed": 1]
var words = CommandLine.arguments.dropFirst().makeIterator()
while let word = words.next() {
    guard counts[word] != nil, let value = words.next().flatMap({ Int($0) }), value >= 0 else {
        print("compare-networks: \(word): takes --operators N, --networks N and --seed S")
        exit(2)
    }
    counts[word] = value
}

var findings = 0

@MainActor
func compare(_ count: Int, of kind: String, bound: Float, operatorCount: (UInt64) -> Int) {
    var worst: Float = 0
    var byTerms = 0
    var refused = 0
    let first = UInt64(counts["--seed"] ?? 1) &* 1_000_000_007
    for offset in 0..<UInt64(count) {
        let seed = first &+ offset
        let size = operatorCount(seed)
        do {
            let comparison = try NetworkComparison(
                RandomNetwork(seed: seed, operatorCount: size), bound: bound, seed: seed)
            byTerms += comparison.countByTerms
            worst = max(worst, comparison.worstError)
            if comparison.worstError > bound || !comparison.unequalLevels.isEmpty {
                findings += 1
                print(
                    "seed \(seed), operators \(size): error \(comparison.worstError),",
                    "unequal \(comparison.unequalLevels)")
            }
        } catch {
            refused += 1
            if refused <= 3 { print("seed \(seed), operators \(size): \(error)") }
        }
    }
    print("\(count) \(kind): worst error \(worst), bound \(bound), by terms \(byTerms), refused \(refused)")
}

compare(
    counts["--operators"] ?? 0, of: "networks of one operator", bound: NetworkComparison.boundOfOperators
) { _ in 1 }
compare(counts["--networks"] ?? 0, of: "networks", bound: NetworkComparison.bound) { 2 + Int($0 % 9) }
exit(findings == 0 ? 0 : 1)
