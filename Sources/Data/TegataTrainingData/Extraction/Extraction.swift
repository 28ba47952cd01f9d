import TegataClassifiers
import TegataSystem

/// Combines a data set with the hands found in its files.
struct Extraction {
    let dataSet: DataSet
    /// One outcome per file, in order.
    let outcomes: [ExtractionWorker.Outcome]
    /// The index of each item's outcome; nil for items that are points.
    let places: [Int?]

    /// The number of seconds by which a part may extend beyond its video without a notice, because annotated times are
    /// rounded.
    private static let patience = 0.5

    var result: ExtractedDataSet {
        var notices = dataSet.notices
        if let problem = outcomes.lazy.compactMap(\.cacheProblem).first {
            notices.append(.cacheNotWritten(why: problem.description))
        }
        var told: Set<Int> = []
        let items = zip(dataSet.items, places).map { item, place -> ExtractedItem in
            guard let place else { return ExtractedItem(points: item) }
            let outcome = outcomes[place]
            guard let found = outcome.found else {
                if told.insert(place).inserted, let problem = outcome.problem {
                    notices.append(.unreadable(path: item.path ?? "", why: problem))
                }
                return .failed
            }
            switch item.content {
            case .picture(let picture): return self.picture(picture, item, found, &notices)
            case .clip(let clip): return self.clip(clip, item, found, &notices)
            case .hand, .sequence: return ExtractedItem(points: item)
            }
        }
        return ExtractedDataSet(dataSet: dataSet, items: items, notices: notices)
    }

    private func picture(
        _ picture: PictureItem, _ item: DataItem, _ found: FoundFrames, _ notices: inout [DataNotice]
    ) -> ExtractedItem {
        let hands = (found.frames.first ?? []).map(\.hand)
        let chosen = HandChoice.chosen(hands, for: picture)
        if chosen == nil {
            if picture.box != nil, !hands.isEmpty {
                notices.append(.handNotMatched(item.place, label: dataSet.label(of: item)))
            } else if item.label != dataSet.background {
                notices.append(.noHand(item.place, label: dataSet.label(of: item)))
            }
        }
        return .picture(hands: hands, chosen: chosen)
    }

    private func clip(
        _ clip: ClipItem, _ item: DataItem, _ found: FoundFrames, _ notices: inout [DataNotice]
    ) -> ExtractedItem {
        let rate = found.sourceRate
        let (start, end) = (clip.start?.seconds(rate: rate) ?? 0, clip.end?.seconds(rate: rate))
        let duration = found.duration > 0 ? found.duration : (found.times.last.map { $0 + 1 / found.frameRate } ?? 0)
        if found.frames.isEmpty || end.map({ $0 > duration + Self.patience }) == true {
            notices.append(
                .timeOutside(item.place, path: clip.path, start: start, end: end, duration: duration))
        }
        let sequences = HandSequences.sequences(found)
        if sequences.isEmpty, !found.frames.isEmpty, item.label != dataSet.background {
            notices.append(.noHand(item.place, label: dataSet.label(of: item)))
        }
        return .clip(sequences)
    }
}

/// Chooses the hand in an image that the label applies to.
enum HandChoice {
    /// The minimum intersection over union of a hand's box and the annotated box.
    private static let leastOverlap: Float = 0.15

    /// Returns the index of the hand that best matches the annotated box, or of the largest hand if there is no box.
    static func chosen(_ hands: [ExtractedHand], for picture: PictureItem) -> Int? {
        if let box = picture.box {
            let overlaps = hands.map { $0.box.overlap(with: box) }
            guard let best = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[best] >= leastOverlap
            else { return nil }
            return best
        }
        let sizes = hands.map { PlacedHand($0.keyPoints)?.size ?? 0 }
        // Take the first of several hands of the same size.
        var best: Int?
        for index in hands.indices where sizes[index] > best.map({ sizes[$0] }) ?? -1 {
            best = index
        }
        return best
    }
}
