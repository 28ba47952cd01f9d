#if canImport(COpenBLAS)
    import COpenBLAS
    import TegataSystem
#endif

/// OpenBLAS, loaded on first use, so that programs that use only Tegata's own kernels do not pay for it.
package struct BLASLibrary: Sendable {
    #if canImport(COpenBLAS)
        private typealias SGEMM =
            @convention(c) (
                Int32, Int32, Int32, Int32, Int32, Int32, Float, UnsafePointer<Float>, Int32, UnsafePointer<Float>,
                Int32, Float,
                UnsafeMutablePointer<Float>, Int32
            ) -> Void
        private typealias SetThreads = @convention(c) (Int32) -> Void

        private let sgemm: SGEMM

        package init() throws(BLASError) {
            var handle: UnsafeMutableRawPointer?
            for name in ["libopenblas.so.0", "libopenblas.so"] where handle == nil {
                handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)
            }
            guard let handle else {
                throw BLASError(reason: dlerror().map { String(cString: $0) } ?? "the library is missing")
            }
            guard let multiply = dlsym(handle, "cblas_sgemm"),
                let setThreads = dlsym(handle, "openblas_set_num_threads")
            else {
                throw BLASError(reason: "cblas_sgemm or openblas_set_num_threads is missing from the library")
            }
            // One thread, because Tegata divides the work among its own threads.
            unsafeBitCast(setThreads, to: SetThreads.self)(1)
            sgemm = unsafeBitCast(multiply, to: SGEMM.self)
        }
    #else
        package init() throws(BLASError) {
            throw BLASError(reason: "this build does not include it")
        }
    #endif

    /// The number of products that are summed before being added to the running sum, which starts at the bias. LiteRT
    /// adds products one by one, so shorter pieces match its rounding more closely. Constant images show the difference
    /// most, because their errors do not average out. With 8, whole networks are within 1e-5 of LiteRT for every kernel
    /// that OpenBLAS chooses. With 16 or 24 this fails for the AVX-512 kernels, and with single sums it always fails.
    private static var piece: Int { 8 }

    /// Computes `c[rows × columns] += a[rows × inner] · bᵀ`, where `b` is `[columns × inner]`.
    package func multiplyAdd(
        rows: Int, columns: Int, inner: Int, a: UnsafePointer<Float>, aRowStride: Int, b: UnsafePointer<Float>,
        bRowStride: Int,
        c: UnsafeMutablePointer<Float>, cRowStride: Int
    ) {
        #if canImport(COpenBLAS)
            var first = 0
            while first < inner {
                let count = min(inner - first, Self.piece)
                sgemm(
                    Int32(CblasRowMajor.rawValue), Int32(CblasNoTrans.rawValue), Int32(CblasTrans.rawValue),
                    Int32(rows),
                    Int32(columns), Int32(count), 1, a + first, Int32(aRowStride), b + first, Int32(bRowStride), 1, c,
                    Int32(cRowStride))
                first += count
            }
        #endif
    }
}

/// The reason why OpenBLAS cannot be used.
package struct BLASError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system's message.
    package var reason: String

    package var description: String {
        "OpenBLAS cannot be used: \(reason); install libopenblas0-pthread, or choose the simd backend"
    }
}
