import TegataBuffers
import TegataSystem

/// A file that has to be looked at, once for all items that are in it.
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

    /// Names of files are bytes: texts are equal where an accent is written in one way or the other.
    private struct SubjectKey: Hashable {
        let subject: Subject
        let path: [UInt8]

        init(_ subject: Subject) {
            self.subject = subject
            path = Array(subject.path.utf8)
        }
    }

    var subject: Subject
    /// Where hands must be.
    var boxes: [HandBox] = []
    /// Whether a hand must be there somewhere.
    var searchesHarder = false
    /// Whether hands are looked at in other crops, too.
    var findsViews = false

    /// What a job's result is kept under.
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

    /// The jobs for the pictures and clips of a data set in the order of its items, and the job of each item; nil for
    /// items that are points.
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
                    // Background may well be a picture without any hand.
                    jobs[place].searchesHarder = true
                }
            }
            return place
        }
        // Whether clips have views does not matter.
        if jobs.count <= options.viewLimit { for index in jobs.indices { jobs[index].findsViews = true } }
        return (jobs, places)
    }
}
