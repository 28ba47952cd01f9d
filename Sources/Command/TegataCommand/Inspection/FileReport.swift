import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataHandCommands
import TegataTool

/// The report of `inspect` on one file.
struct FileReport {
    let name: String
    let byteCount: Int
    /// The members of a bundle; nil for a single network or classifier.
    let members: [BundleMember]?
    var networks: [NetworkReport] = []
    /// The trained classifier; nil if the file has none.
    var classifier: ClassifierReport?
    /// The errors for networks and classifiers in a bundle that could not be read. The other networks are in
    /// `networks`.
    var problems: [String] = []

    /// More networks than real bundles have. Each network takes time and memory, which this limits.
    private static let mostNetworks = 64

    /// Reads the file, or the network inside a bundle, at `argument`.
    init(_ argument: String) throws {
        name = argument
        let address = ModelAddress(argument)
        let bytes = try Bytes(mappingFileAt: address.file)
        try ForeignFile.refuseAsModel(bytes, file: address.file)
        byteCount = bytes.count
        guard address.members.isEmpty else {
            members = nil
            let file = try NetworkFile(address)
            networks = [try NetworkReport(file, name: argument)]
            return
        }
        if ClassifierFile.isClassifier(bytes) {
            members = nil
            let file = try ClassifierFile(bytes, file: argument)
            classifier = ClassifierReport(name: argument, file: file)
            return
        }
        if FileKind.isNetwork(bytes) {
            members = nil
            let file = try NetworkFile(bytes: bytes, file: argument)
            networks = [try NetworkReport(file, name: argument)]
            return
        }
        let bundle = try TaskBundle(bytes: bytes, file: argument)
        let members = try bundle.allMembers()
        self.members = members
        let networkMembers = members.filter { $0.path.last?.hasSuffix(".tflite") == true }
        for member in networkMembers.prefix(Self.mostNetworks) {
            let name = ([argument] + member.path).joined(separator: ":")
            do {
                networks.append(try NetworkReport(member.network(), name: name))
            } catch {
                problems.append("\(error)")
            }
        }
        if networkMembers.count > Self.mostNetworks {
            problems.append(
                "\(argument): \(networkMembers.count - Self.mostNetworks) more networks are not shown; to inspect one,"
                    + " pass \(argument):MEMBER")
        }
        if bundle.archive.contains(GestureBundleWriter.classifierMember) {
            do {
                let file = try ClassifierFile(fileOrBundle: bytes, file: argument)
                classifier = ClassifierReport(name: argument + ":" + GestureBundleWriter.classifierMember, file: file)
            } catch {
                problems.append("\(error)")
            }
        }
    }
}
