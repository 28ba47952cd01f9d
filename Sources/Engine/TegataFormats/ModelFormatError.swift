import TegataBuffers
import TegataSystem

/// The reason why a bundle, a network or its metadata could not be read or written.
///
/// The description is one line, `FILE: PLACE: what is wrong; what to do`.
package struct ModelFormatError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, as named by the caller; members follow after colons, as in
    /// `gesture_recognizer.task:hand_landmarker.task`.
    package var file: String
    /// The position in the file, such as "subgraph 0, operator 12, inputs, byte 0x1f0"; empty for the whole file.
    package var place: String
    /// The rule that was broken, with the values found and expected.
    package var problem: Problem

    package init(file: String, place: String = "", problem: Problem) {
        self.file = file
        self.place = place
        self.problem = problem
    }

    /// One case per rule. Offsets and counts are in bytes from the start of the file that the error names.
    package enum Problem: Equatable, Sendable {
        /// The file cannot be opened or mapped.
        case unreadable(FileError.Reason)

        // MARK: Zip archives

        /// Every zip archive ends with an end-of-central-directory record.
        case endRecordMissing
        /// The archive's comment ends where the file ends.
        case commentLength(declared: Int, available: Int)
        /// An archive is one file, not several disks.
        case severalDisks
        /// Every record starts with its own signature.
        case signatureWrong(expected: UInt32, found: UInt32)
        /// Everything that a record points to lies inside the file, before the directory.
        case rangeOutsideFile(offset: UInt64, byteCount: UInt64, available: Int)
        /// The directory has room for the declared number of entries.
        case entryCount(declared: UInt64, directoryByteCount: Int)
        /// A value that does not fit into 32 bits is in the zip64 extra field.
        case zip64ValueMissing
        /// The local header agrees with the directory.
        case localHeaderDiffers(HeaderField, directory: UInt64, local: UInt64)
        /// No two entries share bytes.
        case entriesOverlap(other: String)
        /// Members are not encrypted.
        case memberEncrypted
        /// Members are stored (method 0) or deflated (method 8).
        case methodUnsupported(UInt16)
        /// A stored member takes up exactly as many bytes as it contains.
        case storedSizeDiffers(size: Int, compressedSize: Int)
        /// Deflated members need zlib, which this build lacks.
        case deflateUnavailable
        /// A deflated member is a valid deflate stream.
        case deflateCorrupt
        /// A deflated member expands to as many bytes as declared.
        case inflatedSizeDiffers(declared: Int, found: Int)
        /// Inflated data is at most a fixed multiple of its deflated size.
        case inflatedSizeAboveLimit(declared: Int, limit: Int)
        /// The bytes of a member have the declared CRC-32.
        case checksumDiffers(declared: UInt32, found: UInt32)
        /// Archives are nested a few levels at most.
        case nestedTooDeep(limit: Int)
        /// Each name is written only once.
        case memberDuplicated(String)
        /// The archive has a member with that name.
        case memberMissing(String, present: [String])
        /// Names and sizes of members fit into a zip archive without zip64 extensions.
        case tooLargeToWrite

        // MARK: Flatbuffers

        /// A file contains at least its header.
        case tooSmall(byteCount: Int, minimum: Int)
        /// The four letters after the root offset identify the format.
        case identifierWrong(expected: String, found: String)
        /// An offset points forward to something inside the file.
        case offsetOutOfRange(target: Int, byteCount: Int)
        /// A table's vtable lies inside the file.
        case vtableOutOfRange(target: Int64, byteCount: Int)
        /// A vtable has whole entries and ends inside the file.
        case vtableSizeInvalid(Int)
        /// A table ends inside the file.
        case tableSizeInvalid(Int)
        /// A field lies inside its table.
        case fieldOutsideTable(offset: Int, tableSize: Int)
        /// A vector's elements lie inside the file.
        case vectorOutOfRange(count: Int, elementSize: Int, available: Int)
        /// A vector or text has no more elements than its limit.
        case countAboveLimit(count: Int, limit: Int)
        /// Decoding takes no more memory than a small multiple of the file size.
        case decodedSizeAboveLimit(limit: Int)

        // MARK: Networks

        /// The schema's version is 3.
        case schemaVersion(UInt32)
        /// A model has at least one subgraph.
        case noSubgraphs
        /// An index is below the number of elements from which it selects.
        case indexOutOfRange(index: Int, count: Int)
        /// The type is defined by the schema.
        case tensorTypeUnknown(Int)
        /// A dimension is not negative.
        case dimensionNegative(Int)
        /// The size of a tensor in bytes fits into an Int.
        case shapeTooLarge([Int])
        /// The shape signature has as many dimensions as the shape.
        case shapeSignatureRank(rank: Int, signatureRank: Int)
        /// A constant's data has exactly as many bytes as its shape and type need.
        case constantSize(expected: Int, found: Int)
        /// There is one zero point per scale.
        case quantizationCounts(scales: Int, zeroPoints: Int)
        /// Data is in the file itself.
        case externalFile
        /// A network to be rewritten consists only of parts that the writer knows.
        case rewritingUnsupported(String)

        // MARK: Metadata

        /// This parser supports the version of the metadata.
        case metadataVersion(needed: String, supported: String)
        /// A tensor has at most one process unit of each kind.
        case processUnitRepeated(kind: String)
        /// There are as many means as standard deviations, and at least one.
        case normalizationCounts(means: Int, standardDeviations: Int)
        /// Every standard deviation is a number other than zero.
        case standardDeviationInvalid(Float)
        /// There are as many display names as labels.
        case displayNameCount(labels: Int, displayNames: Int)

        // MARK: Bundles

        /// A bundle is a zip archive of networks.
        case bundleExpected
        /// A network is a flatbuffer.
        case networkExpected
    }

    /// A field of the directory that the local header repeats.
    package enum HeaderField: String, Equatable, Sendable {
        case name, flags, method, checksum, size
        case compressedSize = "compressed size"
    }
}

/// Returns the hexadecimal text of a value, such as 0x1f0.
func hexadecimal(_ value: some BinaryInteger) -> String {
    "0x" + String(value, radix: 16)
}

extension ModelFormatError {
    package var description: String {
        if case .unreadable(let reason) = problem {
            return FileError(path: file, reason: reason).description
        }
        return file + ": " + (place.isEmpty ? "" : place + ": ") + problem.summary + "; " + problem.advice
    }
}

extension ModelFormatError.Problem {
    /// The problem, without its position.
    var summary: String {
        switch self {
        case .unreadable: "cannot be read"
        case .endRecordMissing: "no end-of-central-directory record, so this is not a zip archive or its end is missing"
        case .commentLength(let declared, let available):
            "the archive comment has \(declared) bytes but \(available) follow"
        case .severalDisks: "the archive is split over several disks"
        case .signatureWrong(let expected, let found):
            "expected signature \(hexadecimal(expected)), found \(hexadecimal(found))"
        case .rangeOutsideFile(let offset, let byteCount, let available):
            "\(byteCount) bytes at offset \(offset) are outside the \(available) bytes available"
        case .entryCount(let declared, let directoryByteCount):
            "\(declared) entries do not fit into a directory of \(directoryByteCount) bytes"
        case .zip64ValueMissing: "the zip64 extra field lacks a value"
        case .localHeaderDiffers(let field, let directory, let local):
            field == .name
                ? "the name in the local header differs from the name in the directory"
                : "the \(field.rawValue) is \(directory) in the directory but \(local) in the local header"
        case .entriesOverlap(let other): "the entry overlaps \"\(other)\""
        case .memberEncrypted: "the member is encrypted"
        case .methodUnsupported(let method): "compression method \(method) is not supported"
        case .storedSizeDiffers(let size, let compressedSize):
            "the uncompressed member declares \(size) bytes but occupies \(compressedSize)"
        case .deflateUnavailable: "deflated members need zlib, which this build lacks"
        case .deflateCorrupt: "the deflated data is damaged"
        case .inflatedSizeDiffers(let declared, let found):
            found > declared
                ? "the member inflates to more than the declared \(declared) bytes"
                : "the member inflates to \(found) bytes instead of the declared \(declared)"
        case .inflatedSizeAboveLimit(let declared, let limit):
            "\(declared) inflated bytes are declared, but at most \(limit) are allowed for an archive of this size"
        case .checksumDiffers(let declared, let found):
            "the CRC-32 is \(hexadecimal(found)) instead of the declared \(hexadecimal(declared))"
        case .nestedTooDeep(let limit): "archives are nested more than \(limit) levels deep"
        case .memberDuplicated(let name): "the archive already has a member \"\(name)\""
        case .memberMissing(let name, let present):
            "there is no member \"\(name)\"; present: " + (present.isEmpty ? "none" : list(present))
        case .tooLargeToWrite: "the name or the data does not fit into a zip archive without zip64"
        case .tooSmall(let byteCount, let minimum): "\(byteCount) bytes are fewer than the minimum of \(minimum)"
        case .identifierWrong(let expected, let found): "expected the identifier \"\(expected)\", found \"\(found)\""
        case .offsetOutOfRange(let target, let byteCount):
            "the offset leads to byte \(target), outside the \(byteCount) bytes of the file"
        case .vtableOutOfRange(let target, let byteCount):
            "the vtable is at byte \(target), outside the \(byteCount) bytes of the file"
        case .vtableSizeInvalid(let size): "the vtable has an invalid size of \(size) bytes"
        case .tableSizeInvalid(let size): "the table has an invalid size of \(size) bytes"
        case .fieldOutsideTable(let offset, let tableSize):
            "the field at offset \(offset) is outside its table of \(tableSize) bytes"
        case .vectorOutOfRange(let count, let elementSize, let available):
            "\(count) elements of \(elementSize) bytes do not fit into the \(available) bytes left"
        case .countAboveLimit(let count, let limit): "\(count) elements exceed the limit of \(limit)"
        case .decodedSizeAboveLimit(let limit): "decoding takes more than the allowed \(limit) bytes"
        case .schemaVersion(let version): "schema version \(version) is not supported, only version 3 is"
        case .noSubgraphs: "the model has no subgraph"
        case .indexOutOfRange(let index, let count): "index \(index) is out of range; the count is \(count)"
        case .tensorTypeUnknown(let type): "tensor type \(type) is unknown"
        case .dimensionNegative(let dimension): "the dimension \(dimension) is negative"
        case .shapeTooLarge(let shape): "a tensor of shape \(shapeText(shape)) is too large"
        case .shapeSignatureRank(let rank, let signatureRank):
            "the shape has \(rank) dimensions, but its signature has \(signatureRank)"
        case .constantSize(let expected, let found):
            "the constant has \(found) bytes, but its shape and type need \(expected)"
        case .quantizationCounts(let scales, let zeroPoints): "there are \(scales) scales but \(zeroPoints) zero points"
        case .externalFile: "the weights are in another file"
        case .rewritingUnsupported(let reason): "cannot be written with other weights: \(reason)"
        case .metadataVersion(let needed, let supported):
            "the metadata needs parser version \"\(needed)\", but \(supported) is the newest supported"
        case .processUnitRepeated(let kind): "there are several \(kind) units for one tensor"
        case .normalizationCounts(let means, let standardDeviations):
            "there are \(means) means and \(standardDeviations) standard deviations"
        case .standardDeviationInvalid(let value): "the standard deviation \(value) is invalid"
        case .displayNameCount(let labels, let displayNames):
            "there are \(displayNames) display names for \(labels) labels"
        case .bundleExpected: "this is a network, but a bundle is expected"
        case .networkExpected: "this is a zip archive, but a network is expected"
        }
    }

    /// The action that fixes the problem.
    var advice: String {
        switch self {
        case .memberMissing: "use a bundle for this task"
        case .deflateUnavailable: "store the members without compression"
        case .memberEncrypted, .methodUnsupported, .inflatedSizeAboveLimit, .severalDisks, .nestedTooDeep:
            "pack the members again, stored without compression"
        case .memberDuplicated: "give every member its own name"
        case .tooLargeToWrite: "use a shorter name or smaller members"
        case .schemaVersion, .tensorTypeUnknown: "convert the model with a current converter"
        case .externalFile: "convert the model with its weights in the same file"
        case .rewritingUnsupported: "choose a published hand network"
        case .metadataVersion: "use a newer version of Tegata"
        case .processUnitRepeated, .normalizationCounts, .standardDeviationInvalid, .displayNameCount:
            "correct the metadata and write it again"
        case .bundleExpected: "choose a .task bundle"
        case .networkExpected: "choose a network inside it as BUNDLE.task:MEMBER.tflite"
        case .identifierWrong(expected: "TFL3", _): "choose a .tflite network"
        default: "the file is damaged, so get a new copy"
        }
    }
}

/// Returns the first few names, quoted and separated by commas.
private func list(_ names: [String]) -> String {
    let shown = 16
    var text = ""
    for name in names.prefix(shown) {
        text += (text.isEmpty ? "" : ", ") + "\"" + name + "\""
    }
    return names.count > shown ? text + " and \(names.count - shown) more" : text
}

private func shapeText(_ shape: [Int]) -> String {
    var text = ""
    for dimension in shape {
        text += (text.isEmpty ? "" : "×") + "\(dimension)"
    }
    return text
}

extension TegataError {
    /// Converts the error to the form that users see.
    package init(_ error: ModelFormatError) {
        self.init(error.problem.kind, file: error.file, place: error.place, description: error.description)
    }
}

extension ModelFormatError.Problem {
    /// The category of the error. A broken archive cannot be read. A broken network inside it can be read but not used.
    var kind: TegataError.Kind {
        switch self {
        case .unreadable(let reason): TegataError.Kind(reason)
        case .memberMissing, .bundleExpected: .notFound
        case .endRecordMissing, .commentLength, .severalDisks, .signatureWrong, .rangeOutsideFile, .entryCount,
            .zip64ValueMissing, .localHeaderDiffers, .entriesOverlap, .memberEncrypted, .methodUnsupported,
            .storedSizeDiffers, .deflateUnavailable, .deflateCorrupt, .inflatedSizeDiffers, .inflatedSizeAboveLimit,
            .checksumDiffers, .nestedTooDeep, .memberDuplicated:
            .unreadable
        case .tooLargeToWrite: .invalidArgument
        case .tooSmall, .identifierWrong, .offsetOutOfRange, .vtableOutOfRange, .vtableSizeInvalid, .tableSizeInvalid,
            .fieldOutsideTable, .vectorOutOfRange, .countAboveLimit, .decodedSizeAboveLimit, .schemaVersion,
            .noSubgraphs, .indexOutOfRange, .tensorTypeUnknown, .dimensionNegative, .shapeTooLarge,
            .shapeSignatureRank, .constantSize, .quantizationCounts, .externalFile, .rewritingUnsupported,
            .metadataVersion, .processUnitRepeated, .normalizationCounts, .standardDeviationInvalid, .displayNameCount,
            .networkExpected:
            .unusableModel
        }
    }
}
