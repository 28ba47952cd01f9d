import TegataBuffers
import TegataImages

/// The pictures of a page as JPEG files, as large and exact as a limit to what they take together allows.
///
/// Where it is known how many pictures a source has, the first one tells which grade fits. At the limit the source that
/// takes most gives way: its pictures go down to the next grade, and at the last one only every second is kept.
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
        /// What pictures can be kept at, finest first; the first is what they are kept at now.
        fileprivate var grades: ArraySlice<Grade>
        /// What one picture should take at most, until the first one has come.
        fileprivate var share: Int?
        /// There was no room for any.
        fileprivate var isGivenUp = false

        fileprivate var byteCount: Int { kept.reduce(0) { $0 + $1.file.count } }
    }

    /// How large and how exact pictures are.
    struct Grade {
        /// The most pixels on the long side.
        let longSide: Int
        /// That of JPEG files.
        let quality: Int

        /// No picture is kept larger.
        private static let largestSide = 2048

        /// Files of each take clearly less than those of the one before.
        static let all = [
            Grade(longSide: largestSide, quality: 92), Grade(longSide: largestSide, quality: 84),
            Grade(longSide: 1280, quality: 84),
            Grade(longSide: 1280, quality: 76), Grade(longSide: 1024, quality: 70), Grade(longSide: 640, quality: 70),
            Grade(longSide: 512, quality: 70), Grade(longSide: 256, quality: 70),
        ]
        /// Frames of videos are rather left out than smaller than this.
        static let ofVideos = all.prefix { $0.longSide >= 640 }

        fileprivate func file(of picture: RGBImage) throws(ImageFileError) -> [UInt8] {
            try Self.fitted(picture, longSide: longSide).encoded(as: .jpeg, quality: quality)
        }

        /// The picture as large as it can be kept at most.
        static func largest(of picture: RGBImage) -> RGBImage { fitted(picture, longSide: largestSide) }

        /// The picture with at most so many pixels on the long side; each is the mean of equally many, so that edges
        /// stay even.
        private static func fitted(_ picture: RGBImage, longSide: Int) -> RGBImage {
            let largest = max(picture.width, picture.height)
            guard largest > longSide else { return picture }
            return picture.fitted(longSide: largest / ((largest + longSide - 1) / longSide))
        }
    }

    init(budget: Int) {
        self.budget = budget
    }

    /// Starts a source with so many pictures, if that is known; those of others are kept at the last grade, because
    /// there may be any number.
    mutating func begin(grades: ArraySlice<Grade>, expectedCount: Int?) {
        let share = expectedCount.map { budget / 20 * 17 / max(1, $0) }
        sources.append(Source(grades: share == nil ? grades.suffix(1) : grades, share: share))
    }

    /// Keeps the picture at `index` of the last source, if it is to be kept; it is not asked for otherwise.
    mutating func append(_ picture: () -> RGBImage, at index: Int) throws(ImageFileError) {
        guard let last = sources.indices.last, !sources[last].isGivenUp, index.isMultiple(of: sources[last].spacing)
        else { return }
        let file = try file(of: picture(), &sources[last])
        sources[last].kept.append((index, file))
        byteCount += file.count
        while byteCount > budget,
            let largest = sources.indices.max(by: { sources[$0].byteCount < sources[$1].byteCount })
        {
            try giveWay(&sources[largest])
            byteCount = sources.reduce(0) { $0 + $1.byteCount }
        }
    }

    private func file(of picture: RGBImage, _ source: inout Source) throws(ImageFileError) -> [UInt8] {
        var file = try source.grades[source.grades.startIndex].file(of: picture)
        guard let share = source.share else { return file }
        source.share = nil
        while file.count > share, source.grades.count > 1 {
            source.grades.removeFirst()
            file = try source.grades[source.grades.startIndex].file(of: picture)
        }
        return file
    }

    private func giveWay(_ source: inout Source) throws(ImageFileError) {
        if source.grades.count > 1 {
            source.grades.removeFirst()
            let grade = source.grades[source.grades.startIndex]
            for index in source.kept.indices {
                let picture = try RGBImage(decoding: Bytes(source.kept[index].file), file: "picture")
                source.kept[index].file = try grade.file(of: picture)
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
