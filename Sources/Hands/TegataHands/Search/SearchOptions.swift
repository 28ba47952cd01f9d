/// The options for searching images for hands. By default, only the whole image is searched.
public struct SearchOptions: Sendable, Equatable {
    /// The search area.
    public var area = SearchArea.whole
    /// The side length of the smallest tiles in pixels, at least 64. Hands that take up about a tenth of a tile's side
    /// are found. If an image is much larger than these tiles, larger ones are added.
    public var tileSide = 432
    /// The fraction of a tile that its neighbour also shows, from 0 to 0.75. Palms larger than the overlap may be cut
    /// off in every tile that shows them.
    public var tileOverlap: Float = 0.25
    /// The score below which a palm in a tile is ignored, between 0 and 1. It may be low, because the landmark network
    /// checks a hand twice before it is accepted.
    public var minimumTileConfidence: Float = 0.3
    /// In videos, the number of tiles to search in each frame; searching all of them takes several frames.
    public var tilesPerFrame = 4
    /// In videos, the approximate time in milliseconds to spend searching tiles in each frame, instead of
    /// ``tilesPerFrame``. At least one tile is searched. Results then depend on the machine's speed. With nil,
    /// ``tilesPerFrame`` applies.
    public var tileMilliseconds: Int?
    /// Whether to skip video tiles that show only an even surface or have not changed since they were last searched.
    public var skipsUnchanged = true

    /// The time for tiles in nanoseconds, clamped to the representable range.
    var tileNanoseconds: UInt64? {
        tileMilliseconds.map { milliseconds in
            let (nanoseconds, overflow) = UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000)
            return overflow ? .max : nanoseconds
        }
    }

    /// Creates options that have no effect.
    public init() {}

    func check() throws(HandPipelineError) {
        if let tileMilliseconds, tileMilliseconds < 1 { throw .tileMilliseconds(tileMilliseconds) }
    }

    /// Returns whether an image of this size is searched in tiles; throws if it is smaller than the requested tiles.
    func usesTiles(_ size: PixelSize) throws(HandPipelineError) -> Bool {
        let side = Float(tileSide)
        switch area {
        case .whole: return false
        case .tiles:
            guard size.longerSide >= side else {
                throw .tileTooLarge(side: tileSide, width: Int(size.width), height: Int(size.height))
            }
            return true
        case .automatic: return isLarge(size)
        case .thorough: return false
        }
    }

    /// Whether images may be searched in tiles.
    var mayUseTiles: Bool { area == .tiles || area == .automatic }

    /// Whether an image is so much larger than the tiles that small hands are missed without them.
    func isLarge(_ size: PixelSize) -> Bool { size.longerSide > 2 * Float(tileSide) }
}

extension SearchOptions {
    /// The described options, in the order in which the help lists them.
    package static let described: [PipelineOption] = [
        .integer(
            "tile_side", "side of tiles", unit: " pixels", in: 64...32767, demand: "it must be between 64 and 32767",
            .init("--tile-size", placeholder: "PIXELS", "side length of the smallest tiles for --search")
        ) { $1(&$0.search.tileSide) },
        .number("tile_overlap", "overlap of tiles", in: 0...0.75, demand: "it must be between 0 and 0.75") {
            $1(&$0.search.tileOverlap)
        },
        .number("min_tile_confidence", "minimum tile confidence", in: 0...1) { $1(&$0.search.minimumTileConfidence) },
        .integer("tiles_per_frame", "number of tiles per frame", in: 1...(.max)) {
            $1(&$0.search.tilesPerFrame)
        },
        .flag("skips_unchanged") { $1(&$0.search.skipsUnchanged) },
    ]
}

/// The area in which to search for new hands.
public enum SearchArea: String, Sendable, CaseIterable {
    /// The whole image at once, as in MediaPipe. Hands that take up less than about an eighth of its longer side are
    /// missed more often than found.
    case whole
    /// The whole image and overlapping tiles, which finds hands that are several times smaller.
    case tiles
    /// The whole image and tiles if the image's longer side is more than twice the side of a tile; otherwise, only the
    /// whole image.
    case automatic = "auto"
    /// The whole image, and if that shows fewer hands than requested, further views of it: zoomed out for hands that
    /// fill the image, parts for small ones, rotations for hands that do not point up, and tiles of large images. In
    /// videos, the frames that are searched take turns with the views.
    case thorough
}
