/// How long runs of a network took.
struct RunTimes {
    let medianMilliseconds: Double
    let minimumMilliseconds: Double
    let gigaflops: Double

    init(_ nanoseconds: [UInt64], multiplyAccumulates: Int) {
        let middle = median(nanoseconds)
        medianMilliseconds = milliseconds(middle)
        minimumMilliseconds = milliseconds(nanoseconds.min() ?? 0)
        gigaflops = TegataCommand.gigaflops(multiplyAccumulates, in: middle)
    }
}
