import Int8KernelChecks
import TegataKernelSelection

/// Checks the best 8-bit kernels and hands over what is wrong; returns how many results were compared, none where the
/// processor multiplies no bytes.
@_cdecl("tegata_check_int8")
public func checkInt8(failure: @convention(c) (UnsafePointer<CChar>) -> Void) -> Int {
    do {
        var checks = Int8KernelChecks(try int8KernelSet())
        checks.run()
        for text in checks.failures { failure(text) }
        return checks.comparisons
    } catch {
        return 0
    }
}
