import TegataBuffers
import TegataImages

/// The pictures of a page, small and as JPEG files, with a limit to what they take together.
///
/// At the limit the source that takes most gives way: a video keeps every second of its pictures; those of a list get
/// smaller first.
struct KeptPictures {
    private(set) var sources: [Source] = []
    /// How many bytes all files have.
    private(set) var byteCount = 0
    private let budget: Int

    struct Source {
        /// One picture in so many is kept.
        fileprivate(set) var spacing = 1
        /// The places of the pictures that are kept, and their files.
        fileprivate(set) var kept: [(index: Int, file: [UInt8])] = []
        fileprivate var longSide: Int
        /// Pictures get no smaller than this before some are left out.
        fileprivate let leastLongSide: Int
        /// There was no room for any.
        fileprivate var isGivenUp = false

        fileprivate var byteCount: Int { kept.reduce(0) { $0 + $1.file.count } }
    }

    /// At this quality pictures take little room, and what they show is plain under a skeleton.
    private static let quality = 70

    init(budget: Int) {
        self.budget = budget
    }

    /// Starts a source whose pictures have at most `longSide` pixels on the long side, and may get as small as
    /// `leastLongSide`.
    mutating func begin(longSide: Int, leastLongSide: Int) {
        sources.append(Source(longSide: longSide, leastLongSide: leastLongSide))
    }

    /// Keeps the picture at `index` of the last source, if it is to be kept; it is not asked for otherwise.
    mutating func append(_ picture: () -> RGBImage, at index: Int) throws(ImageFileError) {
        guard let last = sources.indices.last, !sources[last].isGivenUp, index.isMultiple(of: sources[last].spacing)
        else { return }
        let file = try picture().fitted(longSide: sources[last].longSide).encoded(as: .jpeg, quality: Self.quality)
        sources[last].kept.append((index, file))
        byteCount += file.count
        while byteCount > budget,
            let largest = sources.indices.max(by: { sources[$0].byteCount < sources[$1].byteCount })
        {
            try giveWay(&sources[largest])
            byteCount = sources.reduce(0) { $0 + $1.byteCount }
        }
    }

    private func giveWay(_ source: inout Source) throws(ImageFileError) {
        if source.longSide / 2 >= source.leastLongSide {
            source.longSide /= 2
            for index in source.kept.indices {
                let picture = try RGBImage(decoding: Bytes(source.kept[index].file), file: "picture")
                source.kept[index].file = try picture.fitted(longSide: source.longSide).encoded(
                    as: .jpeg, quality: Self.quality)
            }
        } else if source.kept.count > 1 {
            source.spacing *= 2
            source.kept.removeAll { !$0.index.isMultiple(of: source.spacing) }
        } else {
            source.kept = []
            source.isGivenUp = true
        }
    }
}
