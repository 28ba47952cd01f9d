/// How much work a task is worth at least: handing it to a thread and waiting for the others costs something, too. The
/// less an item costs, the more of them.
enum LeastWork {
    /// Elements that one operation gives or that are merely set.
    static let elements = 4096
    /// Elements of rows of which the exponential is taken.
    static let exponentials = 1024
    /// Elements that are added up or compared.
    static let reducedElements = 8192
    /// Bytes that are copied.
    static let copiedBytes = 16384
    /// Sums over windows: of convolutions, pooling and enlarging.
    static let windowSums = 2048
    /// The same of depthwise convolutions, which are cheaper and cut for the number of threads.
    static let depthwiseSums = 4096
    /// Pixels of a product that OpenBLAS multiplies: it packs the weights for each call.
    static let multipliedPixels = 48
}
