import TegataBuffers
import TegataSystem

/// A file to process once for all of its items.
struct ExtractionJob: Sendable {
    enum Subject: Hashable, Sendable {
        case picture(path: String)
        case clip(ClipItem)

        var path: String {
            switch self {
            case .picture(let path): path
            case .clip(let clip): clip.path
            }
        }
    }

    /// File names are bytes, but Swift strings are equal even if their accents are encoded differently.
    private struct SubjectKey: Hashable {
        let subject: Subject
        let path: [UInt8]

        init(_ subject: Subject) {
            self.subject = subject
            path = Array(subject.path.utf8)
        }
    }

    var subject: Subject
    /// The boxes around labelled hands.
    var boxes: [HandBox] = []
    /// Whether the file must contain a hand.
    var searchesHarder = false
    /// Whether hands are also processed in other crops of the image.
    var findsViews = false

    /// Returns the cache key of the job's result.
    func key(contentHash: String, model: String, options: KeyPointOptions) -> String {
        var text = "\(contentHash) \(model) \(options.maximumHandCount) \(searchesHarder)"
        text += " \(options.refinesStills) \(findsViews)"
        if case .clip(let clip) = subject {
            text += " clip \(String(describing: clip.start)) \(String(describing: clip.end))"
            text += " \(String(describing: clip.frameRate))"
        }
        for box in boxes { text += " \(box.left),\(box.top),\(box.width),\(box.height)" }
        return sha256(Bytes(Array(text.utf8)))
    }

    /// Returns the jobs for a data set's images and clips, in the order of its items, and the index of each item's job;
    /// nil for items that are points.
    static func jobs(of dataSet: DataSet, _ options: KeyPointOptions) -> (jobs: [ExtractionJob], places: [Int?]) {
        var jobs: [ExtractionJob] = []
        var known: [SubjectKey: Int] = [:]
        let places = dataSet.items.map { item -> Int? in
            let subject: Subject
            switch item.content {
            case .picture(let picture): subject = .picture(path: picture.path)
            case .clip(let clip): subject = .clip(clip)
            case .hand, .sequence: return nil
            }
            let key = SubjectKey(subject)
            let place = known[key] ?? jobs.count
            if place == jobs.count {
                known[key] = place
                jobs.append(ExtractionJob(subject: subject))
            }
            if options.searchesHarder, case .picture(let picture) = item.content {
                if let box = picture.box {
                    jobs[place].boxes.append(box)
                } else if item.label != dataSet.background {
                    // A background image need not contain a hand.
                    jobs[place].searchesHarder = true
                }
            }
            return place
        }
        // Setting this for clips is harmless, because they have no views.
        if jobs.count <= options.viewLimit { for index in jobs.indices { jobs[index].findsViews = true } }
        return (jobs, places)
    }
}
