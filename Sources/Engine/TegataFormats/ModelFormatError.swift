import TegataBuffers
import TegataSystem

/// Why a bundle, network or its metadata could not be read or written.
///
/// The description is one line, `FILE: PLACE: what is wrong; what to do`.
package struct ModelFormatError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as the caller named it; members follow after colons, as in
    /// `gesture_recognizer.task:hand_landmarker.task`.
    package var file: String
    /// Where in the file, such as "subgraph 0, operator 12, inputs, byte 0x1f0"; empty where the whole file is meant.
    package var place: String
    /// The broken rule, with the values found and expected.
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
        /// Everything that a record points to lies inside the file, in front of the directory.
        case rangeOutsideFile(offset: UInt64, byteCount: UInt64, available: Int)
        /// The directory has room for as many entries as are declared.
        case entryCount(declared: UInt64, directoryByteCount: Int)
        /// A value that does not fit into 32 bits is in the zip64 extra field.
        case zip64ValueMissing
        /// The local header says the same as the directory.
        case localHeaderDiffers(HeaderField, directory: UInt64, local: UInt64)
        /// No two entries share bytes.
        case entriesOverlap(other: String)
        /// Members are not encrypted.
        case memberEncrypted
        /// Members are stored (method 0) or deflated (method 8).
        case methodUnsupported(UInt16)
        /// A stored member takes as many bytes as it has.
        case storedSizeDiffers(size: Int, compressedSize: Int)
        /// Deflated members are read by zlib, which this build does without.
        case deflateUnavailable
        /// A deflated member is a valid deflate stream.
        case deflateCorrupt
        /// A deflated member has as many bytes as declared.
        case inflatedSizeDiffers(declared: Int, found: Int)
        /// What is deflated does not grow beyond a fixed multiple of its size.
        case inflatedSizeAboveLimit(declared: Int, limit: Int)
        /// The bytes of a member have the declared CRC-32.
        case checksumDiffers(declared: UInt32, found: UInt32)
        /// Archives are nested a few levels at most.
        case nestedTooDeep(limit: Int)
        /// A name is written once.
        case memberDuplicated(String)
        /// The archive has a member of that name.
        case memberMissing(String, present: [String])
        /// Names and sizes of members fit into a zip archive without zip64.
        case tooLargeToWrite

        // MARK: Flatbuffers

        /// A file has at least its header.
        case tooSmall(byteCount: Int, minimum: Int)
        /// The four letters after the root offset name the format.
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
        /// A vector or text has no more elements than make sense for it.
        case countAboveLimit(count: Int, limit: Int)
        /// Decoding takes no more memory than a small multiple of the file's size.
        case decodedSizeAboveLimit(limit: Int)

        // MARK: Networks

        /// The schema's version is 3.
        case schemaVersion(UInt32)
        /// A model has at least one subgraph.
        case noSubgraphs
        /// An index is below the count of what it chooses from.
        case indexOutOfRange(index: Int, count: Int)
        /// The type is one of the schema's.
        case tensorTypeUnknown(Int)
        /// A dimension is not negative.
        case dimensionNegative(Int)
        /// The bytes of a tensor can be counted.
        case shapeTooLarge([Int])
        /// The shape signature has as many dimensions as the shape.
        case shapeSignatureRank(rank: Int, signatureRank: Int)
        /// A constant's data has as many bytes as shape and type ask for.
        case constantSize(expected: Int, found: Int)
        /// There is one zero point per scale.
        case quantizationCounts(scales: Int, zeroPoints: Int)
        /// Data is in the file itself.
        case externalFile

        // MARK: Metadata

        /// The metadata can be understood by this parser.
        case metadataVersion(needed: String, supported: String)
        /// A tensor has one process unit of a kind at most.
        case processUnitRepeated(kind: String)
        /// There are as many means as standard deviations, and at least one.
        case normalizationCounts(means: Int, standardDeviations: Int)
        /// A standard deviation is a number other than zero.
        case standardDeviationInvalid(Float)
        /// There are as many display names as labels.
        case displayNameCount(labels: Int, displayNames: Int)

        // MARK: Bundles

        /// A bundle is a zip archive of networks.
        case bundleExpected
        /// A network is a flatbuffer.
        case networkExpected
    }

    /// What a local header repeats from the directory.
    package enum HeaderField: String, Equatable, Sendable {
        case name, flags, method, checksum, size
        case compressedSize = "compressed size"
    }
}

/// Text such as 0x1f0.
func hexadecimal(_ value: some BinaryInteger) -> String {
    "0x" + String(value, radix: 16)
}
