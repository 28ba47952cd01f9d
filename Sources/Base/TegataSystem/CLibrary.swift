// The C library, for everybody who imports this module: nobody else chooses one. On bare metal there is none.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#endif
