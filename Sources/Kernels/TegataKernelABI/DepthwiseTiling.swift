/// How depthwise kernels cut output rows into tiles, by the registers that there are for the sums of a tile and by the
/// rows that it reads.
package enum DepthwiseTiling: Sendable {
    /// As high as the rows allow and two columns wide, with 32 registers.
    case high
    /// Four rows and two columns: a line of the nearest cache serves both. Tiles of six or seven rows are for pictures
    /// that four rows do not divide; with 16 registers they have one column.
    case wide

    /// The height of the tiles for so many rows: the one with fewest rows beyond these, and then the highest.
    package func height(rows: Int) -> Int {
        if rows < 6 { return rows < 4 ? 1 : 4 }
        let bySix = (rows + 5) / 6 * 6
        let bySeven = (rows + 6) / 7 * 7
        switch self {
        case .high: return bySeven <= bySix ? 7 : 6
        case .wide: return bySeven == rows ? 7 : rows == 6 ? 6 : 4
        }
    }
}
