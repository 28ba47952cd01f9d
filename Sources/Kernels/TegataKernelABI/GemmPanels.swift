extension GemmKernel {
    /// Returns the kernels for a matrix's panels: the combination that takes the least time, with the narrowest last.
    package static func panels(columns: Int, from gemm: [GemmKernel]) -> [GemmKernel] {
        // The lowest cost for the first n columns, and the kernel of the panel that ends there.
        var costs: [Float] = [0]
        var choices = [0]
        for end in stride(from: 1, through: columns, by: 1) {
            var best = (cost: Float.infinity, kernel: 0)
            for (index, kernel) in gemm.enumerated() {
                let cost = costs[max(0, end - kernel.width)] + kernel.cost
                if cost < best.cost { best = (cost, index) }
            }
            costs.append(best.cost)
            choices.append(best.kernel)
        }
        var counts = [Int](repeating: 0, count: gemm.count)
        var end = columns
        while end > 0 {
            counts[choices[end]] += 1
            end -= gemm[choices[end]].width
        }
        // The panels of each width are spread evenly, so that threads sharing them get about the same number of
        // columns.
        var panels: [(place: Float, kernel: GemmKernel)] = []
        for (kernel, count) in zip(gemm, counts) {
            for index in 0..<count { panels.append((Float(index + 1) / Float(count), kernel)) }
        }
        panels.sort { ($0.place, $1.kernel.width) < ($1.place, $0.kernel.width) }
        return panels.map { $0.kernel }
    }
}
