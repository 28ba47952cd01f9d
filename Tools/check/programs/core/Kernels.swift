import Float16KernelChecks
import Int8KernelChecks
import TegataKernelSelection

/// Checks the kernels of the best float16 or 8-bit level, and passes on each failure. Returns how many results were
/// compared, or 0 if the processor has no such level.
@_cdecl("tegata_check_kernels")
public func checkKernels(areOfBytes: Bool, failure: @convention(c) (UnsafePointer<CChar>) -> Void) -> Int {
    do {
        if areOfBytes {
            var checks = Int8KernelChecks(try int8KernelSet())
            checks.run()
            for text in checks.failures { failure(text) }
            return checks.comparisons
        }
        var checks = Float16KernelChecks(try float16KernelSet())
        checks.run()
        for text in checks.failures { failure(text) }
        return checks.comparisons
    } catch {
        return 0
    }
}
