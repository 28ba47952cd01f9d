import TegataClassifiers

/// A data set with what was found in its pictures and clips.
package struct ExtractedDataSet: Sendable, Equatable {
    package var dataSet: DataSet
    /// What was found, for each of the data set's items; items that are points already stand as they are.
    package var items: [ExtractedItem]
    /// The data set's notices and those of the extraction.
    package var notices: [DataNotice]

    package init(dataSet: DataSet, items: [ExtractedItem], notices: [DataNotice]) {
        self.dataSet = dataSet
        self.items = items
        self.notices = notices
    }

    /// A data set of points alone, in which nothing has to be looked for; nil where it has pictures or clips.
    package init?(pointsOf dataSet: DataSet) {
        guard dataSet.pointsOnlyCount == dataSet.items.count else { return nil }
        self.init(
            dataSet: dataSet, items: dataSet.items.map { ExtractedItem(points: $0) }, notices: dataSet.notices)
    }

    /// The same with every hand as `change` makes it.
    package func mapHands(_ change: (HandKeyPoints) -> HandKeyPoints) -> ExtractedDataSet {
        func changed(_ hand: ExtractedHand) -> ExtractedHand {
            var hand = hand
            hand.keyPoints = change(hand.keyPoints)
            hand.views = hand.views.map(changed)
            return hand
        }
        var result = self
        result.items = items.map { item in
            switch item {
            case .failed: .failed
            case .picture(let hands, let chosen): .picture(hands: hands.map(changed), chosen: chosen)
            case .clip(let sequences):
                .clip(
                    sequences.map {
                        HandSequence(frames: $0.frames.map(change), frameRate: $0.frameRate, firstFrame: $0.firstFrame)
                    })
            }
        }
        return result
    }
}
