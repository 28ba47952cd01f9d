/// How depthwise kernels cut output rows into tiles.
package enum DepthwiseTiling {
    /// The height of the tiles for so many rows: the one with fewest rows beyond these, and then the highest.
    package static func height(rows: Int) -> Int {
        if rows < 6 { return rows < 4 ? 1 : 4 }
        let bySix = (rows + 5) / 6 * 6
        let bySeven = (rows + 6) / 7 * 7
        return rows >= 7 && bySeven <= bySix ? 7 : 6
    }
}
