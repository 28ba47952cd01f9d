#if canImport(Glibc) || canImport(Musl)
    import CTegataSystem
#endif

/// A thread of the system; its creator joins or detaches it once.
package struct SystemThread: Sendable {
    #if canImport(Glibc) || canImport(Musl)
        private let handle: UInt
    #endif

    /// Runs `body` in a new thread; nil if the system cannot create one, as on bare metal.
    package init?(_ body: @escaping @Sendable () -> Void) {
        #if canImport(Glibc) || canImport(Musl)
            let context = Unmanaged.passRetained(ThreadBody(body))
            var handle: UInt = 0
            let isStarted = tegata_start_thread(
                &handle,
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
