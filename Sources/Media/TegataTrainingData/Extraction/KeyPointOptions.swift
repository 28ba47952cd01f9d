/// How hands are looked for in a data set.
package struct KeyPointOptions: Sendable, Equatable {
    /// The most hands of a picture or frame.
    package var maximumHandCount = 2
    /// Whether a labelled picture in which no hand is found is looked at once more, harder.
    package var searchesHarder = true
    /// How many pictures and clips are looked at at the same time; the result is the same for every number.
    package var threadCount = 1
    /// Where what was found is kept; nil to keep nothing.
    package var cacheFolder: String? = KeyPointCache.usualFolder

    package init() {}
}
