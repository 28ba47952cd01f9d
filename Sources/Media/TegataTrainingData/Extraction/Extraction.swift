import TegataClassifiers
import TegataSystem

/// Makes a data set's hands of what was found in its files.
struct Extraction {
    let dataSet: DataSet
    /// One for every file, in their order.
    let outcomes: [ExtractionWorker.Outcome]
    /// The file of every item.
    let places: [Int?]

    /// How far beyond its video a part may go before it is told of, in seconds: what is written down is rounded.
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

/// Which of a picture's hands has its label.
enum HandChoice {
    /// How much of a hand's box must be that of the annotation.
    private static let leastOverlap: Float = 0.15

    /// The hand in the annotation's box, or where there is none the largest.
    static func chosen(_ hands: [ExtractedHand], for picture: PictureItem) -> Int? {
        if let box = picture.box {
            let overlaps = hands.map { $0.box.overlap(with: box) }
            guard let best = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[best] >= leastOverlap
            else { return nil }
            return best
        }
        let sizes = hands.map { PlacedHand($0.keyPoints)?.size ?? 0 }
        // The first of several that are equally large.
        var best: Int?
        for index in hands.indices where sizes[index] > best.map({ sizes[$0] }) ?? -1 {
            best = index
        }
        return best
    }
}
