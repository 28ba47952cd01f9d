/// How hands are looked for in a data set.
package struct KeyPointOptions: Sendable, Equatable {
    /// The most hands of a picture or frame.
    package var maximumHandCount = 2
    /// Whether a labelled picture in which no hand is found is looked at once more, harder.
    package var searchesHarder = true
    /// Whether each hand of a picture is looked at a second time, in a crop made of its points, as in videos; MediaPipe
    /// does not do so in pictures.
    package var refinesStills = true
    /// Up to how many pictures each hand is also looked at in other crops and in a mirror, which training profits from;
    /// larger data sets vary enough by themselves. 0 to evaluate.
    package var viewLimit = 500
    /// How many pictures and clips are looked at at the same time; the result is the same for every number.
    package var threadCount = 1
    /// Where what was found is kept; nil to keep nothing.
    package var cacheFolder: String? = KeyPointCache.usualFolder

    /// What hands are looked for.
    package enum Purpose: Sendable {
        case training
        /// Once, as those do who use a classifier.
        case judging
    }

    package init(for purpose: Purpose = .training) {
        if case .judging = purpose { viewLimit = 0 }
    }
}
