/// Where an example comes from.
package struct ExampleSource: Sendable, Hashable {
    /// The item of the data set.
    package var item: Int
    /// Which of its hands it is.
    package var hand: Int

    package init(item: Int, hand: Int) {
        self.item = item
        self.hand = hand
    }
}
