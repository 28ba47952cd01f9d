/// Where and how finely hands are looked for. Nothing but the whole picture is looked at by default.
public struct SearchOptions: Sendable, Equatable {
    /// Where hands are looked for.
    public var area = SearchArea.whole
    /// The sides of the smallest tiles in pixels, from 64 on. Hands are found that take about a tenth of a tile's side;
    /// where a picture is much larger than these tiles, there are larger ones, too.
    public var tileSide = 432
    /// How much of a tile its neighbour shows, too, from 0 to 0.75. Palms larger than that may be cut by every tile that
    /// shows them.
    public var tileOverlap: Float = 0.25
    /// The score below which a palm in a tile does not count, between 0 and 1. It may be low: before a hand counts, the
    /// landmark network looks at it twice.
    public var minimumTileConfidence: Float = 0.3
    /// In videos, how many tiles are looked at in a frame, so that all of them have their turn within some frames.
    public var tilesPerFrame = 4
    /// In videos, looks at tiles in each frame for about so many milliseconds, and at one at least, instead of
    /// ``tilesPerFrame``. What is found then depends on how fast the machine is.
    public var tileMilliseconds: Int?
    /// In videos, leaves out tiles that show nothing but an even surface, and those that have not changed since they
    /// were looked at.
    public var skipsUnchanged = true

    /// The same time in nanoseconds; more than fits is as long as can be.
    var tileNanoseconds: UInt64? {
        tileMilliseconds.map { milliseconds in
            let (nanoseconds, overflow) = UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000)
            return overflow ? .max : nanoseconds
        }
    }

    /// Options that change nothing.
    public init() {}

    func check() throws(HandPipelineError) {
        if let tileMilliseconds, tileMilliseconds < 1 { throw .tileMilliseconds(tileMilliseconds) }
    }

    /// Whether a picture of this size is looked at in tiles; throws where it is smaller than those that were asked for.
    func usesTiles(_ size: PixelSize) throws(HandPipelineError) -> Bool {
        let side = Float(tileSide)
        switch area {
        case .whole: return false
        case .tiles:
            guard size.longerSide >= side else {
                throw .tileTooLarge(side: tileSide, width: Int(size.width), height: Int(size.height))
            }
            return true
        case .automatic: return size.longerSide > 2 * side
        }
    }
}

extension SearchOptions {
    /// The plain options, in the order of help.
    package static let described: [PipelineOption] = [
        .integer(
            "tile_side", "side of tiles", unit: " pixels", in: 64...32767, demand: "it must be between 64 and 32767",
            .init("--tile-size", placeholder: "PIXELS", "the sides of the smallest tiles of --search")
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

/// Where hands are looked for that are not known yet.
public enum SearchArea: String, Sendable, CaseIterable {
    /// In the whole picture at once, as MediaPipe does. Hands that take less than about an eighth of its longer side
    /// are missed more often than found.
    case whole
    /// In the whole picture and in overlapping tiles, which shows hands several times smaller.
    case tiles
    /// In tiles where the picture's longer side is more than twice that of a tile, otherwise in the whole picture.
    case automatic = "auto"
}
