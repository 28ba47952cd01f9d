extension CGRect {
    /// What belongs to both; nil where that is nothing, and where numbers are none, at which Foundation's
    /// `intersection` traps.
    package func overlap(with other: CGRect) -> CGRect? {
        let sides = [minX, maxX, minY, maxY, other.minX, other.maxX, other.minY, other.maxY]
        guard !isNull, !other.isNull, !sides.contains(where: \.isNaN) else { return nil }
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (bottom, top) = (max(minY, other.minY), min(maxY, other.maxY))
        guard left < right, bottom < top else { return nil }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
