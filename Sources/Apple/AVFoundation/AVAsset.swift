@_exported import CoreMedia
@_exported import Foundation

/// A stand-in for AVFoundation's videos: a file from which pictures are taken. There are no cameras here.
public class AVAsset: NSObject, @unchecked Sendable {
    let path: String

    /// The video in the file at `url`. Whether there is one shows when a picture is taken.
    public init(url: URL) {
        path = url.path
    }
}
