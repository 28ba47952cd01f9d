import TegataTraining

extension DataFrameProtocol {
    /// Splits the rows at random into the fraction `proportion` and the rest, each in the order of the table.
    ///
    /// The same seed always gives the same parts; without a seed they differ every time.
    public func randomSplit(
        by proportion: Double, seed: Int? = nil
    ) -> (DataFrame.Slice, DataFrame.Slice) {
        var generator = Self.generator(seed: seed)
        return randomSplit(by: proportion, using: &generator)
    }

    /// Splits the rows at random into the fraction `proportion` and the rest, each in the order of the table.
    public func randomSplit<G: RandomNumberGenerator>(
        by proportion: Double, using generator: inout G
    ) -> (DataFrame.Slice, DataFrame.Slice) {
        let (first, second) = Self.divide(Array(rows.places), proportion, &generator)
        return (part(first), part(second))
    }

    /// Splits the rows at random so that both parts get their share of every value in a column.
    public func stratifiedSplit(
        on columnName: String, by proportion: Double, randomSeed: Int? = nil
    ) -> (DataFrame, DataFrame) {
        stratifiedSplit(columnNames: [columnName], proportion, randomSeed)
    }

    /// Splits the rows at random so that both parts get their share of every combination of values in the columns.
    public func stratifiedSplit(
        on columnNames: String..., by proportion: Double, randomSeed: Int? = nil
    ) -> (DataFrame, DataFrame) {
        stratifiedSplit(columnNames: columnNames, proportion, randomSeed)
    }

    /// Splits the rows at random so that both parts get their share of every value in a column.
    public func stratifiedSplit<T: Hashable>(
        on columnID: ColumnID<T>, by proportion: Double, randomSeed: Int? = nil
    ) -> (DataFrame, DataFrame) {
        stratifiedSplit(columnNames: [columnID.name], proportion, randomSeed)
    }

    private func stratifiedSplit(
        columnNames: [String], _ proportion: Double, _ seed: Int?
    ) -> (DataFrame, DataFrame) {
        var generator = Self.generator(seed: seed)
        var groups: [[CellKey]: [Int]] = [:]
        // In order of first appearance, so that the same seed gives the same result.
        var order: [[CellKey]] = []
        for place in rows.places {
            let key = columnNames.map { CellKey(base[$0][place]) }
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(place)
        }
        var (first, second): ([Int], [Int]) = ([], [])
        for key in order {
            let (some, others) = Self.divide(groups[key] ?? [], proportion, &generator)
            first += some
            second += others
        }
        return (DataFrame(part(first.sorted())), DataFrame(part(second.sorted())))
    }

    private static func generator(seed: Int?) -> SeededGenerator {
        SeededGenerator(seed: seed.map { UInt64(bitPattern: Int64($0)) } ?? UInt64.random(in: .min ... .max))
    }

    private func part(_ places: [Int]) -> DataFrame.Slice {
        DataFrame.Slice(base: base, places: places, names: columns.map(\.name))
    }

    private static func divide<G: RandomNumberGenerator>(
        _ places: [Int], _ proportion: Double, _ generator: inout G
    ) -> ([Int], [Int]) {
        precondition(proportion >= 0 && proportion <= 1, "the proportion \(proportion) is not between 0 and 1")
        let count = Int((Double(places.count) * proportion).rounded())
        let chosen = Set(places.indices.shuffled(using: &generator).prefix(count))
        return (
            places.indices.filter { chosen.contains($0) }.map { places[$0] },
            places.indices.filter { !chosen.contains($0) }.map { places[$0] }
        )
    }
}
