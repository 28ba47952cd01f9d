import TegataKernelABI

#if !hasFeature(Embedded)
    import TegataTestSupport
#endif

/// Compares the 8-bit kernels of a level with plain evaluation, to the last bit. It uses no test library, so that it
/// also runs on systems without one.
package struct Int8KernelChecks {
    private let set: Int8KernelSet
    /// The failures found, one sentence each.
    package private(set) var failures: [String] = []
    /// The number of results compared.
    package private(set) var comparisons = 0

    package init(_ set: Int8KernelSet) {
        self.set = set
    }

    package mutating func run() {
        for planes in 1...2 {
            for kernel in set.gemmKernels(planes: planes) {
                for product in products(width: kernel.width, planes: planes) { check(kernel, product) }
            }
        }
    }

    private mutating func check(_ kernel: GemmKernel, _ product: Int8Product) {
        let data = Int8Data(product)
        let c = data.run(kernel, of: set)
        let stride = c.count / (product.rows + 1)
        for row in 0..<product.rows {
            let integers = data.quantized(row)
            for column in 0..<stride {
                let expected = column < product.columns ? data.expected(integers, row, column) : poison
                comparisons += 1
                if c[row * stride + column].bitPattern != expected.bitPattern {
                    failures.append(
                        "\(kernel.name), \(product.rows)×\(product.depth)×\(product.columns), at \(row), \(column): bits "
                            + "\(c[row * stride + column].bitPattern) instead of \(expected.bitPattern)")
                }
            }
        }
        for value in c[(product.rows * stride)...] where value.bitPattern != poison.bitPattern {
            failures.append("\(kernel.name): wrote rows that do not exist")
        }
    }

    private func products(width: Int, planes: Int) -> [Int8Product] {
        let activations: [Activation] = [.none, .clamp, .prelu]
        var products: [Int8Product] = []
        func add(_ rows: Int, _ depth: Int, _ columns: Int, index: Int, isExtreme: Bool = false) {
            products.append(
                Int8Product(
                    rows: rows, depth: depth, columns: columns, planes: planes, hasTop: index % 4 < 2,
                    hasResidual: index % 2 == 0, activation: activations[index % 3], isExtreme: isExtreme))
        }
        for rows in 0...30 { add(rows, 1 + rows % 19, width, index: rows) }
        for depth in 1...70 { add(9, depth, width, index: depth) }
        for columns in 1...width { add(1 + columns % 17, 5, columns, index: columns) }
        for index in 0..<4 { add(8, 1152, width, index: index, isExtreme: index % 2 == 1) }
        return products
    }
}
