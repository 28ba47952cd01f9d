import KernelChecks
import TegataKernelABI
import TegataKernelSelection

/// Checks the kernels of the best float16 or 8-bit level, and passes on each failure. Returns how many results were
/// compared, or 0 if the processor has no such level.
@_cdecl("tegata_check_kernels")
public func checkKernels(areOfBytes: Bool, failure: @convention(c) (UnsafePointer<CChar>) -> Void) -> Int {
    var findings: [KernelFindings] = []
    do {
        if areOfBytes {
            findings = [compareInt8Kernels(of: try int8KernelSet())]
        } else {
            let set = try float16KernelSet()
            findings = KernelCheck.allCases.map { $0.run(on: set) }
        }
    } catch {
        return 0
    }
    for found in findings {
        for text in found.failures { failure(text) }
    }
    return findings.reduce(0) { $0 + $1.comparisons }
}
