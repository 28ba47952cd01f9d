// The C library for all code that imports this module; it is selected only in this file. On bare metal there is none.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#endif

// What Swift's overlay adds to the C library, for Embedded Swift, which sees only the library's headers.
#if hasFeature(Embedded) && canImport(Glibc)
    import CTegataSystem

    package var errno: Int32 {
        get { __errno_location().pointee }
        set { __errno_location().pointee = newValue }
    }

    package func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { tegata_open(path, flags) }

    package func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 {
        tegata_control_file(descriptor, command, value)
    }

    package var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { tegata_environment() }
    package var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }

    package var S_IFMT: mode_t { 0o170_000 }
    package var S_IFREG: mode_t { 0o100_000 }
    package var S_IFDIR: mode_t { 0o040_000 }
    package var S_IFIFO: mode_t { 0o010_000 }
    package var S_IFCHR: mode_t { 0o020_000 }

    package var MAP_FAILED: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }
#endif
