import TegataClassifiers
import TegataTraining

/// A data set with the hands found in its images and clips.
package struct ExtractedDataSet: Sendable, Equatable {
    package var dataSet: DataSet
    /// The hands found in each item; items that consist of points are unchanged.
    package var items: [ExtractedItem]
    /// The notices from the data set and from the extraction.
    package var notices: [DataNotice]

    package init(dataSet: DataSet, items: [ExtractedItem], notices: [DataNotice]) {
        self.dataSet = dataSet
        self.items = items
        self.notices = notices
    }

    /// Creates a data set of points, which needs no extraction; nil if it contains images or clips.
    package init?(pointsOf dataSet: DataSet) {
        guard dataSet.pointsOnlyCount == dataSet.items.count else { return nil }
        self.init(
            dataSet: dataSet, items: dataSet.items.map { ExtractedItem(points: $0) }, notices: dataSet.notices)
    }

    /// Returns a copy in which `change` is applied to every hand.
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

/// The hands found in an item of a data set.
package enum ExtractedItem: Sendable, Equatable {
    /// The hands in an image, most certain first, and the index of the labelled one; nil if none is labelled.
    case picture(hands: [ExtractedHand], chosen: Int?)
    /// One sequence per hand of a clip.
    case clip([HandSequence])
    /// The item could not be read; a notice gives the reason.
    case failed

    /// Creates an item from known points; an item with pixels becomes `failed`.
    init(points item: DataItem) {
        switch item.content {
        case .hand(let points):
            let right: Float =
                switch points.chirality {
                case .right: 1
                case .left: 0
                case .unknown: 0.5
                }
            self = .picture(
                hands: [ExtractedHand(keyPoints: points, worldPoints: [], presence: 1, rightProbability: right)],
                chosen: points.isPresent ? 0 : nil)
        case .sequence(let frames, let rate):
            self = .clip([HandSequence(frames: frames, frameRate: rate ?? HandSequence.usualRate)])
        case .picture, .clip: self = .failed
        }
    }
}

/// The numbers of items and hands in a class.
package struct ClassCount: Sendable, Equatable {
    /// The name of the class.
    package var label: String
    /// The number of images, clips or rows.
    package var items = 0
    /// The number of items without a hand.
    package var withoutHand = 0
    /// The number of items with two or more hands.
    package var withSeveralHands = 0
    /// The number of items that could not be read.
    package var unreadable = 0
    /// The number of labelled left hands.
    package var left = 0
    /// The number of labelled right hands.
    package var right = 0

    /// Creates the count of an empty class.
    package init(label: String) {
        self.label = label
    }
}

extension ExtractedDataSet {
    /// The counts of each class, in the order of the labels.
    package var counts: [ClassCount] {
        var counts = dataSet.labels.map { ClassCount(label: $0) }
        for (source, item) in zip(dataSet.items, items) {
            counts[source.label].items += 1
            var chiralities: [Chirality] = []
            switch item {
            case .failed: counts[source.label].unreadable += 1
            case .picture(let hands, let chosen):
                if hands.count > 1 { counts[source.label].withSeveralHands += 1 }
                if chosen == nil { counts[source.label].withoutHand += 1 }
                if let chosen { chiralities.append(hands[chosen].keyPoints.chirality) }
            case .clip(let sequences):
                if sequences.count > 1 { counts[source.label].withSeveralHands += 1 }
                if sequences.isEmpty { counts[source.label].withoutHand += 1 }
                chiralities += sequences.compactMap { $0.frames.first(where: \.isPresent)?.chirality }
            }
            for chirality in chiralities {
                switch chirality {
                case .left: counts[source.label].left += 1
                case .right: counts[source.label].right += 1
                case .unknown: break
                }
            }
        }
        return counts
    }

    /// Notices about problems that affect training: images with two labels, and classes with few examples.
    package var trainingNotices: [DataNotice] {
        var notices: [DataNotice] = []
        var seen: [[UInt32]: Int] = [:]
        for (index, item) in items.enumerated() {
            guard dataSet.items[index].path != nil, case .picture(let hands, let chosen?) = item else { continue }
            // Copies of an image give exactly the same points.
            let values = hands[chosen].keyPoints.values
            let points = values.indices.map { values[$0].bitPattern }
            guard let first = seen[points] else {
                seen[points] = index
                continue
            }
            let (one, other) = (dataSet.items[first], dataSet.items[index])
            guard one.label != other.label else { continue }
            notices.append(
                .twoLabels(
                    first: one.place, second: other.place, labels: [dataSet.label(of: one), dataSet.label(of: other)]))
        }
        for count in counts {
            let examples = count.items - count.withoutHand - count.unreadable
            if examples > 0, examples < Self.fewest {
                notices.append(.fewExamples(label: count.label, count: examples))
            }
        }
        return notices
    }

    /// The smallest recommended number of examples in a class.
    private static let fewest = 5

    /// Returns a notice about near-duplicates among held-out and training poses; nil if there are none. `isHeldOut` has
    /// one value for each of ``poses``.
    package func nearDuplicates(isHeldOut: [Bool]) -> DataNotice? {
        let poses = poses
        let heldOut = poses.examples.indices.filter { $0 < isHeldOut.count && isHeldOut[$0] }
        let used = poses.examples.indices.filter { $0 < isHeldOut.count && !isHeldOut[$0] }
        let found = NearDuplicate.found(
            heldOut.map { poses.examples[$0].hand }, used.map { poses.examples[$0].hand })
        guard let (count, first) = found else { return nil }
        return .nearDuplicates(
            count: count, first: place(of: poses.sources[heldOut[first.first]]).description,
            second: place(of: poses.sources[used[first.second]]).description)
    }
}
