import TegataKernelABI

/// Compares the 8-bit kernels of a set with plain evaluation, to the last bit.
package func compareInt8Kernels(of set: Int8KernelSet) -> KernelFindings {
    var findings = KernelFindings()
    for planes in 1...2 {
        for kernel in set.gemmKernels(planes: planes) {
            for product in products(width: kernel.width, planes: planes) {
                let data = Int8Data(product)
                let c = data.run(kernel, of: set)
                let place = "\(kernel.name), \(product.rows)×\(product.depth)×\(product.columns)"
                findings.expect(c.isIntact, "\(place): wrote outside of C")
                for row in 0..<product.rows {
                    let integers = data.quantized(row)
                    for column in 0..<product.columns {
                        let (found, expected) = (c[row, column], data.expected(integers, row, column))
                        findings.expect(
                            found.bitPattern == expected.bitPattern,
                            "\(place), at \(row), \(column): bits \(found.bitPattern) instead of \(expected.bitPattern)"
                        )
                    }
                }
            }
        }
    }
    return findings
}

private func products(width: Int, planes: Int) -> [Int8Product] {
    var products: [Int8Product] = []
    func add(_ rows: Int, _ depth: Int, _ columns: Int, index: Int, isExtreme: Bool = false) {
        var product = Int8Product(rows: rows, depth: depth, columns: columns, planes: planes)
        product.hasTop = index % 4 < 2
        product.hasResidual = index % 2 == 0
        product.activation = activations[index % 3]
        product.isExtreme = isExtreme
        products.append(product)
    }
    for rows in 0...30 { add(rows, 1 + rows % 19, width, index: rows) }
    for depth in 1...70 { add(9, depth, width, index: depth) }
    for columns in 1...width { add(1 + columns % 17, 5, columns, index: columns) }
    for index in 0..<4 { add(8, 1152, width, index: index, isExtreme: index % 2 == 1) }
    return products
}
