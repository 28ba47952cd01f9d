/// How many floats a task keeps for itself so that they are still in a cache when they are needed again. The caches are
/// larger; the rest is for weights and results.
enum CacheShare {
    /// 32 KiB, about the cache next to the core.
    static let nearest = 8192
    /// 64 KiB, which the next one holds beside a panel of weights.
    static let near = 16384
    /// 128 KiB, which the next one holds by itself.
    static let middle = 32768
    /// 256 KiB, weights that are worth reading into the cache of every thread.
    static let sharedWeights = 65536
}
