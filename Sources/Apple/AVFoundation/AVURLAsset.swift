import Foundation

/// A video in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// Where the file is.
    public let url: URL

    /// The video in the file at `url`. Options are not looked at.
    public init(url: URL, options: [String: Any]? = nil) {
        self.url = url
        super.init(url: url)
    }
}
