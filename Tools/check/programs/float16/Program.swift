import Float16KernelChecks
import TegataKernelSelection

/// Checks the kernels of the best level of float16 and hands over what is wrong; returns how many results were compared,
/// none where the processor has no such level.
@_cdecl("tegata_check_float16")
public func checkHalves(failure: @convention(c) (UnsafePointer<CChar>) -> Void) -> Int {
    do {
        var checks = Float16KernelChecks(try float16KernelSet())
        checks.run()
        for text in checks.failures { failure(text) }
        return checks.comparisons
    } catch {
        return 0
    }
}
