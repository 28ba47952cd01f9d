/// The cheapest assignment of each row to a different column (the Hungarian method, row by row with shortest augmenting
/// paths).
///
/// There must be at least as many columns as rows. Memory is reused.
package struct Assignment {
    /// The row assigned to each column; nil if there is none.
    package private(set) var rowOfColumn: [Int?] = []
    private var rowPotential: [Float] = []
    private var columnPotential: [Float] = []
    private var previousColumn: [Int] = []
    private var shortest: [Float] = []
    private var isVisited: [Bool] = []

    package init() {}

    /// Reserves memory for `columns` columns and equally many rows.
    package mutating func reserveCapacity(columns: Int) {
        rowOfColumn.reserveCapacity(columns)
        rowPotential.reserveCapacity(columns)
        columnPotential.reserveCapacity(columns)
        previousColumn.reserveCapacity(columns)
        shortest.reserveCapacity(columns)
        isVisited.reserveCapacity(columns)
    }

    /// Solves the problem for finite costs and stores the result in ``rowOfColumn``.
    package mutating func solve(rows: Int, columns: Int, cost: (_ row: Int, _ column: Int) -> Float) {
        // Column `columns` is where every row's path starts.
        reset(rows: rows, columns: columns + 1)
        for row in 0..<rows {
            rowOfColumn[columns] = row
            var column = columns
            for index in 0...columns {
                shortest[index] = .infinity
                isVisited[index] = false
            }
            while let current = rowOfColumn[column] {
                isVisited[column] = true
                var step = Float.infinity
                var next = column
                for candidate in 0..<columns where !isVisited[candidate] {
                    let length = cost(current, candidate) - rowPotential[current] - columnPotential[candidate]
                    if length < shortest[candidate] {
                        shortest[candidate] = length
                        previousColumn[candidate] = column
                    }
                    if shortest[candidate] < step {
                        step = shortest[candidate]
                        next = candidate
                    }
                }
                guard next != column else { break }
                for index in 0...columns {
                    if isVisited[index], let row = rowOfColumn[index] {
                        rowPotential[row] += step
                        columnPotential[index] -= step
                    } else {
                        shortest[index] -= step
                    }
                }
                column = next
            }
            while column != columns {
                let previous = previousColumn[column]
                rowOfColumn[column] = rowOfColumn[previous]
                column = previous
            }
        }
        rowOfColumn[columns] = nil
    }

    private mutating func reset(rows: Int, columns: Int) {
        func fill<Element>(_ array: inout [Element], _ count: Int, _ value: Element) {
            array.removeAll(keepingCapacity: true)
            for _ in 0..<count { array.append(value) }
        }
        fill(&rowOfColumn, columns, nil)
        fill(&rowPotential, rows, 0)
        fill(&columnPotential, columns, 0)
        fill(&previousColumn, columns, 0)
        fill(&shortest, columns, 0)
        fill(&isVisited, columns, false)
    }
}
