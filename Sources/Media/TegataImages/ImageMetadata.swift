import CZlib
import TegataBuffers

/// What a JPEG or PNG file says about its picture, to be said of a copy too.
package struct ImageMetadata: Equatable, Sendable {
    /// EXIF data without the marks that files put before it, of an upright picture; empty where there is none.
    package internal(set) var exif: [UInt8] = []
    /// An ICC profile of colours in red, green and blue; empty where there is none.
    package internal(set) var colorProfile: [UInt8] = []
    /// What a PNG file says about its colours beside that, such as its gamma value.
    var colorChunks: [PNGChunk] = []
    /// How the file's EXIF data says that its stored picture is to be turned; nil where it says nothing that makes sense.
    private(set) var orientation: EXIFOrientation?

    init() {}

    /// A piece of a PNG file.
    struct PNGChunk: Equatable {
        var kind: String
        var content: [UInt8]
    }

    /// As much as a JPEG file can have in one segment, behind its mark.
    private static let largestEXIF = 65_533 - 6
    /// Profiles of displays and cameras have some kilobytes, those of printers a few megabytes.
    private static let largestProfile = 4 << 20

    /// Takes EXIF data, which stands behind a mark in JPEG files and in those of some other writers.
    private mutating func setEXIF(_ marked: Bytes) {
        guard let data = EXIFData(behindMarkIn: marked) else { return }
        orientation = data.orientation
        guard data.bytes.count <= Self.largestEXIF else { return }
        exif = data.bytes.array()
        guard let entry = data.orientationEntry, entry + 12 <= exif.count else { return }
        // The pixels have been turned: a single short number that is one.
        let number: [UInt8] = [0, 3, 0, 0, 0, 1, 0, 1, 0, 0]
        let swapped: [UInt8] = [3, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        exif.replaceSubrange(entry + 2..<entry + 12, with: data.isBigEndian ? number : swapped)
    }

    private mutating func setProfile(_ profile: [UInt8]) {
        // Those for gray or ink do not fit what the picture has become.
        guard profile.count >= 128, profile.count <= Self.largestProfile, profile[16..<20].elementsEqual("RGB ".utf8)
        else { return }
        colorProfile = profile
    }
}

extension ImageMetadata {
    /// What a JPEG file has.
    init(ofJPEG bytes: Bytes) {
        var hasEXIF = false
        // A profile may be in several pieces, each with its number and how many there are.
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

    /// The segments that tell it in a JPEG file: the kind and the bytes behind the length.
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
    /// What a PNG file has. Colours are told of before the pixels.
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
                // A file has one at most, whether it can be unpacked or not.
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

    /// The chunks that tell it in a PNG file.
    var pngChunks: [PNGChunk] {
        var chunks = colorChunks
        if !colorProfile.isEmpty, let packed = Self.deflated(colorProfile) {
            // A file has one or the other.
            chunks.removeAll { $0.kind == "sRGB" }
            chunks.append(PNGChunk(kind: "iCCP", content: Array("ICC profile\0\0".utf8) + packed))
        }
        if !exif.isEmpty { chunks.append(PNGChunk(kind: "eXIf", content: exif)) }
        return chunks
    }

    /// Behind a name, its end and the only method there is stands the packed profile.
    private static func inflatedProfile(_ content: Bytes) -> [UInt8]? {
        guard let end = (0..<min(content.count, 80)).first(where: { content.integer(at: $0, as: UInt8.self) == 0 }),
            content.integer(at: end + 1, as: UInt8.self) == 0,
            let packed = content.slice(at: end + 2, count: content.count - end - 2), packed.count <= largestProfile
        else { return nil }
        let source = packed.array()
        // Most are small, and what is packed does not say how large it is.
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
