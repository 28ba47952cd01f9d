import CFuzzer
import FuzzTargets
import NetworkGrammar
import TegataBuffers
import TegataClassifiers
import TegataInference
import TegataQuantization
import TegataSystem
import TegataTestSupport

nonisolated(unsafe) private var chosen: FuzzTarget?
nonisolated(unsafe) private var byteCount = 0

// Objects that are created once per process are not leaks. The leak check may miss the pointers to them, because Swift
// stores tag bits in pointers, for example in enumerations with several payloads.
__lsan_disable()
// The name of the program selects the target, because libFuzzer starts the program again by this name.
let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
chosen = FuzzTarget.all.first { $0.name == name }
if chosen == nil, CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
    let folder = CommandLine.arguments[2]
    let isWritten =
        writeNetworks(to: folder + "/graph") && writeClassifiers(to: folder + "/classifier")
        && MetadataSeeds.all.allSatisfy { name, bytes in keep(bytes, at: "\(folder)/metadata/\(name)") }
        && CommandLines.seeds.allSatisfy { name, bytes in keep(bytes, at: "\(folder)/arguments/\(name)") }
    exit(isWritten ? 0 : 1)
}
guard chosen != nil else {
    print("This program is called by the name of a target: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    exit(2)
}
// libFuzzer ends the process itself, and reports neither the bytes read nor the processor time.
atexit {
    let coreSeconds = Int(clock()) / Int(CLOCKS_PER_SEC)
    _ = writeAll(Array("stat::bytes_read: \(byteCount)\nstat::core_seconds: \(coreSeconds)\n".utf8), to: 2)
}
chosen?.read(.empty)
__lsan_enable()
var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { pointer, count in
    // Use libFuzzer's memory without a copy, so that the sanitizer notices a read beyond its end.
    let memory = UnsafeRawBufferPointer(start: count == 0 ? nil : pointer, count: count)
    byteCount += count
    chosen?.read(Bytes(adopting: memory, release: { _ in }))
    return 0
}
exit(status)

/// Writes small networks for targets that begin with files.
private func writeNetworks(to folder: String) -> Bool {
    (1...40 as ClosedRange<UInt64>).allSatisfy { seed in
        let bytes = RandomNetwork(seed: seed, operatorCount: 1 + Int(seed % 3), hasViews: true).bytes()
        return bytes.count > 16 << 10 || keep(bytes, at: "\(folder)/grammar\(seed)")
    } && keep(SmallNetwork.bytes(), at: folder + "/halves") && writeQuantizedNetwork(to: folder + "/bytes")
}

/// Writes a network with 8-bit weights.
private func writeQuantizedNetwork(to path: String) -> Bool {
    guard let quantizer = try? NetworkQuantizer(SmallNetwork.file(), team: ThreadTeam(count: 1)),
        let bytes = try? quantizer.write(quantizer.roundWeights(), for: [0, 1])
    else { return false }
    return keep(bytes, at: path)
}

/// Writes classifiers of each kind, without their checksums.
private func writeClassifiers(to folder: String) -> Bool {
    let labels = ["rest", "fist"]
    let files: [String: ClassifierFile] = [
        "pose": .pose(ClassifierSamples.pose(labels, answer: 1, background: 0)),
        "action": .action(ClassifierSamples.action(labels, answer: 1)),
        "embedding": .embedding(ClassifierSamples.embedding(labels, answer: 0)),
    ]
    return files.allSatisfy { name, file in keep(Array(file.bytes.dropLast(64)), at: "\(folder)/\(name)") }
}

private func keep(_ bytes: [UInt8], at path: String) -> Bool {
    (try? PendingFile.writeFile(bytes.span.bytes, to: path)) != nil
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == $0.count }
}
