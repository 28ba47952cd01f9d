import Synchronization
import TegataDrawing
import TegataHands
import TegataImages
import TegataSystem
import TegataTool

/// Where pictures of single hands go: into one folder, each called by what it was found in, by its number and by what
/// it shows.
final class HandCrops: Sendable {
    private let folder: String
    /// What the names begin with, for each thing that is read; no two are alike.
    private let stems: [String]
    /// What is to be read, none of which is replaced.
    private let inputs: Set<System.FileIdentity>
    private let writtenCount = Atomic<Int>(0)

    /// Nil where none are asked for. `names` are those of what is read, of which `inputs` are the paths; throws where
    /// nothing can be written into the folder.
    init?(_ arguments: Arguments, names: [String], inputs: [String]) throws {
        guard let folder = try arguments.value(of: OutputOption.crops) else { return nil }
        let identity = System.identity(folder)
        guard identity == nil || !arguments.operands.contains(where: { System.identity($0) == identity }) else {
            throw .usage("--crop \(folder): is what is read; choose another folder")
        }
        try OutputPathChecks.requireFolder(folder)
        self.folder = folder
        self.inputs = System.identities(ofInputs: inputs)
        stems = OutputNames.stems(of: names)
    }

    /// Writes the hands of what was read as the thing of that index; `frame` is the place in a video.
    func write(_ hands: [HandResult], of picture: RGBImage, at index: Int, frame: Int? = nil) throws {
        for (place, hand) in hands.enumerated() {
            guard let crop = picture.cropped(to: hand) else { continue }
            try System.makeFolder(folder)
            let name = Self.name(stems[index], hand, place: place, frame: frame)
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
            if let identity = System.identity(path), inputs.contains(identity) {
                throw .failure("\(path): is one of the files that are read; choose another folder for --crop")
            }
            try crop.write(toFileAt: path)
            writtenCount.add(1, ordering: .acquiringAndReleasing)
        }
    }

    /// Such as `photo-1-Left-Victory.png` and `video-000012-id3-Right.png`.
    private static func name(_ stem: String, _ hand: HandResult, place: Int, frame: Int?) -> String {
        var parts = [stem]
        if let frame { parts.append(sixDigits(frame)) }
        parts.append(hand.identifier.map { "id\($0)" } ?? "\(place + 1)")
        parts.append(hand.handedness.name)
        // Labels of models can be anything.
        let gesture = OutputNames.safe(hand.gesture?.name ?? "", length: 60) {
            !$0.properties.isAlphabetic && !("0"..."9" ~= $0)
        }
        if !gesture.isEmpty { parts.append(gesture) }
        return parts.joined(separator: "-") + ".png"
    }

    /// What was written.
    func sum(in summary: inout RunSummary) {
        summary.addFile(
            folder.hasSuffix("/") ? folder : folder + "/", count: writtenCount.load(ordering: .acquiring))
    }
}
