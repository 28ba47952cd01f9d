import TegataBuffers
import TegataSystem

extension TegataError {
    /// What users see of the error.
    package init(_ error: ModelFormatError) {
        self.init(error.problem.kind, file: error.file, place: error.place, description: error.description)
    }
}

extension ModelFormatError.Problem {
    /// An archive that is broken is a file that cannot be read; a network in it that is broken can, but not be used.
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
            .shapeSignatureRank, .constantSize, .quantizationCounts, .externalFile, .metadataVersion,
            .processUnitRepeated, .normalizationCounts, .standardDeviationInvalid, .displayNameCount, .networkExpected:
            .unusableModel
        }
    }
}
