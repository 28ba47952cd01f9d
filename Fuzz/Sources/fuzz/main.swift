import CFuzzer
import FuzzTargets
import TegataBuffers
import TegataSystem

nonisolated(unsafe) private var chosen: FuzzTarget?

// A target is the name by which the program is called, because libFuzzer starts itself again by it.
let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
chosen = FuzzTarget.all.first { $0.name == name }
guard chosen != nil else {
    print("This program is called by the name of a target: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    exit(2)
}
var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { pointer, count in
    // The very bytes that libFuzzer has, so that the sanitizer sees a read of one behind them.
    let memory = UnsafeRawBufferPointer(start: count == 0 ? nil : pointer, count: count)
    chosen?.read(Bytes(adopting: memory, release: { _ in }))
    return 0
}
exit(status)
