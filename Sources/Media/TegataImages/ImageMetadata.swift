import CZlib
import TegataBuffers

/// The metadata in a JPEG or PNG file that is kept in copies of its image.
package struct ImageMetadata: Equatable, Sendable {
    /// EXIF data for an upright image, without the marks that files put before it; empty if there is none.
    package internal(set) var exif: [UInt8] = []
    /// An ICC profile for RGB colours; empty if there is none.
    package internal(set) var colorProfile: [UInt8] = []
    /// The other colour information of a PNG file, such as its gamma value.
    var colorChunks: [PNGChunk] = []
    /// The orientation of the stored image, from the file's EXIF data; nil if it is missing or invalid.
    private(set) var orientation: EXIFOrientation?

    init() {}

    /// A chunk of a PNG file.
    struct PNGChunk: Equatable {
        var kind: String
        var content: [UInt8]
    }

    /// The maximum number of bytes in a JPEG segment, after its mark.
    private static let largestEXIF = 65_533 - 6
    /// Display and camera profiles have a few kilobytes; printer profiles have a few megabytes.
    private static let largestProfile = 4 << 20

    /// Stores EXIF data, which is preceded by a mark in JPEG files and in some other files.
    private mutating func setEXIF(_ marked: Bytes) {
        guard let data = EXIFData(behindMarkIn: marked) else { return }
        orientation = data.orientation
        guard data.bytes.count <= Self.largestEXIF else { return }
        exif = data.bytes.array()
        guard let entry = data.orientationEntry, entry + 12 <= exif.count else { return }
        // Set the orientation to 1 as a single short number, because the pixels have been turned upright.
        let number: [UInt8] = [0, 3, 0, 0, 0, 1, 0, 1, 0, 0]
        let swapped: [UInt8] = [3, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        exif.replaceSubrange(entry + 2..<entry + 12, with: data.isBigEndian ? number : swapped)
    }

    private mutating func setProfile(_ profile: [UInt8]) {
        // Profiles for gray or ink do not fit the converted image.
        guard profile.count >= 128, profile.count <= Self.largestProfile, profile[16..<20].elementsEqual("RGB ".utf8)
        else { return }
        colorProfile = profile
    }
}

extension ImageMetadata {
    /// Reads the metadata of a JPEG file.
    init(ofJPEG bytes: Bytes) {
        var hasEXIF = false
        // A profile may consist of several pieces, each with its number and the total count.
        var pieces: [UInt8: Bytes] = [:]
        var count: UInt8 = 0
        var size = 0
        var isWhole = true
        for (marker, content) in JPEGSegments(bytes) {
            if marker == 0xE1, !hasEXIF, content.has(EXIFData.mark, at: 0) {
                hasEXIF = true
                setEXIF(content)
            } else if marker == 0xE2, content.has("ICC_PROFILE\0", at: 0) {
                guard let number: UInt8 = content.integer(at: 12), let all: UInt8 = content.integer(at: 13),
                    let piece = content.slice(at: 14, count: content.count - 14), pieces[number] == nil
                else {
                    isWhole = false
                    continue
                }
                pieces[number] = piece
                count = all
                size += piece.count
            }
        }
        guard isWhole, count > 0, pieces.count == Int(count), size <= Self.largestProfile else { return }
        var profile: [UInt8] = []
        for number in 1...count {
            guard let piece = pieces[number] else { return }
            piece.append(to: &profile)
        }
        setProfile(profile)
    }

    /// The segments for a JPEG file: the marker, and the bytes after the length.
    var jpegSegments: [(marker: UInt8, content: [UInt8])] {
        var segments: [(marker: UInt8, content: [UInt8])] = []
        if !exif.isEmpty { segments.append((0xE1, Array(EXIFData.mark.utf8) + exif)) }
        let largest = 65_533 - 14
        let count = (colorProfile.count + largest - 1) / largest
        for index in 0..<count {
            let piece = colorProfile[index * largest..<min((index + 1) * largest, colorProfile.count)]
            let number = [UInt8(truncatingIfNeeded: index + 1), UInt8(truncatingIfNeeded: count)]
            segments.append((0xE2, Array("ICC_PROFILE\0".utf8) + number + piece))
        }
        return segments
    }
}

extension ImageMetadata {
    /// Reads the metadata of a PNG file. Colour information must come before the pixels.
    init(ofPNG bytes: Bytes) {
        var (hasEXIF, hasProfile, hasPixels) = (false, false, false)
        for (kind, content) in PNGChunks(bytes) {
            switch kind {
            case "eXIf" where !hasEXIF:
                hasEXIF = true
                setEXIF(content)
            case "IDAT": hasPixels = true
            case _ where hasPixels: break
            case "iCCP" where !hasProfile:
                // Only the first profile is used, even if it cannot be decompressed.
                hasProfile = true
                Self.inflatedProfile(content).map { setProfile($0) }
            case "gAMA" where content.count == 4, "cHRM" where content.count == 32, "sRGB" where content.count == 1:
                if !colorChunks.contains(where: { $0.kind == kind }) {
                    colorChunks.append(PNGChunk(kind: kind, content: content.array()))
                }
            default: break
            }
        }
    }

    /// The chunks for a PNG file.
    var pngChunks: [PNGChunk] {
        var chunks = colorChunks
        if !colorProfile.isEmpty, let packed = Self.deflated(colorProfile) {
            // A file may have either a profile or this chunk, but not both.
            chunks.removeAll { $0.kind == "sRGB" }
            chunks.append(PNGChunk(kind: "iCCP", content: Array("ICC profile\0\0".utf8) + packed))
        }
        if !exif.isEmpty { chunks.append(PNGChunk(kind: "eXIf", content: exif)) }
        return chunks
    }

    /// Returns the decompressed profile, which follows a name, a zero byte and the compression method; nil if it is
    /// invalid.
    private static func inflatedProfile(_ content: Bytes) -> [UInt8]? {
        guard let end = (0..<min(content.count, 80)).first(where: { content.integer(at: $0, as: UInt8.self) == 0 }),
            content.integer(at: end + 1, as: UInt8.self) == 0,
            let packed = content.slice(at: end + 2, count: content.count - end - 2), packed.count <= largestProfile
        else { return nil }
        let source = packed.array()
        // Try a small buffer first, because most profiles are small and the data does not say how large they are.
        for limit in [1 << 16, largestProfile] {
            var profile = [UInt8](repeating: 0, count: limit)
            var count = uLong(limit)
            let status = uncompress(&profile, &count, source, uLong(source.count))
            if status == Z_OK { return Array(profile.prefix(Int(count))) }
            guard status == Z_BUF_ERROR else { return nil }
        }
        return nil
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(bytes.count))))
        var count = uLong(packed.count)
        guard compress(&packed, &count, bytes, uLong(bytes.count)) == Z_OK else { return nil }
        return Array(packed.prefix(Int(count)))
    }
}
