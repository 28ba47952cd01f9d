/// What the device program asks its surroundings.
package struct DeviceHost {
    /// How often memory has been asked for since the start.
    package var allocationCount: () -> Int = { 0 }
    /// Bytes of memory that the process has.
    package var residentByteCount: () -> Int = { 0 }
    /// Gives memory back that has been asked for and is not needed any more.
    package var giveBackMemory: () -> Void = {}
    /// Makes the process run on these processors only; false where the system refuses.
    package var useProcessors: (ProcessorSet) -> Bool = { _ in false }
    /// Connects to the Unix socket of that path: a descriptor, or the error's number below zero.
    package var connect: (String) -> Int32 = { _ in -1 }
    /// Tells people something, of a run that goes on.
    package var tell: (String) -> Void = { _ in }

    package init() {}
}
