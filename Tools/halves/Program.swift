import HalfKernelChecks
import TegataKernelSelection

/// Checks the kernels of the best level of halves and hands over what is wrong; returns how many results were compared,
/// none where the processor has no such level.
@_cdecl("tegata_check_halves")
public func checkHalves(failure: @convention(c) (UnsafePointer<CChar>) -> Void) -> Int {
    do {
        var checks = HalfKernelChecks(try halfKernelSet())
        checks.run()
        for text in checks.failures { failure(text) }
        return checks.comparisons
    } catch {
        return 0
    }
}
