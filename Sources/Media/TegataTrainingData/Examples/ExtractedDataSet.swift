import TegataClassifiers
import TegataTraining

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

/// What was found in an item of a data set.
package enum ExtractedItem: Sendable, Equatable {
    /// The hands of a picture, the most certain first, and which of them has the label; nil where none has.
    case picture(hands: [ExtractedHand], chosen: Int?)
    /// One sequence for every hand of a clip.
    case clip([HandSequence])
    /// It could not be read; the notices say why.
    case failed

    /// An item that is points already; what has pixels counts as not read.
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

/// What a class of a data set has.
package struct ClassCount: Sendable, Equatable {
    /// The name of the class.
    package var label: String
    /// Pictures, clips or rows.
    package var items = 0
    /// Those in which no hand was found.
    package var withoutHand = 0
    /// Those in which two or more were found.
    package var withSeveralHands = 0
    /// Those that could not be read.
    package var unreadable = 0
    /// How many of the labelled hands are left ones.
    package var left = 0
    /// How many of the labelled hands are right ones.
    package var right = 0

    /// A class without anything.
    package init(label: String) {
        self.label = label
    }
}

extension ExtractedDataSet {
    /// What every class has, in the order of the labels.
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

    /// What makes a training worse: pictures with two labels, and classes with few examples.
    package var trainingNotices: [DataNotice] {
        var notices: [DataNotice] = []
        var seen: [[UInt32]: Int] = [:]
        for (index, item) in items.enumerated() {
            guard dataSet.items[index].path != nil, case .picture(let hands, let chosen?) = item else { continue }
            // A picture has the same points wherever it lies.
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

    /// How many examples a class should have at least.
    private static let fewest = 5

    /// A notice of near-duplicates among poses of which some were trained with and others held out; nil where there are
    /// none. `isHeldOut` has a value for each of ``poses``.
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
