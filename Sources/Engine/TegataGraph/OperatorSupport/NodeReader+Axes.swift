extension NodeReader {
    /// An axis below `rank`; negative ones count from the end.
    func axis(_ value: Int, rank: Int, _ name: String = "axis") throws(GraphError) -> Int {
        guard value >= -rank, value < rank else {
            throw invalid(
                name, value, expected: rank == 0 ? "none, the tensor being a scalar" : "\(-rank) to \(rank - 1)")
        }
        return value < 0 ? value + rank : value
    }
}
