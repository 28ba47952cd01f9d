import TegataBuffers
import TegataImages

/// The images of a page as JPEG files, at the best quality that fits the limit on their total size.
///
/// If the number of a source's images is known, the first image determines the grade. At the limit, the largest source
/// is reduced: its images move to the next grade, and after the last grade only every second image is kept.
struct KeptPictures {
    private(set) var sources: [Source] = []
    /// The total number of bytes in all files.
    private(set) var byteCount = 0
    private let budget: Int

    struct Source {
        /// Only one image out of this many is kept.
        fileprivate(set) var spacing = 1
        /// The indices of the kept images, and their files.
        fileprivate(set) var kept: [(index: Int, file: [UInt8])] = []
        /// The remaining grades, finest first; the first one is in use.
        fileprivate var grades: ArraySlice<Grade>
        /// The most bytes that one image should take; nil once the first image has been added.
        fileprivate var share: Int?
        /// Whether there was no space for any image.
        fileprivate var isGivenUp = false

        fileprivate var byteCount: Int { kept.reduce(0) { $0 + $1.file.count } }
    }

    /// The size and quality of images.
    struct Grade {
        /// The maximum number of pixels on the long side.
        let longSide: Int
        /// The quality of JPEG files.
        let quality: Int

        /// The maximum number of pixels on the long side of any image.
        private static let largestSide = 2048

        /// Each grade gives considerably smaller files than the one before.
        static let all = [
            Grade(longSide: largestSide, quality: 92), Grade(longSide: largestSide, quality: 84),
            Grade(longSide: 1280, quality: 84),
            Grade(longSide: 1280, quality: 76), Grade(longSide: 1024, quality: 70), Grade(longSide: 640, quality: 70),
            Grade(longSide: 512, quality: 70), Grade(longSide: 256, quality: 70),
        ]
        /// Skip frames of videos rather than make them smaller than this.
        static let ofVideos = all.prefix { $0.longSide >= 640 }

        fileprivate func file(of picture: RGBImage) throws(ImageFileError) -> [UInt8] {
            try Self.fitted(picture, longSide: longSide).encoded(as: .jpeg, quality: quality)
        }

        /// Returns the image at the largest size that is kept.
        static func largest(of picture: RGBImage) -> RGBImage { fitted(picture, longSide: largestSide) }

        /// Returns the image with at most `longSide` pixels on its long side. Each pixel is the mean of the same number
        /// of pixels, so that edges look even.
        private static func fitted(_ picture: RGBImage, longSide: Int) -> RGBImage {
            let largest = max(picture.width, picture.height)
            guard largest > longSide else { return picture }
            return picture.fitted(longSide: largest / ((largest + longSide - 1) / longSide))
        }
    }

    init(budget: Int) {
        self.budget = budget
    }

    /// Starts a source. If the number of images is unknown, they use the last grade, because there may be any number.
    mutating func begin(grades: ArraySlice<Grade>, expectedCount: Int?) {
        let share = expectedCount.map { budget / 20 * 17 / max(1, $0) }
        sources.append(Source(grades: share == nil ? grades.suffix(1) : grades, share: share))
    }

    /// Keeps the image at `index` of the last source if it is needed; otherwise, `picture` is not called.
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
