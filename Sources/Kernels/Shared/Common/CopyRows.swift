/// Copies the rows of a tile whose last columns do not exist in C.
@inline(__always)
func copyRows(
    from source: UnsafePointer<Input>, _ sourceStride: Int, to target: UnsafeMutablePointer<Input>,
    _ targetStride: Int,
    _ rows: Int, _ columns: Int
) {
    for row in 0..<rows {
        let from = source + row * sourceStride
        let to = target + row * targetStride
        var column = 0
        while column + Lane.lanes <= columns {
            Lane(at: from + column).store(at: to + column)
            column += Lane.lanes
        }
        while column < columns {
            to[column] = from[column]
            column += 1
        }
    }
}
