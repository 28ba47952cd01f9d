import TegataClassifiers

/// Parts of a data set that are held out in turn.
package enum Splits {
    /// Deals examples out to `count` folds, so that groups stay together and every fold has its share of every label.
    ///
    /// The result has the fold of every example; folds that would be empty do not exist.
    package static func folds(labels: [Int], groups: [Int], count: Int, seed: UInt64) -> [Int] {
        var members: [Int: [Int]] = [:]
        for (index, group) in groups.enumerated() { members[group, default: []].append(index) }
        var generator = SeededGenerator(seed: seed, stream: 0x5011)
        let names = members.keys.sorted()
        let shuffled = generator.permutation(names.count).map { names[$0] }
        // The largest groups first; those of a label follow each other, so that its examples are spread.
        let ordered = shuffled.enumerated().sorted { a, b in
            let (first, second) = (members[a.element] ?? [], members[b.element] ?? [])
            if first.count != second.count { return first.count > second.count }
            let (one, other) = (first.first.map { labels[$0] } ?? 0, second.first.map { labels[$0] } ?? 0)
            return one != other ? one < other : a.offset < b.offset
        }
        let labelCount = (labels.max() ?? 0) + 1
        let foldCount = max(min(count, names.count), 1)
        var filled = [[Int]](repeating: [Int](repeating: 0, count: labelCount), count: foldCount)
        var sizes = [Int](repeating: 0, count: foldCount)
        var result = [Int](repeating: 0, count: labels.count)
        for (_, group) in ordered {
            let indices = members[group] ?? []
            // Where the group's labels are rarest, then the smallest, then the first.
            let fold = (0..<foldCount).min { a, b in
                let (first, second) = (
                    indices.reduce(0) { $0 + filled[a][labels[$1]] }, indices.reduce(0) { $0 + filled[b][labels[$1]] }
                )
                return first != second ? first < second : sizes[a] < sizes[b]
            }
            guard let fold else { continue }
            for index in indices {
                result[index] = fold
                filled[fold][labels[index]] += 1
            }
            sizes[fold] += indices.count
        }
        return result
    }

    /// Holds out about `share` of the examples, groups staying together: whether each is held out.
    package static func holdOut(labels: [Int], groups: [Int], share: Double, seed: UInt64) -> [Bool] {
        guard share > 0 else { return labels.map { _ in false } }
        // Tiny shares hold out one part of as many as there are examples.
        let parts = max(Int(min(1 / min(share, 0.5), Double(labels.count)).rounded()), 2)
        return folds(labels: labels, groups: groups, count: parts, seed: seed).map { $0 == 0 }
    }
}
