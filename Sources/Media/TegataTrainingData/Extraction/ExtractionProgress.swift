/// How far an extraction is.
package struct ExtractionProgress: Sendable, Equatable {
    /// How many items are done, of how many.
    package var done: Int
    package var total: Int
    /// How many of those that are done were known from before.
    package var cached: Int

    package init(done: Int, total: Int, cached: Int) {
        self.done = done
        self.total = total
        self.cached = cached
    }
}
