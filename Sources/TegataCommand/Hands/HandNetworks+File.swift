import TegataBuffers
import TegataHands
import TegataInference

extension HandNetworks {
    /// Loads the networks of a bundle.
    init(at path: String, _ options: NetworkOptions) throws(CommandError) {
        let bytes = try orFailure { () throws(FileError) in try Bytes(mappingFileAt: path) }
        do throws(HandNetworksError) {
            try self.init(bundle: bytes, file: path, options: options)
        } catch {
            throw .failure(error.description)
        }
    }
}
