#if canImport(Glibc) || canImport(Musl)
    import CTegataSystem
#endif

/// A system thread; its creator must join or detach it exactly once.
package struct SystemThread: Sendable {
    #if canImport(Glibc) || canImport(Musl)
        private let handle: UInt
        /// This is kept so that the thread itself frees nothing if its creator joins it: the first call to `free` or
        /// `malloc` in a thread reserves 64 MiB of address space.
        private let body: ThreadBody
    #endif

    /// Runs `body` in a new thread; nil if the system cannot create one, as on bare metal. If `stackSize` is nil, its
    /// stack has the system's usual size.
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
