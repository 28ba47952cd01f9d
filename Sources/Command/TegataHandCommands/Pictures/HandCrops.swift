import Synchronization
import TegataDrawing
import TegataHands
import TegataImages
import TegataSystem
import TegataTool

/// The output for images of single hands. They go into one directory; their names consist of the input's name and the
/// hand's number, handedness and gesture.
final class HandCrops: Sendable {
    private let folder: String
    /// For each input, the unique first part of its output names.
    private let stems: [String]
    /// The identities of the inputs, which must not be overwritten.
    private let inputs: Set<System.FileIdentity>
    private let writtenCount = Atomic<Int>(0)

    /// Returns nil without --crop. `names` are the names of the inputs and `inputs` their paths. Throws if nothing can
    /// be written into the directory.
    init?(_ arguments: Arguments, names: [String], inputs: [String]) throws {
        guard let folder = try arguments.value(of: OutputOption.crops) else { return nil }
        let identity = System.identity(folder)
        guard identity == nil || !arguments.operands.contains(where: { System.identity($0) == identity }) else {
            throw .usage("--crop \(folder): is an input; choose another directory")
        }
        try OutputPathChecks.requireFolder(folder)
        self.folder = folder
        self.inputs = System.identities(ofInputs: inputs)
        stems = OutputNames.stems(of: names)
    }

    /// Writes the hands of the input at `index`; `frame` is the number of the frame in a video.
    func write(_ hands: [HandResult], of picture: RGBImage, at index: Int, frame: Int? = nil) throws {
        for (place, hand) in hands.enumerated() {
            guard let crop = picture.cropped(to: hand) else { continue }
            try System.makeFolder(folder)
            let name = Self.name(stems[index], hand, place: place, frame: frame)
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
            if let identity = System.identity(path), inputs.contains(identity) {
                throw .failure("\(path): would overwrite an input file; choose another directory for --crop")
            }
            try crop.write(toFileAt: path)
            writtenCount.add(1, ordering: .acquiringAndReleasing)
        }
    }

    /// Returns a name such as `photo-1-Left-Victory.png` or `video-000012-id3-Right.png`.
    private static func name(_ stem: String, _ hand: HandResult, place: Int, frame: Int?) -> String {
        var parts = [stem]
        if let frame { parts.append(sixDigits(frame)) }
        parts.append(hand.identifier.map { "id\($0)" } ?? "\(place + 1)")
        parts.append(hand.handedness.name)
        // Replace other characters, because model labels can contain anything.
        let gesture = OutputNames.safe(hand.gesture?.name ?? "", length: 60) {
            !$0.properties.isAlphabetic && !("0"..."9" ~= $0)
        }
        if !gesture.isEmpty { parts.append(gesture) }
        return parts.joined(separator: "-") + ".png"
    }

    /// Adds the files that were written to the summary.
    func sum(in summary: inout RunSummary) {
        summary.addFile(
            folder.hasSuffix("/") ? folder : folder + "/", count: writtenCount.load(ordering: .acquiring))
    }
}
