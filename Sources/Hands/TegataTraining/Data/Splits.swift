import TegataClassifiers

/// Splits of a data set into training and held-out parts.
package enum Splits {
    /// Distributes examples among `count` folds, so that groups stay together and each fold has its share of each
    /// label.
    ///
    /// Returns the fold of every example. There are no empty folds.
    package static func folds(labels: [Int], groups: [Int], count: Int, seed: UInt64) -> [Int] {
        var members: [Int: [Int]] = [:]
        for (index, group) in groups.enumerated() { members[group, default: []].append(index) }
        var generator = SeededGenerator(seed: seed, stream: 0x5011)
        let names = members.keys.sorted()
        let shuffled = generator.permutation(names.count).map { names[$0] }
        // Take the largest groups first, and a label's groups one after another, so that its examples are spread out.
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
            // Choose the fold in which the group's labels are rarest, then the smallest, then the first.
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

    /// Returns whether each example is held out: about `share` of them, at least one and, if there are several groups,
    /// never all. Groups stay together, so the result's closeness to `share` depends on their sizes.
    package static func holdOut(labels: [Int], groups: [Int], share: Double, seed: UInt64) -> [Bool] {
        guard share > 0, !labels.isEmpty else { return labels.map { _ in false } }
        let share = min(share, 1)
        let count = max(Int((share * Double(labels.count)).rounded()), 1)
        guard share > 0.5 else { return part(labels, groups, share: share, count: count, seed: seed) }
        // Choose the smaller part, so that it has its share of each label.
        return part(labels, groups, share: 1 - share, count: max(labels.count - count, 1), seed: seed).map { !$0 }
    }

    /// Chooses `count` examples, which make up `share` of the total. Starts with the fold of the closest size, then
    /// adds or removes groups of the labels that are furthest from their share until the count is right.
    private static func part(
        _ labels: [Int], _ groups: [Int], share: Double, count: Int, seed: UInt64
    ) -> [Bool] {
        // For tiny shares, use one fold out of as many as there are examples.
        let foldCount = max(Int(min(1 / share, Double(labels.count)).rounded()), 2)
        let folds = folds(labels: labels, groups: groups, count: foldCount, seed: seed)
        var sizes = [Int](repeating: 0, count: (folds.max() ?? 0) + 1)
        for fold in folds { sizes[fold] += 1 }
        let nearest = sizes.indices.min { abs(sizes[$0] - count) < abs(sizes[$1] - count) } ?? 0
        var isChosen = folds.map { $0 == nearest }
        var chosenCount = sizes[nearest]
        let hasTooMany = chosenCount > count
        var surplus = [Double](repeating: 0, count: (labels.max() ?? 0) + 1)
        for (label, isChosen) in zip(labels, isChosen) { surplus[label] += (isChosen ? 1 : 0) - share }

        var members: [Int: [Int]] = [:]
        for (index, group) in groups.enumerated() where isChosen[index] == hasTooMany {
            members[group, default: []].append(index)
        }
        let names = members.keys.sorted()
        var generator = SeededGenerator(seed: seed, stream: 0x5012)
        var candidates = [[[Int]]](repeating: [], count: surplus.count)
        for place in generator.permutation(names.count) {
            guard let group = members[names[place]], let first = group.first else { continue }
            candidates[labels[first]].append(group)
        }
        while hasTooMany ? chosenCount > count : chosenCount < count {
            let label = candidates.indices.lazy.filter { !candidates[$0].isEmpty }.max {
                hasTooMany ? surplus[$0] < surplus[$1] : surplus[$0] > surplus[$1]
            }
            guard let label, let group = candidates[label].popLast() else { break }
            let next = chosenCount + (hasTooMany ? -group.count : group.count)
            guard next > 0, next < labels.count, abs(next - count) < abs(chosenCount - count) else { continue }
            chosenCount = next
            for index in group {
                isChosen[index] = !hasTooMany
                surplus[labels[index]] += hasTooMany ? -1 : 1
            }
        }
        return isChosen
    }
}
