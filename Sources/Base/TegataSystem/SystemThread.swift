#if canImport(Glibc) || canImport(Musl)
    import CTegataSystem
#endif

/// A thread of the system; its creator joins or detaches it once.
package struct SystemThread: Sendable {
    #if canImport(Glibc) || canImport(Musl)
        private let handle: UInt
        /// Kept, so that the thread itself frees nothing if its creator joins it: the first call of `free` or `malloc`
        /// in a thread reserves 64 MiB of addresses.
        private let body: ThreadBody
    #endif

    /// Runs `body` in a new thread; nil if the system cannot create one, as on bare metal. Its stack has the system's
    /// usual size if `stackSize` is nil.
    package init?(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        #if canImport(Glibc) || canImport(Musl)
            self.body = ThreadBody(body)
            let context = Unmanaged.passRetained(self.body)
            var handle: UInt = 0
            let isStarted = tegata_start_thread(
                &handle, stackSize ?? 0,
                { context in
                    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, context.toOpaque())
            guard isStarted else {
                context.release()
                return nil
            }
            self.handle = handle
        #else
            return nil
        #endif
    }

    /// Waits until the thread ends.
    package func join() {
        #if canImport(Glibc) || canImport(Musl)
            tegata_join_thread(handle)
        #endif
    }

    /// Detaches the thread.
    package func detach() {
        #if canImport(Glibc) || canImport(Musl)
            tegata_detach_thread(handle)
        #endif
    }
}

#if canImport(Glibc) || canImport(Musl)
    private final class ThreadBody: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
#endif
