import TegataHands
import TegataTestSupport
import Testing

@Suite struct AssociationTests {
    private let rectangles = [
        (0.2, 0.2, 0.2), (0.4, 0.2, 0.2), (1.0, 0.3, 0.2), (0.35, 0.15, 0.3), (1.1, 0.3, 0.2), (0.5, 0.05, 0.3),
    ].map { HandRectangle(centerX: $0.0, centerY: $0.1, width: $0.2, height: $0.2, rotation: 0) }

    @Test func addsOnlyRectanglesThatDoNotOverlap() {
        var list = [rectangles[0], rectangles[1], rectangles[2]]
        for index in [3, 4, 5] { associate(rectangles[index], with: &list, limit: 0.1) }
        #expect(list == [rectangles[0], rectangles[1], rectangles[2]])
        list = [rectangles[5]]
        for index in [4, 3, 2, 1, 0] { associate(rectangles[index], with: &list, limit: 0.1) }
        #expect(list == [rectangles[5], rectangles[4], rectangles[0]])
    }
}

@Suite struct AssignmentTests {
    /// Returns the least cost by trying all assignments.
    private func leastCost(_ costs: [[Float]], row: Int = 0, taken: Set<Int> = []) -> Float {
        guard row < costs.count else { return 0 }
        return (0..<costs[row].count).filter { !taken.contains($0) }
            .map { costs[row][$0] + leastCost(costs, row: row + 1, taken: taken.union([$0])) }.min() ?? .infinity
    }

    @Test func findsTheCheapestAssignment() {
        var noise = SplitMix64(seed: 11)
        var assignment = Assignment()
        for (rows, columns) in [(0, 0), (0, 3), (1, 1), (2, 2), (3, 5), (4, 4), (5, 6)] {
            for _ in 0..<20 {
                let costs = (0..<rows).map { _ in (0..<columns).map { _ in Float(noise.next() % 50) } }
                assignment.solve(rows: rows, columns: columns) { costs[$0][$1] }
                let pairs = assignment.rowOfColumn.enumerated().compactMap { column, row in row.map { ($0, column) } }
                #expect(Set(pairs.map(\.0)) == Set(0..<rows))
                #expect(pairs.map { costs[$0.0][$0.1] }.reduce(0, +) == leastCost(costs))
            }
        }
    }
}
